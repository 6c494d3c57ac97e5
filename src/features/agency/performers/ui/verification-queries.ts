import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { performersList } from './performers-queries.ts';

/** The state, the newest check and the documents of a performer. */
export function verificationQuery(id: string) {
  return queryOptions({
    queryKey: [performersList.name, 'verification', id],
    queryFn: () => call(client.api.performers[':id'].verification.$get({ param: { id } })),
    staleTime: 0,
  });
}
