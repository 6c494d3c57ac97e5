import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client, saveFile } from '#src/client/client.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { paymentQuerySchema } from '../payment-list.schema.ts';

/** The list of /payments; `payment` is the one in the drawer. */
export const paymentsList = defineList({
  name: 'payments',
  filters: paymentQuerySchema.shape,
  overlays: { payment: z.uuid().optional() },
  fetchPage: (query) => call(client.api.payments.$get({ query })),
  csv: '/api/payments.csv',
  exportRows: (json) => saveFile(client.api['payments.csv'].$post({ json }), 'payments.csv'),
  // Providers report payments at any time.
  staleTime: 0,
});

/** A payment; null if it does not exist. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [paymentsList.name, 'one', id],
    queryFn: () => callOrNull(client.api.payments[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}
