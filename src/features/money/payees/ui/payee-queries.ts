import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

export const ownBankDetailsQuery = queryOptions({
  queryKey: ['bank-details', 'own'],
  queryFn: () => call(client.api['my-bank-details'].$get()),
});

/** An influencer's bank details for the back office. */
export function payeeQuery(id: string) {
  return queryOptions({
    queryKey: ['bank-details', id],
    queryFn: () => call(client.api.influencers[':id']['bank-details'].$get({ param: { id } })),
  });
}

export const ownTaxDetailsQuery = queryOptions({
  queryKey: ['tax-details', 'own'],
  queryFn: () => call(client.api['my-tax-details'].$get()),
});

/** An influencer's tax details for the back office. */
export function payeeTaxDetailsQuery(id: string) {
  return queryOptions({
    queryKey: ['tax-details', id],
    queryFn: () => call(client.api.influencers[':id']['tax-details'].$get({ param: { id } })),
  });
}
