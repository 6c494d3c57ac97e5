import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** What posts need to be published; changes only with a restart of the server. */
export const publicationRuleQuery = queryOptions({
  queryKey: ['publication-rule'],
  queryFn: () => call(client.api['publication-rule'].$get()),
  staleTime: 300_000,
});
