import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { disputeQuerySchema } from '../disputes.schema.ts';

/** The list of /disputes; `dispute` is the one in the drawer. */
export const disputesList = defineList({
  name: 'disputes',
  filters: disputeQuerySchema.shape,
  overlays: { dispute: z.uuid().optional() },
  fetchPage: (query) => call(client.api.disputes.$get({ query })),
  csv: '/api/disputes.csv',
  // Providers report at any time.
  staleTime: 0,
});

const KEY = [disputesList.name];

/** A dispute; null if it does not exist. */
export function disputeQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api.disputes[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

export const disputeRatiosQuery = queryOptions({
  queryKey: [...KEY, 'ratios'],
  queryFn: () => call(client.api['dispute-ratios'].$get()),
});

/** Refetches every query that shows disputes. */
export function refreshDisputes(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
