import { z } from 'zod';
import { TASK_STATUSES } from '#src/features/work/tasks/tasks.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { formatCount } from '#src/lib/listing.ts';

const count = z.int();
const cents = z.int();

/** Figures are counted so far and no further: what is beyond shows as "10,000+". */
export const FIGURE_LIMIT = 10_000;
export const figureLabel = (count: number): string => formatCount(count, FIGURE_LIMIT);
/** How many weeks the trends go back, with the present one. */
export const TREND_WEEKS = 12;
/** How many of an influencer's tasks their dashboard shows. */
export const NEXT_TASKS = 5;

/** The office's figures. Counts stop at FIGURE_LIMIT + 1; money and subscribers are exact. */
export const officeDashboardSchema = z.object({
  /** `late` ones are pending for longer than an answer was promised within. */
  applications: z.object({ total: count, pending: count, late: count }),
  people: z.object({ influencers: count, staff: count, admins: count, newFans: count }),
  /** `overdue` ones are open too; `toReview` and `closed` are the completed ones. */
  tasks: z.object({
    total: count,
    assigned: count,
    inProgress: count,
    toReview: count,
    closed: count,
    rejected: count,
    failed: count,
    cancelled: count,
    overdue: count,
  }),
  activeSubscribers: count,
  /** Payments that failed or are overdue, and refunds that staff have to make by hand. */
  payments: z.object({ issues: count, refundsOwed: count }),
  estimatedMonthlyRevenueCents: cents,
  openMessages: count,
});
export type OfficeDashboard = z.infer<typeof officeDashboardSchema>;

/** What happened in each of the last weeks, oldest first; the last one is not over. */
export const trendsSchema = z.object({
  weeks: z.array(
    z.object({
      /** The week's Monday, in UTC. */
      start: z.iso.date(),
      subscriptionsStarted: count,
      subscriptionsEnded: count,
      applications: count,
    }),
  ),
});
export type Trends = z.infer<typeof trendsSchema>;

/** An influencer's figures. */
export const influencerDashboardSchema = z.object({
  /** Their share of what fans paid, less what was taken back of it; months and years in UTC. */
  earnings: z.object({ monthCents: cents, yearCents: cents, lifetimeCents: cents }),
  activeSubscribers: count,
  tasksOpen: count,
  tasksCompleted: count,
  postsPublished: count,
  totalFollowers: count,
  /** Whether visitors can see their page. */
  hasPublicPage: z.boolean(),
  /** Open ones, those that are due first. */
  nextTasks: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(TASK_STATUSES),
      dueDate: instantSchema.nullable(),
    }),
  ),
});
export type InfluencerDashboard = z.infer<typeof influencerDashboardSchema>;
