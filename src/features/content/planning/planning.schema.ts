import { z } from 'zod';
import {
  CAPTION_MAXIMUM_LENGTH,
  performerIds,
  POST_STATES,
} from '#src/features/content/posts/posts.schema.ts';
import {
  AI_LABELS,
  postAiUseSchema,
} from '#src/features/content/publication-rule/ai-use.schema.ts';
import { timeZoneSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { filterInstantSchema, instantSchema } from '#src/lib/instant.ts';
import { versionSchema } from '#src/lib/version.ts';

/** The longest period that the calendar shows: six weeks, one hour longer when summer time ends. */
const MAXIMUM_PERIOD_MS = (42 * 24 + 1) * 60 * 60_000;
/** The maximum number of posts in a calendar. */
export const CALENDAR_LIMIT = 1_000;

export const calendarQuerySchema = z
  .object({
    from: filterInstantSchema,
    /** Exclusive. */
    to: filterInstantSchema,
    influencerId: z.uuid().optional(),
  })
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= MAXIMUM_PERIOD_MS,
    'Choose six weeks or less',
  );
export type CalendarQuery = z.output<typeof calendarQuerySchema>;

/** A post as the calendar shows it. */
export const calendarPostSchema = z.object({
  id: z.uuid(),
  version: versionSchema,
  state: z.enum(POST_STATES),
  /** Time of publication, else the scheduled or planned time. */
  at: instantSchema,
  /** The time zone in which the time was chosen. */
  timeZone: z.string().nullable(),
  /** The beginning of the caption. */
  caption: z.string(),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }).nullable(),
  fileCount: z.int(),
  /** What fans are shown about the use of AI. */
  aiLabel: z.enum(AI_LABELS).nullable(),
  /** Whether the processing of a file has failed, so that the post is not published. */
  hasFailed: z.boolean(),
  /** Whether it is scheduled and somebody in it prevents its publication. */
  isBlocked: z.boolean(),
});
export type CalendarPost = z.infer<typeof calendarPostSchema>;

export const calendarSchema = z.object({
  posts: z.array(calendarPostSchema),
  /** Whether the period contains more posts than {@link CALENDAR_LIMIT}. */
  hasMore: z.boolean(),
});

/** Influencers with the posts around the present, those without a post for the longest time first. */
export const postingPageSchema = z.object({
  influencers: z.array(
    z.object({
      id: z.uuid(),
      fullName: z.string(),
      lastAt: instantSchema.nullable(),
      /** The next scheduled post. */
      nextAt: instantSchema.nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

/** A new time for a scheduled post or a draft with a planned time. */
export const postMoveSchema = z.object({
  at: filterInstantSchema,
  timeZone: timeZoneSchema,
  version: versionSchema,
});

/** The maximum number of posts that are created at once. */
export const MAXIMUM_PLANNED_POSTS = 60;

/** One post for each file, all for one influencer. */
export const plannedPostsSchema = z
  .object({
    influencerId: z.uuid('Influencer is required'),
    performerIds,
    category: z.enum(CATEGORIES, 'Category is required'),
    aiUse: postAiUseSchema,
    timeZone: timeZoneSchema,
    /** Whether to schedule the posts; otherwise they become drafts with a planned time. */
    isScheduled: z.boolean(),
    posts: z
      .array(
        z.object({
          caption: z.string().trim().max(CAPTION_MAXIMUM_LENGTH),
          mediaId: z.uuid(),
          at: filterInstantSchema,
        }),
      )
      .min(1, 'At least one media file is required')
      .max(MAXIMUM_PLANNED_POSTS, `Maximum ${MAXIMUM_PLANNED_POSTS} files allowed`),
  })
  .superRefine(({ isScheduled, posts }, context) => {
    for (const [index, { caption }] of posts.entries()) {
      if (!isScheduled || caption !== '') continue;
      context.addIssue({
        code: 'custom',
        path: ['posts', index, 'caption'],
        message: 'Caption is required',
      });
    }
  });
export type PlannedPosts = z.output<typeof plannedPostsSchema>;
