import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';
import type { MarketplaceSearch } from '../marketplace.schema.ts';

/** The pages of the marketplace with these filters. */
export function marketplaceQuery(search: MarketplaceSearch) {
  return infiniteQueryOptions({
    queryKey: ['marketplace', search],
    queryFn: ({ pageParam }) =>
      call(
        client.api.marketplace.$get({
          query: { ...search, ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** One influencer by public URL. @throws ApiError 'not-found' */
export function influencerPageQuery(publicUrl: string) {
  return queryOptions({
    queryKey: ['marketplace', 'influencer', publicUrl],
    queryFn: async () => {
      const param = { publicUrl };
      return (await call(client.api.marketplace[':publicUrl'].$get({ param }))).influencer;
    },
  });
}
