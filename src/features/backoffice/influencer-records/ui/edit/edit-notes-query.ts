import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** The person whom notes are about: an influencer or a fan. */
export type PersonOfNotes = { kind: 'influencers' | 'fans'; id: string };

/** The operations on the notes about a person. */
export function notesOperations(kind: PersonOfNotes['kind']) {
  // Both have the same shape, which the compiler cannot see through their addresses.
  return client.api[kind as 'influencers'][':id'].notes;
}

/** The notes about a person, page by page. */
export function notesQuery({ kind, id }: PersonOfNotes) {
  return infiniteQueryOptions({
    queryKey: [kind, 'notes', id],
    queryFn: ({ pageParam }) =>
      call(
        notesOperations(kind).$get({
          param: { id },
          query: pageParam === null ? {} : { after: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
