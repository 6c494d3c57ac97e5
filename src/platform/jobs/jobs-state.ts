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
