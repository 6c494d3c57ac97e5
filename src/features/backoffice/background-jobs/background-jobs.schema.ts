import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { BULK_LIMIT, listingShape, listPageSchema } from '#src/lib/listing.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';

/** The states of a run; `retry` waits for another attempt. */
export const RUN_STATES = [
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed',
] as const;
export type RunState = (typeof RUN_STATES)[number];

const queueName = z.string().trim().min(1).max(100);

/** A job whose last attempt failed. Its data are never shown: they may contain addresses and links. */
export const failedJobSchema = z.object({
  id: z.uuid(),
  queue: z.string(),
  createdAt: instantSchema,
  failedAt: instantSchema,
  attempts: z.int(),
  /** The class of the error and its message, without addresses and secrets. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const failedJobQuerySchema = z.object({
  ...listingShape(['failed'], '-failed'),
  queue: queueName.optional(),
});
export const failedJobPageSchema = listPageSchema(failedJobSchema);

/** Failed jobs to retry or to discard. */
export const jobSelectionSchema = z.object({
  jobs: z
    .array(z.object({ queue: queueName, id: z.uuid() }))
    .min(1, 'Select at least one row')
    .max(BULK_LIMIT, `At most ${formatNumber(BULK_LIMIT)} rows can be changed at once`),
});

/** A queue with its jobs. */
export const jobQueueSchema = z.object({
  queue: z.string(),
  /** Jobs that are due or for later, those that are retried included. */
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  retried: z.int(),
  oldestWaitingSince: instantSchema.nullable(),
});
export type JobQueue = z.infer<typeof jobQueueSchema>;

/** A job that runs by the clock, with its newest run. */
export const jobScheduleSchema = z.object({
  name: z.string(),
  cron: z.string(),
  lastRun: z.object({ state: z.enum(RUN_STATES), at: instantSchema }).nullable(),
  nextAt: instantSchema.nullable(),
  isLate: z.boolean(),
});
export type JobSchedule = z.infer<typeof jobScheduleSchema>;

export const jobOverviewSchema = z.object({
  queues: z.array(jobQueueSchema),
  schedules: z.array(jobScheduleSchema),
});
export type JobOverview = z.infer<typeof jobOverviewSchema>;
