import type { Pool } from 'pg';

/** The indexes of the list and of the count of retries, which the tables of the queues lack. */
const INDEXES = {
  failed_jobs_idx: `create index failed_jobs_idx on jobs.job (completed_on, id) where state = 'failed'`,
  retried_jobs_idx: `create index retried_jobs_idx on jobs.job (name) where state = 'retry'`,
};

/** Creates the indexes of failed jobs, unless they exist. */
export async function indexFailedJobs(pool: Pool): Promise<void> {
  for (const [name, statement] of Object.entries(INDEXES)) {
    // `if not exists` would block writers until it knows.
    const { rows } = await pool.query<{ exists: boolean }>(
      'select to_regclass($1) is not null as exists',
      [`jobs.${name}`],
    );
    if (!rows[0]!.exists) await pool.query(statement.replace('index ', 'index if not exists '));
  }
}
