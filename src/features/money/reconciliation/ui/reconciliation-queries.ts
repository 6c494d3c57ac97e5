import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import {
  reconciliationItemQuerySchema,
  reconciliationRunQuerySchema,
} from '../reconciliation.schema.ts';

const KEY = 'reconciliation';
/** How often a running comparison is looked at. */
const RUNNING_MS = 2_000;

/** The list of /reconciliation; `item` is the one in the drawer. */
export const reconciliationItemsList = defineList({
  name: 'reconciliation-items',
  filters: reconciliationItemQuerySchema.shape,
  overlays: { item: z.uuid().optional() },
  fetchPage: (query) => call(client.api.reconciliation.items.$get({ query })),
  // A comparison and colleagues change items at any time.
  staleTime: 0,
});

/** The list of /reconciliation/runs. */
export const reconciliationRunsList = defineList({
  name: 'reconciliation-runs',
  filters: reconciliationRunQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api.reconciliation.runs.$get({ query })),
  staleTime: 0,
});

/** The connected providers, fetched again and again while a comparison is running. */
export const reconciledProvidersQuery = queryOptions({
  queryKey: [KEY, 'providers'],
  queryFn: async () => (await call(client.api.reconciliation.$get())).providers,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ lastRun }) => lastRun?.status === 'running') ? RUNNING_MS : false,
});

/** A difference; null if it does not exist. */
export function reconciliationItemQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'item', id],
    queryFn: () => callOrNull(client.api.reconciliation.items[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Refetches every query that shows comparisons or differences. */
export function refreshReconciliation(queryClient: QueryClient) {
  return Promise.all(
    [KEY, reconciliationItemsList.name, reconciliationRunsList.name].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
