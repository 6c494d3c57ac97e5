import { z } from 'zod';
import { subscribeStateSchema } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { instantSchema } from '#src/lib/instant.ts';

/**
 * Price ranges in cents: from inclusive, to exclusive. Boundaries belong to the higher range,
 * except $100.
 */
export const PRICE_RANGES = {
  'under-20': { label: 'Under $20', from: 0, to: 2_000 },
  '20-50': { label: '$20 - $50', from: 2_000, to: 5_001 },
  '50-100': { label: '$50 - $100', from: 5_001, to: 10_001 },
  'over-100': { label: 'Over $100', from: 10_001, to: null },
} as const;
export type PriceRange = keyof typeof PRICE_RANGES;

export const SORTS = [
  'recommended',
  'popular',
  'newest',
  'oldest',
  'price-low',
  'price-high',
  'name',
] as const;
export type Sort = (typeof SORTS)[number];

/** One or several categories. */
const categoriesSchema = z.union([
  z.enum(CATEGORIES).transform((category) => [category]),
  z.array(z.enum(CATEGORIES)).max(CATEGORIES.length),
]);

const switchSchema = z.literal('true').transform(() => true as const);

export const marketplaceFilterSchema = z.object({
  search: z.string().trim().max(100).optional(),
  category: categoriesSchema.optional(),
  price: z.enum(Object.keys(PRICE_RANGES) as [PriceRange, ...PriceRange[]]).optional(),
  /** Only the fan's favorites; ignored for everyone but fans, like `hideSubscribed`. */
  favorites: switchSchema.optional(),
  /** Omits the influencers that the fan has a subscription to. */
  hideSubscribed: switchSchema.optional(),
  /** By default `recommended` for fans with preferences, else `newest`. */
  sort: z.enum(SORTS).optional(),
});

/** Page size of the marketplace. */
export const MARKETPLACE_PAGE_SIZE = 24;

/** The marketplace counts influencers only up to this limit and shows "200+" above it. */
export const MARKETPLACE_COUNT_LIMIT = 200;

export const marketplaceQuerySchema = marketplaceFilterSchema.extend({
  /** This influencer is listed first; send it with every page of a list. */
  highlight: z.uuid().optional(),
  cursor: z.string().max(400).optional(),
});
export type MarketplaceQuery = z.output<typeof marketplaceQuerySchema>;

/** The query of /marketplace; invalid values are ignored. */
export const marketplaceSearchSchema = z.object({
  search: z.coerce.string().trim().max(100).optional().catch(undefined),
  category: categoriesSchema.optional().catch(undefined),
  price: marketplaceFilterSchema.shape.price.catch(undefined),
  favorites: z.literal(true).optional().catch(undefined),
  hideSubscribed: z.literal(true).optional().catch(undefined),
  sort: z.enum(SORTS).optional().catch(undefined),
  highlight: z.uuid().optional().catch(undefined),
});
export type MarketplaceSearch = z.output<typeof marketplaceSearchSchema>;

export const marketplaceCardSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  publicUrl: z.string().nullable(),
  contentCategory: z.string().nullable(),
  bio: z.string().nullable(),
  /** Stem of a public picture (see lib/images.ts). */
  image: z.string().nullable(),
  priceCents: z.int(),
  /** Active subscriptions, counted every ten minutes. */
  subscriberCount: z.int(),
  postCount: z.int(),
  subscribeState: subscribeStateSchema,
  /** Whether the influencer is one of the fan's favorites. */
  isFavorite: z.boolean(),
  createdAt: instantSchema,
});
export type MarketplaceCard = z.infer<typeof marketplaceCardSchema>;

export const marketplacePageSchema = z.object({
  influencers: z.array(marketplaceCardSchema),
  /** Send it to get the next page; null on the last page. */
  nextCursor: z.string().nullable(),
  /** Number of influencers that match the filters, on all pages; MARKETPLACE_COUNT_LIMIT + 1 if there are more. */
  total: z.int(),
  /** The order of this page; send it with the cursor to get the next page in the same order. */
  sort: z.enum(SORTS),
  /** Whether the viewer is a fan with preferences, who can sort by recommendation. */
  canRecommend: z.boolean(),
});
export type MarketplacePage = z.infer<typeof marketplacePageSchema>;

/** Whether an influencer is one of the fan's favorites. */
export const favoriteSchema = z.object({ isFavorite: z.boolean() });

/** An influencer as on the public page and the subscribe page. Pictures are stems. */
export const influencerPageSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  publicUrl: z.string(),
  contentCategory: z.string().nullable(),
  bio: z.string().nullable(),
  image: z.string().nullable(),
  /** Null without an active plan. */
  planId: z.uuid().nullable(),
  priceCents: z.int().nullable(),
  subscribeState: subscribeStateSchema,
  themeColor: z.string().nullable(),
  hero: z.object({
    title: z.string().nullable(),
    subtitle: z.string().nullable(),
    image: z.string().nullable(),
    alignment: z.enum(['top-center', 'center', 'bottom-center']),
  }),
  about: z.object({
    title: z.string().nullable(),
    content: z.string().nullable(),
    images: z.array(z.string()),
  }),
  sneakPeekImages: z.array(z.string()),
  whySignup: z.object({
    title: z.string().nullable(),
    content: z.string().nullable(),
    images: z.array(z.string()),
  }),
  readyBackground: z.string().nullable(),
  /** Social profiles; `count` is followers or subscribers. */
  socials: z.array(
    z.object({
      platform: z.enum(['Instagram', 'TikTok', 'YouTube', 'OnlyFans']),
      handle: z.string().nullable(),
      count: z.int(),
    }),
  ),
  postCount: z.int(),
  photoCount: z.int(),
  videoMinutes: z.int(),
  lastPostAt: instantSchema.nullable(),
});
export type InfluencerPage = z.infer<typeof influencerPageSchema>;
