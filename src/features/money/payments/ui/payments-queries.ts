import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '#src/lib/api-error.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, client } from '#src/web/client.ts';
import { paymentEventQuerySchema, type PaymentEventQuery } from '../payment-events.schema.ts';

/** What /payments keeps in its address; `event` is the one that is open. */
export const paymentsSearchSchema = listSearchSchema({
  ...paymentEventQuerySchema.shape,
  sort: paymentEventQuerySchema.shape.sort.unwrap().optional(),
  event: z.uuid().optional(),
});
export type PaymentsSearch = z.output<typeof paymentsSearchSchema>;

/** What the list is asked. */
export const filterOf = ({ sort = '-received', event: _, ...rest }: PaymentsSearch) =>
  ({ ...rest, sort }) satisfies PaymentEventQuery;

const KEY = ['payment-events'];

export const paymentEventsQuery = (query: PaymentEventQuery) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: () => call(client.api['payment-events'].$get({ query })),
    placeholderData: keepPreviousData,
    // Providers write it all the time.
    staleTime: 0,
  });

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
    queryFn: async () => {
      try {
        return await call(client.api['payment-events'][':id'].$get({ param: { id } }));
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === 'not-found') return null;
        throw error;
      }
    },
  });

/** Has everything that shows payment events loaded again. */
export const refreshPayments = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });
