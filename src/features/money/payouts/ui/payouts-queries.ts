import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { call, client } from '#src/web/client.ts';
import { payoutQuerySchema } from '../payouts.schema.ts';

/** The list of /payouts; `action` says whether payouts are about to be made. */
export const payoutsList = defineList({
  name: 'payouts',
  filters: payoutQuerySchema.shape,
  overlays: { action: z.literal('run').optional() },
  fetchPage: (query) => call(client.api.payouts.$get({ query })),
  csv: '/api/payouts.csv',
});

const KEY = [payoutsList.name];

export const payoutTotalsQuery = queryOptions({
  queryKey: [...KEY, 'totals'],
  queryFn: () => call(client.api.payouts.totals.$get()),
});

/** The months that payouts can be made for. */
export const payoutPreviewQuery = queryOptions({
  queryKey: [...KEY, 'preview'],
  queryFn: async () => (await call(client.api.payouts.preview.$get())).months,
  // Payments come in all the time.
  gcTime: 0,
});

/** A payout's statement, with more of its lines as they are asked for. */
export const statementQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'statement', id],
    queryFn: ({ pageParam }) =>
      call(
        client.api.payouts[':id'].statement.$get({ param: { id }, query: { after: pageParam } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Its lines are never changed.
    staleTime: 60_000,
  });

/** Has everything that shows payouts loaded again. */
export const refreshPayouts = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries({ queryKey: ['influencer-payouts'] }),
  ]);
