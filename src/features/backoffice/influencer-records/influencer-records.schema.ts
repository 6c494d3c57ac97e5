import { z } from 'zod';
import { influencerFieldsSchema } from '#src/features/agency/influencers/influencers.schema.ts';
import { newPasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  ownerFilterSchema,
  ownerSchema,
} from '#src/features/identity/colleagues/colleagues.schema.ts';
import { tagFilterSchema, tagsSchema } from '#src/features/identity/tags/tags.schema.ts';
import { taskRowSchema } from '#src/features/work/tasks/tasks.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { agreementSchema } from './agreements.schema.ts';
import { influencerRecordSchema } from './edit-influencer.schema.ts';
import { noteSchema } from './notes.schema.ts';

export const INFLUENCER_STATUSES = ['active', 'suspended'] as const;
export type InfluencerStatus = (typeof INFLUENCER_STATUSES)[number];
/**
 * The filters by status; the account of a draft is active or suspended as well. `bank_details`
 * and `tax_details`: those with details that the caller may confirm; `strikes`: those
 * about whose account somebody has to decide.
 */
const STATUS_FILTERS = [
  ...INFLUENCER_STATUSES,
  'draft',
  'bank_details',
  'tax_details',
  'strikes',
] as const;
const SORTS = ['created', 'name', 'email'] as const;

/** Figures of an influencer. */
const figuresShape = {
  /** Monthly price; null without an active plan. */
  priceCents: z.int().nullable(),
  /** Active subscriptions. */
  subscriberCount: z.int(),
  /** Published posts. */
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
  /** Whether the back office shows the public page. */
  isActive: z.boolean(),
  /** Not shown to anybody before going live. */
  isDraft: z.boolean(),
  /** When the influencer was last invited; null once they have chosen a password. */
  invitedAt: instantSchema.nullable(),
  /** Sum of Instagram, TikTok and YouTube. */
  followerCount: z.number(),
  createdAt: instantSchema,
  owner: ownerSchema,
  tags: tagsSchema,
  ...figuresShape,
});
export type InfluencerRow = z.infer<typeof influencerRowSchema>;

/** The filters of the list. */
export const influencerFilterSchema = z.object({
  ...listingShape(SORTS, '-created'),
  category: z.enum(CATEGORIES).optional(),
  status: z.enum(STATUS_FILTERS).optional(),
  owner: ownerFilterSchema,
  tag: tagFilterSchema,
});
export type InfluencerFilter = z.output<typeof influencerFilterSchema>;
export const influencerPageSchema = listPageSchema(influencerRowSchema);

/** How many rows the page of an influencer shows of longer lists. */
export const OPEN_TASK_ROWS = 8;
export const RECENT_NOTES = 3;

const cents = z.int();

/** Everything on the page of an influencer. */
export const influencerDetailSchema = influencerRecordSchema.extend({
  ...figuresShape,
  image: z.string().nullable(),
  createdAt: instantSchema,
  owner: ownerSchema,
  tags: tagsSchema,
  taskCount: z.int(),
  /** The influencer's share, less refunds and disputes. */
  money: z.object({
    /** Of the UTC month. */
    monthCents: cents,
    lifetimeCents: cents,
    /** In no payout yet. */
    openCents: cents,
  }),
  /** Subscribers who came and left in the UTC month. */
  growth: z.object({ gained: z.int(), lost: z.int() }),
  /** The active plan, whose price is `priceCents`. */
  plan: z
    .object({
      id: z.uuid(),
      commissionPercent: z.number(),
      plannedCommission: z.object({ percent: z.number(), effectiveFrom: instantSchema }).nullable(),
    })
    .nullable(),
  /** Whether a creator agreement in force is missing; null if posts need none. */
  isAgreementMissing: z.boolean().nullable(),
  /** Whether confirmed tax details are missing; null if payouts need none. */
  areTaxDetailsMissing: z.boolean().nullable(),
  posts: z.object({
    lastAt: instantSchema.nullable(),
    scheduledCount: z.int(),
    nextAt: instantSchema.nullable(),
  }),
  /** The first open tasks by due date. */
  openTasks: z.object({ rows: z.array(taskRowSchema), total: z.int() }),
  /** The newest notes. */
  notes: z.object({ rows: z.array(noteSchema), total: z.int() }),
  agreements: z.array(agreementSchema),
});
export type InfluencerDetail = z.infer<typeof influencerDetailSchema>;

const newInfluencerFields = influencerFieldsSchema.extend({
  /** Null invites the influencer by mail to choose one. */
  password: newPasswordSchema.nullable(),
  /** The accepted application to convert. */
  applicationId: z.uuid().optional(),
});

type Typed = z.input<typeof newInfluencerFields>;

// Receives any body, also one that is not an object.
const withPublicUrl = (typed: Typed): unknown =>
  typeof typed === 'object' && typed !== null && !String(typed.publicUrl ?? '').trim()
    ? { ...typed, publicUrl: typed.fullName }
    : typed;

/** The payload of Create Influencer; an empty public URL is derived from the full name. */
export const newInfluencerSchema = z.preprocess(withPublicUrl, newInfluencerFields);
export type NewInfluencer = z.output<typeof newInfluencerSchema>;
