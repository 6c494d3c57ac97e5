import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import { ownPayoutQuerySchema } from '../own-payouts.schema.ts';

/** The search parameters of /my-payouts; an invalid page is ignored. */
export const myPayoutsSearchSchema = z.object({
  page: ownPayoutQuerySchema.shape.page.unwrap().optional().catch(undefined),
});

export function myPayoutsQuery(page: number) {
  return queryOptions({
    queryKey: ['my-payouts', page],
    queryFn: () => call(client.api['my-payouts'].$get({ query: { page } })),
    placeholderData: keepPreviousData,
  });
}
