import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { BulkResult, ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parseDatabaseError, type Db } from '#src/platform/database/db.ts';
import { containsText } from '#src/platform/database/statement.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import { failureReason, type StoredFailure } from './failure-reason.ts';
import type { Jobs } from './jobs.ts';

/** A job whose last attempt failed, without its data, which may contain addresses and links. */
type FailedJob = {
  id: string;
  queue: string;
  createdAt: Date;
  failedAt: Date;
  attempts: number;
  reason: string;
};

/** A job by its queue and id. */
export type JobKey = { queue: string; id: string };

// An expired job stores its message in a field of its own.
const output = sql`coalesce(job.output -> 'value', job.output)`;
const fields = (failure: SQL) => sql`
  'name', ${failure} -> 'name', 'message', left(${failure} ->> 'message', 1000),
  'code', ${failure} -> 'code', 'severity', ${failure} -> 'severity',
  'responseCode', ${failure} -> 'responseCode', 'query', case when ${failure} ? 'query' then '' end`;

const COLUMNS = {
  id: sql<string>`job.id`,
  queue: sql<string>`job.name`,
  createdAt: sql<Date>`job.created_on`,
  failedAt: sql<Date>`job.completed_on`,
  attempts: sql<number>`job.retry_count + 1`,
  failure: sql<StoredFailure | null>`case jsonb_typeof(${output})
    when 'object' then jsonb_build_object(${fields(output)}, 'cause',
      case when jsonb_typeof(${output} -> 'cause') = 'object'
        then jsonb_build_object(${fields(sql`(${output} -> 'cause')`)}) end)
    when 'string' then jsonb_build_object('message', left(${output} #>> '{}', 1000)) end`,
};

const LISTING = {
  columns: COLUMNS,
  from: sql`jobs.job`,
  id: sql`job.id`,
  sorts: { failed: { by: sql`job.completed_on`, type: 'timestamptz' } },
} satisfies Listing<'failed'>;

type FailedJobQuery = {
  search?: string | undefined;
  /** Only jobs of this queue. */
  queue?: string | undefined;
  sort: 'failed' | '-failed';
  after?: string | undefined;
  before?: string | undefined;
};

/** A page of the jobs whose last attempt failed. */
export async function listFailedJobs(
  pool: Pool,
  query: FailedJobQuery,
): Promise<ListPage<FailedJob>> {
  const { rows, ...page } = await listPage(pool, LISTING, {
    ...query,
    where: [
      sql`job.state = 'failed'`,
      query.queue === undefined ? undefined : sql`job.name = ${query.queue}`,
      containsText(query.search, sql`job.name`),
    ],
  });
  return {
    ...page,
    rows: rows.map(({ failure, ...row }) => ({ ...row, reason: failureReason(failure) })),
  };
}

const NOT_FAILED: Record<string, string> = {
  created: 'It is waiting to run',
  retry: 'It has been retried already and waits to run',
  active: 'It has been retried already and is running',
  completed: 'It has been retried already and succeeded',
  cancelled: 'It was cancelled',
};

// Locks the job, so that nobody else retries or discards it at the same time.
async function requireFailed(tx: Db, { queue, id }: JobKey): Promise<void> {
  const { rows } = await tx.execute<{ state: string }>(sql`
    select state from jobs.job where name = ${queue} and id = ${id} for update`);
  const [job] = rows;
  if (!job) throw new DomainError('not-found', 'It no longer exists');
  if (job.state !== 'failed') {
    throw new DomainError('not-allowed-in-state', NOT_FAILED[job.state]);
  }
}

const UNIQUE_VIOLATION = '23505';

type Change = (tx: Db, job: JobKey) => Promise<void>;

async function changeFailedJobs(
  db: Db,
  jobs: readonly JobKey[],
  change: Change,
): Promise<BulkResult> {
  const queueById = new Map(jobs.map(({ id, queue }) => [id, queue]));
  return changeEach([...queueById.keys()], async (id) => {
    const job = { id, queue: queueById.get(id)! };
    try {
      await db.transaction(async (tx) => {
        await requireFailed(tx, job);
        await change(tx, job);
      });
    } catch (error) {
      // A queue of a schedule has one job at a time.
      if (parseDatabaseError(error)?.code !== UNIQUE_VIOLATION) throw error;
      throw new DomainError(
        'not-allowed-in-state',
        'Another run of this job waits or runs already',
        undefined,
        { cause: error },
      );
    }
  });
}

/**
 * Lets failed jobs run once more. @param record records each change in its transaction
 * @throws the error of a change that failed for a reason of its own
 */
export function retryFailedJobs(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'retry'> },
  keys: readonly JobKey[],
  record: Change,
): Promise<BulkResult> {
  return changeFailedJobs(db, keys, async (tx, job) => {
    await jobs.retry(tx, job.queue, job.id);
    await record(tx, job);
  });
}

/** Deletes failed jobs without running them. See {@link retryFailedJobs}. */
export function discardFailedJobs(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'discard'> },
  keys: readonly JobKey[],
  record: Change,
): Promise<BulkResult> {
  return changeFailedJobs(db, keys, async (tx, job) => {
    await jobs.discard(tx, job.queue, job.id);
    await record(tx, job);
  });
}
