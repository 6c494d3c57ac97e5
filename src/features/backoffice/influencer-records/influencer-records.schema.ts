import { z } from 'zod';
import { influencerFieldsSchema } from '#src/features/agency/influencers/influencers.schema.ts';
import { newPasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { influencerRecordSchema } from './edit-influencer.schema.ts';

export const INFLUENCER_STATUSES = ['active', 'suspended'] as const;
export type InfluencerStatus = (typeof INFLUENCER_STATUSES)[number];
const SORTS = ['created', 'name', 'email'] as const;

/** What hangs on an influencer. */
const figuresShape = {
  /** What a month costs; null without an active plan. */
  priceCents: z.int().nullable(),
  /** Active ones. */
  subscriberCount: z.int(),
  /** Published ones. */
  postCount: z.int(),
};

export const influencerRowSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  publicUrl: z.string().nullable(),
  contentCategory: z.string().nullable(),
  /** Stem of a public picture (see lib/images.ts), or an avatar's address. */
  image: z.string().nullable(),
  status: z.enum(INFLUENCER_STATUSES),
  /** Whether the office lets the public page be shown. */
  isActive: z.boolean(),
  /** On Instagram, TikTok and YouTube together. */
  followerCount: z.number(),
  createdAt: instantSchema,
  ...figuresShape,
});
export type InfluencerRow = z.infer<typeof influencerRowSchema>;

/** What the list is asked by, beside its order and its page. */
export const influencerFilterSchema = z.object({
  ...listingShape(SORTS, '-created'),
  category: z.enum(CATEGORIES).optional(),
  status: z.enum(INFLUENCER_STATUSES).optional(),
});
export type InfluencerFilter = z.output<typeof influencerFilterSchema>;
export const influencerPageSchema = listPageSchema(influencerRowSchema);

/** One influencer as the office looks at them. */
export const influencerDetailSchema = influencerRecordSchema.extend({
  ...figuresShape,
  image: z.string().nullable(),
  createdAt: instantSchema,
  /** What a deletion would take along, beside posts and subscriptions. */
  taskCount: z.int(),
});
export type InfluencerDetail = z.infer<typeof influencerDetailSchema>;

const newInfluencerFields = influencerFieldsSchema.extend({
  password: newPasswordSchema,
  /** The accepted application that is converted. */
  applicationId: z.uuid().optional(),
});

type Typed = z.input<typeof newInfluencerFields>;

// Whatever is sent comes by here, also what is no object.
const withPublicUrl = (typed: Typed): unknown =>
  typeof typed === 'object' && typed !== null && !String(typed.publicUrl ?? '').trim()
    ? { ...typed, publicUrl: typed.fullName }
    : typed;

/** What Create Influencer sends; an empty public URL is made of the full name. */
export const newInfluencerSchema = z.preprocess(withPublicUrl, newInfluencerFields);
export type NewInfluencer = z.output<typeof newInfluencerSchema>;
