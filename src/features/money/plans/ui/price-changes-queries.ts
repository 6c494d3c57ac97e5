import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { priceNoticeQuerySchema } from '../price-changes.schema.ts';

/** The list of /price-changes: the fans who got a notice. */
export const priceNoticesList = defineList({
  name: 'price-notices',
  filters: priceNoticeQuerySchema.shape,
  overlays: {},
  fetchPage: (query) => call(client.api['price-notices'].$get({ query })),
  // Fans answer at any time.
  staleTime: 0,
});

const KEY = ['price-changes'];

/** The price changes of a plan, and whom a new one would move; null if it does not exist. */
export function planPriceChangesQuery(planId: string) {
  return queryOptions({
    queryKey: [...KEY, 'plan', planId],
    queryFn: () =>
      callOrNull(client.api.plans[':id']['price-changes'].$get({ param: { id: planId } })),
    staleTime: 0,
  });
}

/** A price change; null if it does not exist. */
export function priceChangeQuery(id: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['price-changes'][':id'].$get({ param: { id: id! } })),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

/** Refetches every query that shows price changes or their notices. */
export function refreshPriceChanges(queryClient: QueryClient) {
  return Promise.all(
    [KEY, [priceNoticesList.name]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
