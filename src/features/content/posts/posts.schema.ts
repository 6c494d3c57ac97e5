import { z } from 'zod';
import {
  MAXIMUM_FILES_PER_POST,
  MEDIA_TYPES,
  studioMediaSchema,
} from '#src/features/content/media/media.schema.ts';
import {
  AI_LABELS,
  AI_USES,
  postAiUseSchema,
} from '#src/features/content/publication-rule/ai-use.schema.ts';
import { obstacleSchema } from '#src/features/content/publication-rule/publication-rule.schema.ts';
import { postReviewStateSchema } from '#src/features/content/publication-rule/review-states.schema.ts';
import { timeZoneSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { lockedStateSchema } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { filterInstantSchema, instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';

/** One file of a post. `source` is null in a locked post, which shows only the teaser. */
export const postMediaSchema = z.object({
  mediaType: z.enum(MEDIA_TYPES),
  width: z.int(),
  height: z.int(),
  durationSeconds: z.number().nullable(),
  /** Blurred, very small picture as a data: address. */
  teaser: z.string(),
  source: z.object({ id: z.uuid(), widths: z.array(z.int()) }).nullable(),
});

export const postSchema = z.object({
  id: z.uuid(),
  caption: z.string(),
  category: z.enum(CATEGORIES),
  /** What AI made of it; null for a post without AI. */
  aiLabel: z.enum(AI_LABELS).nullable(),
  publishedAt: instantSchema,
  influencer: z.object({
    id: z.uuid(),
    fullName: z.string(),
    publicUrl: z.string().nullable(),
  }),
  locked: z.boolean(),
  /** Only in a locked post: the state of the viewer's subscription to the influencer. */
  subscribeState: lockedStateSchema.optional(),
  /** Only in a locked post: the monthly price, if the influencer has one. */
  priceCents: z.int().optional(),
  /** Whether the viewer has an unread notification of the post. */
  unread: z.boolean(),
  /** All files in order. */
  media: z.array(postMediaSchema),
});
export type Post = z.infer<typeof postSchema>;

/** A page of posts, newest first. */
export const postPageSchema = z.object({
  posts: z.array(postSchema),
  /** Media token: the query string for the media addresses of this page (see lib/media-links.ts). */
  mediaToken: z.string(),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
export type PostPage = z.infer<typeof postPageSchema>;

export const CAPTION_MAXIMUM_LENGTH = 5_000;

/** A hidden post is the subject of a complaint. */
export const POST_STATES = ['draft', 'scheduled', 'published', 'hidden'] as const;
export type PostState = (typeof POST_STATES)[number];

/** A post as the studio shows it. */
export const studioPostSchema = z.object({
  id: z.uuid(),
  /** Required in every change; a change of an older version is refused. */
  version: versionSchema,
  /** A scheduled post whose time has come waits until its files are ready. */
  state: z.enum(POST_STATES),
  caption: z.string(),
  category: z.enum(CATEGORIES).nullable(),
  /** What AI made of it; null as long as nobody has said. */
  aiUse: z.enum(AI_USES).nullable(),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
  createdAt: instantSchema,
  publishAt: instantSchema.nullable(),
  /** The planned time of a draft, which publishes nothing. */
  plannedAt: instantSchema.nullable(),
  /** The time zone in which the scheduled or planned time was chosen. */
  timeZone: z.string().nullable(),
  publishedAt: instantSchema.nullable(),
  /** Number of fans who have viewed the post. */
  views: z.int(),
  media: z.array(studioMediaSchema),
  /** The people in the post beside its influencer. */
  people: z.array(z.object({ id: z.uuid(), fullName: z.string() })),
  /** Who prevents the publication, and why; none for a published post. */
  obstacles: z.array(obstacleSchema),
  /** The review of a post that is not published, as long as it does not allow the publication. */
  review: postReviewStateSchema.nullable(),
});
export type StudioPost = z.infer<typeof studioPostSchema>;

/** A page of the studio, newest first; `mediaToken` as in {@link postPageSchema}. */
export const studioPageSchema = z.object({
  posts: z.array(studioPostSchema),
  mediaToken: z.string(),
  nextCursor: z.string().nullable(),
});

/**
 * Filters by state; `failed` selects posts with a failed file, `blocked` scheduled ones that somebody
 * in them prevents from being published, `in-review` those that wait for their review, and `returned`
 * those that were not approved.
 */
export const STUDIO_STATES = [
  ...POST_STATES,
  'failed',
  'blocked',
  'in-review',
  'returned',
] as const;

/** Filters by what AI made of posts; `unstated` selects those about which nobody has said. */
export const AI_USE_FILTERS = [...AI_USES, 'unstated'] as const;

export const STUDIO_SORTS = ['newest', 'oldest', 'views'] as const;

/** Filters and order of the studio, stored in the address of the page; newest first by default. */
export const studioFilterSchema = z.object({
  search: z.string().trim().max(100).optional(),
  influencerId: z.uuid().optional(),
  category: z.enum(CATEGORIES).optional(),
  state: z.enum(STUDIO_STATES).optional(),
  aiUse: z.enum(AI_USE_FILTERS).optional(),
  /** Bounds of the date of publication (else of the plan, else of the creation); `to` is exclusive. */
  from: filterInstantSchema.optional(),
  to: filterInstantSchema.optional(),
  sort: z.enum(STUDIO_SORTS).optional(),
});
export type StudioFilter = z.infer<typeof studioFilterSchema>;
export const studioQuerySchema = studioFilterSchema.extend({
  cursor: z.string().max(100).optional(),
});

const caption = z.string().trim().min(1, 'Caption is required').max(CAPTION_MAXIMUM_LENGTH);
const category = z.enum(CATEGORIES, 'Category is required');
/** Ids of completely uploaded files in display order. */
const mediaIds = z
  .array(z.uuid())
  .max(MAXIMUM_FILES_PER_POST, `Maximum ${MAXIMUM_FILES_PER_POST} files allowed`);

/** People in a post beside its influencer. */
export const PEOPLE_LIMIT = 20;
/** Ids of performers in the post beside its influencer; they stay the same if omitted. */
export const performerIds = z
  .array(z.uuid())
  .max(PEOPLE_LIMIT, `At most ${PEOPLE_LIMIT} people`)
  .optional();

export const newPostSchema = z.object({
  caption,
  category,
  aiUse: postAiUseSchema,
  influencerId: z.uuid('Influencer is required'),
  performerIds,
  mediaIds: mediaIds.min(1, 'At least one media file is required'),
  /** Time of publication; immediately if omitted. */
  publishAt: z.iso.datetime().optional(),
  /** The time zone in which the time was chosen; that of the user's account if omitted. */
  timeZone: timeZoneSchema.optional(),
});

/** A draft may be incomplete. */
export const draftSchema = z.object({
  caption: z.string().max(CAPTION_MAXIMUM_LENGTH),
  category: z.enum(CATEGORIES).nullable(),
  aiUse: postAiUseSchema,
  influencerId: z.uuid().nullable(),
  performerIds,
  mediaIds,
  /** When the post is to be published; a draft is never published by itself. */
  plan: z.object({ at: filterInstantSchema, timeZone: timeZoneSchema }).nullable().default(null),
});
export const savedDraftSchema = draftSchema.extend({ version: versionSchema });
export const publishedDraftSchema = newPostSchema.extend({ version: versionSchema });

/** The fields that can be changed once a post is scheduled or published. */
export const postChangeSchema = z.object({
  caption,
  category,
  aiUse: postAiUseSchema,
  performerIds,
  /** Only for a scheduled post; its files stay the same if omitted. */
  mediaIds: mediaIds.min(1, 'At least one media file is required').optional(),
  version: versionSchema,
});

export const postVersionSchema = z.object({ id: z.uuid(), version: versionSchema });

export const VIEWED_POSTS_MAXIMUM = 50;
/** Unlocked posts that a fan has had on the screen. */
export const viewedPostsSchema = z.object({
  postIds: z.array(z.uuid()).min(1).max(VIEWED_POSTS_MAXIMUM),
});
