import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateQueries } from './invalidate-queries.ts';

test('a query whose first request is under way during the event is requested again', async () => {
  const responses: ((value: string) => void)[] = [];
  const queryClient = new QueryClient();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => responses.push(resolve)),
  });
  const unsubscribe = observer.subscribe(() => {});
  await expect.poll(() => responses.length).toBe(1);
  const refreshed = invalidateQueries(queryClient, { queryKey: ['list'] });
  responses[0]!('before the event');
  await expect.poll(() => responses.length).toBe(2);
  responses[1]!('after the event');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after the event');
  unsubscribe();
});
