import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { call, callOrNull, client } from '#src/web/client.ts';
import { paymentEventQuerySchema } from '../payment-events.schema.ts';

/** The list of /payments; `event` is the one that is open. */
export const paymentsList = defineList({
  name: 'payments',
  filters: paymentEventQuerySchema.shape,
  overlays: { event: z.uuid().optional() },
  fetchPage: (query) => call(client.api['payment-events'].$get({ query })),
  // Providers write it all the time.
  staleTime: 0,
});

const KEY = [paymentsList.name];

export const paymentEventCountsQuery = (search: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, 'counts', search],
    queryFn: () => call(client.api['payment-events'].counts.$get({ query: { search } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** An event as it is now, and null when there is none. */
export const paymentEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => callOrNull(client.api['payment-events'][':id'].$get({ param: { id } })),
  });

/** Has everything that shows payment events loaded again. */
export const refreshPayments = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
