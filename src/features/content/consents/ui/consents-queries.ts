import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { performersList } from '#src/features/agency/performers/ui/performers-queries.ts';

/** The consents of a performer. */
export function consentsQuery(id: string) {
  return queryOptions({
    queryKey: [performersList.name, 'consents', id],
    queryFn: async () =>
      (await call(client.api.performers[':id'].consents.$get({ param: { id } }))).consents,
    staleTime: 0,
  });
}

/** The newest posts that a performer is in. */
export function postsOfPerformerQuery(id: string) {
  return queryOptions({
    queryKey: [performersList.name, 'posts', id],
    queryFn: () => call(client.api.performers[':id'].posts.$get({ param: { id } })),
    staleTime: 0,
  });
}
