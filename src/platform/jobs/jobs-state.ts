import type { Pool } from 'pg';

/** The state of the background jobs, from the tables of the queues. */
export type JobsState = {
  /** When a scheduled job last completed; null if none has. */
  lastRunAt: Date | null;
  /** Jobs that are due, counted up to 10,000. */
  waiting: number;
  /** Jobs whose last attempt failed, until their deletion after a day to a week. */
  failed: number;
};

const STATEMENT = `
  select
    (select max(job.completed_on) from jobs.schedule join jobs.job on job.name = schedule.name
      where job.state = 'completed') as "lastRunAt",
    (select count(*)::int from (select from jobs.job
      where state < 'active' and not blocked and start_after <= now() limit 10001) due) as waiting,
    -- The worker updates the count every 15 seconds.
    (select coalesce(sum(failed_count), 0)::int from jobs.queue) as failed`;

/** Reads the state of the background jobs, whether or not a worker runs. */
export async function readJobsState(pool: Pool): Promise<JobsState> {
  const { rows } = await pool.query<JobsState>(STATEMENT);
  return rows[0]!;
}

/** The jobs of a queue: due or for later, running, and those whose last attempt failed. */
export type QueueState = { queue: string; waiting: number; active: number; failed: number };

/** Reads how many jobs each queue has. The worker counts them every 15 seconds. */
export async function readQueues(pool: Pool): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(`
    select name as queue, queued_count as waiting, active_count as active, failed_count as failed
    from jobs.queue order by name`);
  return rows;
}

/** A queue for people. Its jobs as {@link QueueState} counts them, and what the tables say now. */
type QueueFigures = QueueState & {
  /** Jobs that wait for another attempt, up to 1,001. */
  retried: number;
  /** Since when the oldest due job waits; null if none is due. */
  oldestWaitingSince: Date | null;
};

// Both read an index, whatever else the tables contain. The queues of the library itself are left out.
const FIGURES = `
  select queue.name as queue, queued_count as waiting, active_count as active,
    failed_count as failed,
    (select count(*)::int from (select from jobs.job
      where job.name = queue.name and state = 'retry' limit 1001) found) as retried,
    (select start_after from jobs.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on limit 1) as "oldestWaitingSince"
  from jobs.queue where queue.name not like '\\_\\_pgboss%' order by queue.name`;

/** Reads every queue with its jobs. */
export async function readQueueFigures(pool: Pool): Promise<QueueFigures[]> {
  const { rows } = await pool.query<QueueFigures>(FIGURES);
  return rows;
}
