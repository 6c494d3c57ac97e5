import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { newestPass, renewPass } from './use-media-token.ts';

test('all that fails with one pass shares one renewal', async () => {
  const queryClient = new QueryClient();
  let asked = 0;
  const fetchPage = async () => ({ pass: `new ${++asked}` });
  const both = [0, 1].map(() => renewPass(queryClient, 'old', fetchPage));
  expect(await Promise.all(both)).toEqual(['new 1', 'new 1']);
  expect(await renewPass(queryClient, 'old', fetchPage)).toBe('new 1');
});

test('a pass that was not at fault can still be renewed when it runs out', async () => {
  const queryClient = new QueryClient();
  await renewPass(queryClient, 'good', async () => ({ pass: 'good' }));
  expect(await renewPass(queryClient, 'good', async () => ({ pass: 'better' }))).toBe('better');
});

test('what is shown later begins with the newest pass', async () => {
  const queryClient = new QueryClient();
  expect(newestPass(queryClient, 'a')).toBe('a');
  await renewPass(queryClient, 'a', async () => ({ pass: 'b' }));
  await renewPass(queryClient, 'b', async () => ({ pass: 'c' }));
  await renewPass(queryClient, 'c', async () => ({ pass: 'c' }));
  expect(newestPass(queryClient, 'a')).toBe('c');
});
