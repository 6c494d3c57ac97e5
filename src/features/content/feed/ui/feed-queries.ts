import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { FeedFilter, FeedScope } from '#src/features/content/posts/feed.schema.ts';
import type { PostPage } from '#src/features/content/posts/posts.schema.ts';

/** A list of posts that is read page by page. */
export type PostSource = {
  /** Unique among all lists. */
  id: string;
  fetchPage: (cursor: string | undefined) => Promise<PostPage>;
};

export function feedSource(scope: FeedScope, filter: FeedFilter): PostSource {
  return {
    id: JSON.stringify([scope, filter.search, filter.influencerId, filter.category]),
    fetchPage: (cursor) => {
      const query = { ...filter, cursor };
      return scope === 'mine'
        ? call(client.api.feed.$get({ query }))
        : call(client.api.feed.public.$get({ query }));
    },
  };
}

export function influencerSource(influencerId: string): PostSource {
  return {
    id: influencerId,
    fetchPage: (cursor) =>
      call(
        client.api.influencers[':influencerId'].posts.$get({
          param: { influencerId },
          query: { cursor },
        }),
      ),
  };
}

/** How many posts match the filters. */
export function feedCountsQuery(scope: FeedScope, filter: FeedFilter) {
  return queryOptions({
    queryKey: ['feed', 'counts', scope, filter],
    queryFn: () => call(client.api.feed.counts.$get({ query: { ...filter, scope } })),
  });
}

/** The influencers by whom the feed can be filtered. */
export function feedInfluencersQuery(scope: FeedScope) {
  return queryOptions({
    queryKey: ['feed', 'influencers', scope],
    queryFn: () => call(client.api.feed.influencers.$get({ query: { scope } })),
    staleTime: 5 * 60_000,
  });
}

export function influencerHeaderQuery(influencerId: string) {
  return queryOptions({
    queryKey: ['feed', 'header', influencerId],
    queryFn: () =>
      call(client.api.influencers[':influencerId'].header.$get({ param: { influencerId } })),
  });
}
