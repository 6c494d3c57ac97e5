import { z } from 'zod';

export const REVIEW_TIME_UNITS = ['day', 'week'] as const;
export type ReviewTimeUnit = (typeof REVIEW_TIME_UNITS)[number];
/** How many days or weeks are shown, the present one included. */
export const SHOWN_REVIEW_TIMES: Record<ReviewTimeUnit, number> = { day: 30, week: 26 };

export const reviewTimesQuerySchema = z.object({
  unit: z.enum(REVIEW_TIME_UNITS).default('week'),
});

/** How long decisions took from when the content of a post was ready; undone ones do not count. */
export const reviewTimeFiguresSchema = z.object({
  decisions: z.int(),
  /** Half of the decisions took at most so many minutes; null without decisions. */
  medianMinutes: z.number().nullable(),
  /** Nine of ten decisions took at most so many minutes; null without decisions. */
  p90Minutes: z.number().nullable(),
  /** Decisions within the agency's aim. */
  withinAim: z.int(),
});
export type ReviewTimeFigures = z.infer<typeof reviewTimeFiguresSchema>;

export const reviewTimesSchema = z.object({
  unit: z.enum(REVIEW_TIME_UNITS),
  /** Within how many hours a post should be reviewed (`REVIEW_AIM_HOURS`). */
  aimHours: z.int(),
  /** What waits now, for how long the longest, and how many of them longer than the aim. */
  waiting: z.object({
    posts: z.int(),
    longestMinutes: z.number().nullable(),
    beyondAim: z.int(),
  }),
  /** All decisions since the first day shown. */
  total: reviewTimeFiguresSchema,
  /** By day or week (UTC, from Monday on), the newest first; those without decisions are included. */
  periods: z.array(reviewTimeFiguresSchema.extend({ from: z.iso.date() })),
  /** By who decided, most decisions first; a deleted colleague has no name. */
  reviewers: z.array(reviewTimeFiguresSchema.extend({ id: z.uuid(), name: z.string().nullable() })),
});
export type ReviewTimes = z.infer<typeof reviewTimesSchema>;
