import { expect, test } from 'vitest';
import {
  listUnmappedAnswers,
  marketplaceCategoryOf,
  parseExperienceYears,
} from './conversion.rules.ts';

test.each([
  ['3', 3],
  ['5 years', 5],
  [' 10+ yrs. ', 10],
  ['over 2 years', 2],
  ['80', 80],
  ['81', null],
  ['3 years in fashion', null],
  ['three years', null],
  ['2020', null],
  ['', null],
  [null, null],
])('%j gives %j years of experience', (text, years) => {
  expect(parseExperienceYears(text)).toBe(years);
});

test('an experience in years fills a field, other text becomes a note', () => {
  const applicant = { age: null, contentCategory: 'Travel' } as const;
  expect(listUnmappedAnswers({ ...applicant, experience: '3 years' })).toEqual([
    ['Content Category', 'Travel'],
  ]);
  expect(listUnmappedAnswers({ ...applicant, age: 30, experience: 'Long nights' })).toEqual([
    ['Age', '30'],
    ['Content Category', 'Travel'],
    ['Experience', 'Long nights'],
  ]);
});

test('a category of the marketplace fills a field, a general one becomes a note', () => {
  const cosplay = { age: null, contentCategory: 'Cosplay', experience: null } as const;
  expect(marketplaceCategoryOf(cosplay)).toBe('Cosplay');
  expect(listUnmappedAnswers(cosplay)).toEqual([]);
  expect(marketplaceCategoryOf({ contentCategory: 'Travel' })).toBeNull();
});
