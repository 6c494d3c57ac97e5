import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The fan's saved card, and how charges appear on a statement. */
export const paymentOptionsQuery = queryOptions({
  queryKey: ['payment-options'],
  queryFn: () => call(client.api['payment-options'].$get()),
  // The hosted checkout is offered at once if the provider does not respond.
  retry: false,
});
