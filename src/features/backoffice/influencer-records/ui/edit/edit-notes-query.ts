import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';

/** The notes about an influencer, page by page. */
export function notesQuery(influencerId: string) {
  return infiniteQueryOptions({
    queryKey: ['influencer-notes', influencerId],
    queryFn: ({ pageParam }) =>
      call(
        client.api.influencers[':id'].notes.$get({
          param: { id: influencerId },
          query: pageParam === null ? {} : { after: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
