import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { Commented } from '../comments.schema.ts';

export const commentsOf = client.api.comments[':kind'][':recordId'];

/** The comments on a record, page by page. */
export function commentsQuery(record: Commented) {
  return infiniteQueryOptions({
    queryKey: ['comments', record.kind, record.recordId],
    queryFn: ({ pageParam }) =>
      call(
        commentsOf.$get({
          param: record,
          query: pageParam === null ? {} : { after: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
