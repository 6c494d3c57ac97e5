import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { ledgerFindingQuerySchema } from '../ledger-checks.schema.ts';

/** The list of /ledger-checks; `finding` is the one in the drawer. */
export const ledgerFindingsList = defineList({
  name: 'ledger-findings',
  filters: ledgerFindingQuerySchema.shape,
  overlays: { finding: z.uuid().optional() },
  fetchPage: (query) => call(client.api['ledger-findings'].$get({ query })),
  staleTime: 0,
});

const KEY = [ledgerFindingsList.name];
const RUNNING_REFETCH_MS = 2_000;

/** The newest check; refetched while one is running. */
export const ledgerStatusQuery = queryOptions({
  queryKey: [...KEY, 'status'],
  queryFn: () => call(client.api['ledger-checks'].$get()),
  refetchInterval: ({ state }) => (state.data?.isRunning ? RUNNING_REFETCH_MS : false),
  staleTime: 0,
});

/** A finding; null if it does not exist. */
export function ledgerFindingQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['ledger-findings'][':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Refetches every query that shows checks or findings. */
export function refreshLedgerChecks(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
