import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client.ts';

/** The fan's own subscriptions, newest first. */
export const ownSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: async () => (await call(client.api.subscriptions.$get())).subscriptions,
});

/** How an own checkout stands; an open one is asked for again until its payment is confirmed. */
export const checkoutQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['checkout', id],
    queryFn: () => call(client.api.checkouts[':id'].$get({ param: { id: id! } })),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.status === 'error' || state.data?.status === 'completed') return false;
      return state.dataUpdateCount < 20 ? 1_500 : 10_000;
    },
  });

/** After a purchase or a cancellation: what shows subscriptions, or depends on them, is asked anew. */
export const refreshSubscriptions = (queryClient: QueryClient) =>
  Promise.all(
    [ownSubscriptionsQuery.queryKey, ['marketplace'], ['feed'], ['posts', 'list']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
