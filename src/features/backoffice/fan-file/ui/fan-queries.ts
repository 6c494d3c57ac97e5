import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callOrNull, client } from '#src/client/client.ts';
import { FANS_KEY } from '#src/features/backoffice/users/ui/users-queries.ts';
import type { TimelineKind } from '../fan-file.schema.ts';

/** A fan with figures; null if there is none, or outside the limit. */
export function fanQuery(id: string) {
  return queryOptions({
    queryKey: [FANS_KEY, 'one', id],
    queryFn: () => callOrNull(client.api.fans[':id'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** The blocks that prevent a fan from buying, and the lifted ones. */
export function purchaseBlocksQuery(id: string) {
  return queryOptions({
    queryKey: [FANS_KEY, 'purchase-blocks', id],
    queryFn: () => call(client.api.fans[':id']['purchase-blocks'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** The newest verification of a fan's age. */
export function fanAgeQuery(id: string) {
  return queryOptions({
    queryKey: [FANS_KEY, 'age', id],
    queryFn: () => call(client.api.fans[':id']['age-verification'].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** Prefix of the queries of a fan's timeline. */
export function timelineKey(id: string) {
  return [FANS_KEY, 'timeline', id];
}

/** The timeline of a fan, page by page. */
export function timelineQuery(id: string, kind: TimelineKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...timelineKey(id), kind],
    queryFn: ({ pageParam }) =>
      call(
        client.api.fans[':id'].timeline.$get({ param: { id }, query: { kind, after: pageParam } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
}
