import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
} from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { MarketplacePage, MarketplaceSearch, Sort } from '../marketplace.schema.ts';

/** Prefix of the query key of every list of the marketplace. */
export const MARKETPLACE_LISTS_KEY = ['marketplace', 'list'];

/** A position in a list, with the order that the position belongs to. */
type PageParam = { cursor?: string; sort?: Sort };
/** The loaded pages of a list of the marketplace. */
export type MarketplacePages = InfiniteData<MarketplacePage, PageParam>;

/** The pages of the marketplace with these filters. */
export function marketplaceQuery({ favorites, hideSubscribed, ...search }: MarketplaceSearch) {
  const filter = {
    ...search,
    ...(favorites && { favorites: 'true' as const }),
    ...(hideSubscribed && { hideSubscribed: 'true' as const }),
  };
  return infiniteQueryOptions({
    queryKey: [...MARKETPLACE_LISTS_KEY, filter],
    queryFn: ({ pageParam }): Promise<MarketplacePage> =>
      call(client.api.marketplace.$get({ query: { ...filter, ...pageParam } })),
    initialPageParam: {} as PageParam,
    getNextPageParam: ({ nextCursor, sort }) =>
      nextCursor === null ? null : { cursor: nextCursor, sort },
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
