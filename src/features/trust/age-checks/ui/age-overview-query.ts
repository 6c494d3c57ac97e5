import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The policies of regions, and the figures of age checks. */
export const ageOverviewQuery = queryOptions({
  queryKey: ['age-overview'],
  queryFn: () => call(client.api['age-overview'].$get()),
  staleTime: 0,
});
