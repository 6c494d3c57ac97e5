import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { payoutQuerySchema, type PayoutQuery } from '../payouts.schema.ts';

/** What /payouts keeps in its address: what is listed, and whether payouts are about to be made. */
export const payoutSearchSchema = listSearchSchema({
  ...payoutQuerySchema.shape,
  sort: payoutQuerySchema.shape.sort.unwrap().optional(),
  action: z.literal('run').optional(),
});
export type PayoutSearch = z.output<typeof payoutSearchSchema>;

/** What the list is asked. */
export const filterOf = ({ sort = '-period', action: _, ...rest }: PayoutSearch) =>
  ({ ...rest, sort }) satisfies PayoutQuery;

const KEY = ['payouts'];

export const payoutListQuery = (query: PayoutQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: () => call(client.api.payouts.$get({ query })),
    placeholderData: keepPreviousData,
  });

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
