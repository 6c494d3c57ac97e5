import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, client } from '#src/client.ts';
import type { RenewPass } from './use-media-pass.ts';

/** All posts, newest first. */
export const contentPostsQuery = infiniteQueryOptions({
  queryKey: ['posts', 'content'],
  queryFn: ({ pageParam }) => call(client.api.posts.$get({ query: { cursor: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export const postableInfluencersQuery = queryOptions({
  queryKey: ['posts', 'influencers'],
  queryFn: async () => (await call(client.api.posts.influencers.$get())).influencers,
});

/** Asks for a new pass when one has run out; all thumbnails that fail with it share the answer. */
export function useRenewPass(): RenewPass {
  const queryClient = useQueryClient();
  return useCallback(
    (failedPass) =>
      queryClient.fetchQuery({
        queryKey: ['posts', 'pass', failedPass],
        queryFn: async () => (await call(client.api.posts.$get({ query: {} }))).pass,
        staleTime: Infinity,
      }),
    [queryClient],
  );
}
