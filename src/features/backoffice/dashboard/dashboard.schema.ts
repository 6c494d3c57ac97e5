import { z } from 'zod';
import { TASK_STATUSES } from '#src/features/work/tasks/tasks.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

const count = z.int();
const cents = z.int();

/** Number of weeks in the trends, including the current one. */
export const TREND_WEEKS = 12;
/** Number of tasks on an influencer's dashboard. */
export const NEXT_TASKS = 5;

/** The back office's figures. Counts stop at FIGURE_LIMIT + 1; money and subscribers are exact. */
export const backOfficeDashboardSchema = z.object({
  /** `late` ones have been pending for longer than the promised answer time. */
  applications: z.object({ total: count, pending: count, late: count }),
  people: z.object({ influencers: count, staff: count, admins: count, newFans: count }),
  /** `overdue` ones are also open; `toReview` and `closed` are completed. */
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
  /** Failed or overdue payments, and refunds that staff have to make manually. */
  payments: z.object({ issues: count, refundsOwed: count }),
  estimatedMonthlyRevenueCents: cents,
  openMessages: count,
});
export type BackOfficeDashboard = z.infer<typeof backOfficeDashboardSchema>;

/** Weekly counts, oldest first; the last week is not over. */
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
  /** The share of fans' payments, less reversals; months and years in UTC. */
  earnings: z.object({ monthCents: cents, yearCents: cents, lifetimeCents: cents }),
  activeSubscribers: count,
  tasksOpen: count,
  tasksCompleted: count,
  postsPublished: count,
  totalFollowers: count,
  /** Whether visitors can see the page. */
  hasPublicPage: z.boolean(),
  /** Open tasks by due date. */
  nextTasks: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(TASK_STATUSES),
      dueDate: instantSchema.nullable(),
      /** Time of the first submission, if changes were requested since. */
      completedAt: instantSchema.nullable(),
    }),
  ),
});
export type InfluencerDashboard = z.infer<typeof influencerDashboardSchema>;
