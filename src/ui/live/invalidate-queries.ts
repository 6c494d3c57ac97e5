import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Invalidates queries after a live event. TanStack Query leaves out those whose first request is under
 * way, although its response may be from before the event; these are requested again afterwards.
 */
export async function invalidateQueries(
  queryClient: QueryClient,
  filters: Pick<QueryFilters, 'queryKey'>,
): Promise<void> {
  const isLoading = queryClient
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await queryClient.invalidateQueries(filters);
  if (isLoading) await queryClient.invalidateQueries(filters);
}
