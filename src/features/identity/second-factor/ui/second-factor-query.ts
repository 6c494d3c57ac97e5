import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The user's second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: () => call(client.api.account['second-factor'].$get()),
});
