import type { Pool } from 'pg';

/** How the background jobs fare, by the tables of the queues. */
export type JobsState = {
  /** When a job that runs at set times was last done; null if none was yet. */
  lastRunAt: Date | null;
  /** Jobs that could be taken now, counted to 10,000. */
  waiting: number;
  /** Jobs whose last try failed, as long as they are kept (a day to a week). */
  failed: number;
};

const STATEMENT = `
  select
    (select max(job.completed_on) from jobs.schedule join jobs.job on job.name = schedule.name
      where job.state = 'completed') as "lastRunAt",
    (select count(*)::int from (select from jobs.job
      where state < 'active' and not blocked and start_after <= now() limit 10001) due) as waiting,
    -- Counted by the worker every quarter of a minute.
    (select coalesce(sum(failed_count), 0)::int from jobs.queue) as failed`;

/** Reads how the background jobs fare, whether or not a worker runs. */
export async function readJobsState(pool: Pool): Promise<JobsState> {
  const { rows } = await pool.query<JobsState>(STATEMENT);
  return rows[0]!;
}
