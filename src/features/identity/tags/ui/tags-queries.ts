import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { BulkResult } from '#src/lib/listing.ts';
import type { TaggedKind, Tagging } from '../tags.schema.ts';

/** The records of one kind on a screen. */
export type Tagged = {
  kind: TaggedKind;
  /** Refetches everything that shows these records. */
  refresh: (queryClient: QueryClient) => unknown;
};

/** The tags of the records of a kind, by name. */
export function tagsQuery(kind: TaggedKind) {
  return queryOptions({
    queryKey: ['tags', kind],
    queryFn: async () => (await call(client.api.tags[':kind'].$get({ param: { kind } }))).tags,
    staleTime: 60_000,
  });
}

export function changeTags(kind: TaggedKind, json: Tagging): Promise<BulkResult> {
  return call(client.api.tags[':kind'].$put({ param: { kind }, json }));
}

/** Refetches the tags and everything that shows them. */
export function refreshTags(queryClient: QueryClient, { kind, refresh }: Tagged) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: tagsQuery(kind).queryKey }),
    refresh(queryClient),
  ]);
}
