import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Log } from './log.ts';

/** Background jobs on the product's own database, in the schema `jobs`. Handlers are idempotent. */
export type Jobs = {
  boss: PgBoss;
  /** Waits up to ten seconds for running jobs, then lets go of the database. */
  stop(): Promise<void>;
};

/** Opens the job queues on the database of this pool, with a few connections of their own. */
export async function openJobs(pool: Pool, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: pool.options.connectionString,
    application_name: 'velvet-rope-jobs',
    schema: 'jobs',
    max: 3,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.error({ err: error }, 'background jobs failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'background jobs'));
  await boss.start();
  return { boss, stop: () => boss.stop({ graceful: true, timeout: 10_000 }) };
}
