import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { paymentEventQuerySchema } from '../payment-events.schema.ts';

/** The list of /payment-events; `event` is the one in the drawer. */
export const paymentEventsList = defineList({
  name: 'payment-events',
  filters: paymentEventQuerySchema.shape,
  overlays: { event: z.uuid().optional() },
  fetchPage: (query) => call(client.api['payment-events'].$get({ query })),
  // Providers add events at any time.
  staleTime: 0,
});

const KEY = [paymentEventsList.name];

export function paymentEventCountsQuery(search: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, 'counts', search],
    queryFn: () => call(client.api['payment-events'].counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A payment event; null if it does not exist. */
export function paymentEventQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['payment-events'][':id'].$get({ param: { id } })),
  });
}

/** Refetches every query that shows payment events. */
export function refreshPaymentEvents(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
