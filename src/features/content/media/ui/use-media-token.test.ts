import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { newestMediaToken, renewMediaToken } from './use-media-token.ts';

test('all failures with one media token share one renewal', async () => {
  const queryClient = new QueryClient();
  let requests = 0;
  const fetchPage = async () => ({ mediaToken: `new ${++requests}` });
  const both = [0, 1].map(() => renewMediaToken(queryClient, 'old', fetchPage));
  expect(await Promise.all(both)).toEqual(['new 1', 'new 1']);
  expect(await renewMediaToken(queryClient, 'old', fetchPage)).toBe('new 1');
});

test('a media token that was not at fault can still be renewed when it expires', async () => {
  const queryClient = new QueryClient();
  await renewMediaToken(queryClient, 'good', async () => ({ mediaToken: 'good' }));
  expect(await renewMediaToken(queryClient, 'good', async () => ({ mediaToken: 'better' }))).toBe(
    'better',
  );
});

test('new elements start with the newest media token', async () => {
  const queryClient = new QueryClient();
  expect(newestMediaToken(queryClient, 'a')).toBe('a');
  await renewMediaToken(queryClient, 'a', async () => ({ mediaToken: 'b' }));
  await renewMediaToken(queryClient, 'b', async () => ({ mediaToken: 'c' }));
  await renewMediaToken(queryClient, 'c', async () => ({ mediaToken: 'c' }));
  expect(newestMediaToken(queryClient, 'a')).toBe('c');
});
