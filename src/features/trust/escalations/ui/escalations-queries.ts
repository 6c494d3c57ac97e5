import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

const KEY = ['escalations'];

export const escalationsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => call(client.api.escalations.$get()),
  staleTime: 0,
});

export const officersQuery = queryOptions({
  queryKey: [...KEY, 'officers'],
  queryFn: () => call(client.api['child-safety-officers'].$get()),
  staleTime: 0,
});

/** Refetches every query that shows escalations or their officers. */
export function refreshEscalations(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
