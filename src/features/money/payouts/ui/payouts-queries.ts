import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client, saveFile } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { payoutQuerySchema } from '../payouts.schema.ts';

/** The list of /payouts; `action` opens the dialog that makes payouts, or that of the rules. */
export const payoutsList = defineList({
  name: 'payouts',
  filters: payoutQuerySchema.shape,
  overlays: { action: z.enum(['run', 'rules']).optional() },
  fetchPage: (query) => call(client.api.payouts.$get({ query })),
  csv: '/api/payouts.csv',
  exportRows: (json) => saveFile(client.api['payouts.csv'].$post({ json }), 'payouts.csv'),
});

const KEY = [payoutsList.name];

export const payoutTotalsQuery = queryOptions({
  queryKey: [...KEY, 'totals'],
  queryFn: () => call(client.api.payouts.totals.$get()),
});

/** The months for which payouts can be made. */
export const payoutPreviewQuery = queryOptions({
  queryKey: [...KEY, 'preview'],
  queryFn: async () => (await call(client.api.payouts.preview.$get())).months,
  // Payments arrive at any time.
  gcTime: 0,
});

/** What a run for a month would mean for each influencer, page by page. */
export function influencerPreviewQuery(month: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'preview', month],
    queryFn: ({ pageParam }) =>
      call(client.api.payouts.preview.influencers.$get({ query: { month, after: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Payments arrive at any time.
    gcTime: 0,
  });
}

export const payoutRulesQuery = queryOptions({
  queryKey: [...KEY, 'rules'],
  queryFn: () => call(client.api['payout-rules'].$get()),
});

/** What to know before payouts are changed. */
export function payoutReviewQuery(ids: string[]) {
  return queryOptions({
    queryKey: [...KEY, 'review', ids],
    queryFn: async () => (await call(client.api.payouts.review.$post({ json: { ids } }))).payouts,
    // Payments arrive at any time.
    gcTime: 0,
  });
}

/** Who changed the status of a payout, when and why. */
export function payoutTransitionsQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'transitions', id],
    queryFn: async () =>
      (await call(client.api.payouts[':id'].transitions.$get({ param: { id } }))).transitions,
  });
}

/** A payout's statement, whose lines are loaded page by page. */
export function statementQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'statement', id],
    queryFn: ({ pageParam }) =>
      call(
        client.api.payouts[':id'].statement.$get({ param: { id }, query: { after: pageParam } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The lines of a statement never change.
    staleTime: 60_000,
  });
}

/** Refetches every query that shows payouts. */
export function refreshPayouts(queryClient: QueryClient) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries({ queryKey: ['influencer-payouts'] }),
  ]);
}
