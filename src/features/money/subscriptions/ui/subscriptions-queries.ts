import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';

/** The fan's own subscriptions, newest first. */
export const ownSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: async () => (await call(client.api.subscriptions.$get())).subscriptions,
});

/** The fan's payments and refunds, newest first. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: ['purchases', 'list'],
  queryFn: ({ pageParam }) => call(client.api.purchases.$get({ query: { after: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

async function findReceipt(id: string) {
  try {
    return await call(client.api.purchases[':id'].$get({ param: { id } }));
  } catch (error) {
    // An invalid id is rejected, one of another user's payment is not found.
    const { status } = error instanceof ApiError ? error.problem : { status: 500 };
    if (status === 404 || status === 400) return null;
    throw error;
  }
}

/** The receipt of an own payment; null if it does not exist. */
export function receiptQuery(id: string) {
  return queryOptions({ queryKey: ['purchases', 'receipt', id], queryFn: () => findReceipt(id) });
}

/** Whether a retry is pointless; a failed connection may return. */
export function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.problem.status < 500;
}

/** The state of an own checkout; polled until its payment is confirmed. */
export function checkoutQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['checkout', id],
    queryFn: () => call(client.api.checkouts[':id'].$get({ param: { id: id! } })),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (isRefused(state.error) || state.data?.status === 'completed') return false;
      return state.dataUpdateCount + state.errorUpdateCount < 20 ? 1_500 : 10_000;
    },
  });
}

/** Refetches every query that depends on subscriptions, after a purchase or a cancellation. */
export function refreshSubscriptions(queryClient: QueryClient) {
  return Promise.all(
    [
      ownSubscriptionsQuery.queryKey,
      ['purchases'],
      ['marketplace'],
      ['feed'],
      ['posts', 'list'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
