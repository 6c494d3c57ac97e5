import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { earningsQuerySchema, type EarningRange } from '../earnings.schema.ts';

/** The search parameters of /earnings. */
export const earningsSearchSchema = listSearchSchema({
  range: earningsQuerySchema.shape.range.unwrap().optional(),
});

export function earningsQuery(range: EarningRange) {
  return queryOptions({
    queryKey: ['earnings', range],
    queryFn: () => call(client.api.earnings.$get({ query: { range } })),
    placeholderData: keepPreviousData,
  });
}
