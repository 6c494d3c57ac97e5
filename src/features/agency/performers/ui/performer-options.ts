import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { performersList } from './performers-queries.ts';

/** The performers in use that match a name, by legal surname. */
export function performerOptionsQuery(search: string) {
  return queryOptions({
    queryKey: [performersList.name, 'options', search],
    queryFn: async () =>
      (await call(client.api.performers.$get({ query: { search, state: 'current' } }))).rows,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
