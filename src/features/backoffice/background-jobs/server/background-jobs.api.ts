import type { Pool } from 'pg';
import { bulkResultSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations, type RequestEnv } from '#src/platform/http/operation.ts';
import {
  discardFailedJobs,
  listFailedJobs,
  retryFailedJobs,
  type JobKey,
} from '#src/platform/jobs/failed-jobs.ts';
import { readQueueFigures } from '#src/platform/jobs/jobs-state.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  failedJobPageSchema,
  failedJobQuerySchema,
  jobOverviewSchema,
  jobSelectionSchema,
  type FailedJob,
} from '../background-jobs.schema.ts';

const admin = as('admin');

const FAILED_JOB: FailedJob = {
  id: '7c1a9e52-3f0b-4b7d-8a65-2d9e4c6f1b30',
  queue: 'mail',
  createdAt: '2026-11-21T09:30:00.000Z',
  failedAt: '2026-11-21T11:42:00.000Z',
  attempts: 6,
  reason: 'The mail server refused it with code 550',
};

const BULK_EXAMPLE = {
  changed: [FAILED_JOB.id],
  refused: [{ id: '1f6f0a7e-93cb-4f35-9c57-0f1c7a2e8d44', reason: 'It has been retried already' }],
};

type Dependencies = { db: Db; pool: Pool; jobs: Jobs };

type Recorded = {
  context: { var: Pick<RequestEnv['Variables'], 'recordAccess'> };
  actor: Parameters<RequestEnv['Variables']['recordAccess']>[0];
};

/** Records a change of a job in the audit trail. Its data are not recorded. */
const recordJob =
  ({ context, actor }: Recorded, action: 'changed' | 'deleted') =>
  (tx: Db, { queue, id }: JobKey) =>
    context.var.recordAccess(
      actor,
      {
        action,
        entity: 'jobs',
        entityId: id,
        label: queue,
        before: { state: 'failed' },
        ...(action === 'changed' && { after: { state: 'retry' } }),
      },
      tx,
    );

/** The background jobs: queues, schedules, and what failed. */
export function backgroundJobsApi(services: Dependencies) {
  const { pool, jobs } = services;
  return operations([
    admin.get(
      '/api/jobs',
      {
        id: 'getJobOverview',
        summary: 'List the queues with their jobs, counted every 15 seconds, and the schedules',
        output: jobOverviewSchema,
        example: {
          queues: [
            {
              queue: 'mail',
              waiting: 3,
              active: 1,
              failed: 2,
              retried: 1,
              oldestWaitingSince: '2026-11-21T09:30:00.000Z',
            },
          ],
          schedules: [
            {
              name: 'payout-run',
              cron: '15 3 * * *',
              lastRun: { state: 'completed', at: '2026-11-21T03:15:08.000Z' },
              nextAt: '2026-11-22T03:15:00.000Z',
              isLate: false,
            },
          ],
        },
      },
      async () => {
        const [queues, schedules] = await Promise.all([
          readQueueFigures(pool),
          jobs.readSchedules(),
        ]);
        return { queues, schedules };
      },
    ),
    admin.get(
      '/api/jobs/failed',
      {
        id: 'listFailedJobs',
        summary: 'List the jobs whose last attempt failed, by queue, without their data',
        query: failedJobQuerySchema,
        output: failedJobPageSchema,
        example: { rows: [FAILED_JOB], total: 1, previous: null, next: null },
      },
      ({ query }) => listFailedJobs(pool, query),
    ),
    admin.post(
      '/api/jobs/retry',
      {
        id: 'retryFailedJobs',
        summary: 'Let failed jobs run once more; jobs in other states are refused with the reason',
        body: jobSelectionSchema,
        output: bulkResultSchema,
        example: BULK_EXAMPLE,
      },
      (call) => retryFailedJobs(services, call.body.jobs, recordJob(call, 'changed')),
    ),
    admin.post(
      '/api/jobs/discard',
      {
        id: 'discardFailedJobs',
        needsConfirmation: true,
        summary: 'Delete failed jobs without running them; what they were for does not take place',
        body: jobSelectionSchema,
        output: bulkResultSchema,
        example: BULK_EXAMPLE,
      },
      (call) => discardFailedJobs(services, call.body.jobs, recordJob(call, 'deleted')),
    ),
  ]);
}
