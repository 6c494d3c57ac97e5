import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The people of the back office who may work. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: async () => (await call(client.api.colleagues.$get())).colleagues,
  staleTime: 60_000,
});
