import { expect, test } from 'vitest';
import { pageCountOf, pageWindow } from './own-payouts.rules.ts';

test.each([
  { page: 1, pageCount: 1, pages: [1] },
  { page: 2, pageCount: 3, pages: [1, 2, 3] },
  { page: 4, pageCount: 4, pages: [1, 2, 3, 4] },
  { page: 1, pageCount: 5, pages: [1, 2, 3, 4, 5] },
  { page: 5, pageCount: 5, pages: [1, 2, 3, 4, 5] },
  { page: 1, pageCount: 9, pages: [1, 2, 3, 4, 5] },
  { page: 2, pageCount: 9, pages: [1, 2, 3, 4, 5] },
  { page: 3, pageCount: 9, pages: [1, 2, 3, 4, 5] },
  { page: 4, pageCount: 9, pages: [2, 3, 4, 5, 6] },
  { page: 6, pageCount: 9, pages: [4, 5, 6, 7, 8] },
  { page: 7, pageCount: 9, pages: [5, 6, 7, 8, 9] },
  { page: 8, pageCount: 9, pages: [5, 6, 7, 8, 9] },
  { page: 9, pageCount: 9, pages: [5, 6, 7, 8, 9] },
])('page $page of $pageCount offers $pages', ({ page, pageCount, pages }) => {
  expect(pageWindow(page, pageCount)).toEqual(pages);
});

test.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [50, 2],
  [51, 3],
])('%i payouts fill %i pages', (total, pageCount) => {
  expect(pageCountOf(total)).toBe(pageCount);
});
