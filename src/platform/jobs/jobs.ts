import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { PgBoss, type QueueOptions } from 'pg-boss';
import type { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { runNamedText } from '#src/platform/database/statement.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createInstaller, type Installer } from './install-queues.ts';
import { indexFailedJobs } from './job-indexes.ts';
import { runJob } from './run-job.ts';
import { readSchedules, type ScheduleState } from './schedules.ts';

const SCHEMA = 'jobs';
const DAY_SECONDS = 24 * 60 * 60;
/** A worker that was silent for this long counts as dead: its jobs are retried, in another process if there is one. */
export const HEARTBEAT_SECONDS = 20;

/** A queue of jobs of one kind. Job data is stored in the database in plain text. */
export type Queue<D extends z.ZodType = z.ZodType> = {
  name: string;
  /** Schema of the job data. */
  data: D;
  /** Number of retries of a failed job, and the delay in seconds, which doubles each time. */
  retries: { limit: number; delay: number; delayMax: number };
  /** A job that runs longer fails; 15 minutes if undefined. */
  expireSeconds?: number;
  /** Name of the queue for jobs whose last attempt failed. */
  deadLetter?: string;
};

/** The producer of the job queues, on the product's own database connections. */
export type Jobs = {
  /**
   * Adds a job in the caller's transaction: the job exists only if the transaction commits.
   * @param options `afterSeconds`: the earliest time of the job, from now
   */
  enqueue<D extends z.ZodType>(
    db: Db,
    queue: Queue<D>,
    data: z.input<D>,
    options?: { afterSeconds: number },
  ): Promise<void>;
  /** Lets a failed job run once more, in the caller's transaction; has no effect in other states. */
  retry(db: Db, queue: string, id: string): Promise<void>;
  /** Deletes a job, in the caller's transaction. */
  discard(db: Db, queue: string, id: string): Promise<void>;
  /** The jobs that run by the clock, in the order of their names. */
  readSchedules(): Promise<ScheduleState[]>;
  stop(): Promise<void>;
};

/** The worker of the job queues. */
export type JobRunner = {
  boss: PgBoss;
  install: Installer;
  /** Processes the jobs of a queue one by one. `run` must be idempotent, because jobs may repeat. */
  work<D extends z.ZodType>(
    queue: Queue<D>,
    run: (data: z.output<D>, jobId: string) => Promise<void>,
  ): Promise<void>;
  /** Waits up to ten seconds for running jobs, then closes the database connections. */
  stop(): Promise<void>;
};

const optionsOf = ({ retries, expireSeconds }: Queue): QueueOptions => ({
  retryLimit: retries.limit,
  retryDelay: retries.delay,
  retryDelayMax: retries.delayMax,
  retryBackoff: true,
  ...(expireSeconds && { expireInSeconds: expireSeconds }),
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // The data of finished jobs is retained briefly to investigate failures.
  deleteAfterSeconds: DAY_SECONDS,
});

function logProblems(boss: PgBoss, log: Log): PgBoss {
  boss.on('error', (error) => log.error({ err: error }, 'background jobs failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'background jobs'));
  return boss;
}

// Only adds jobs: no connections of its own, no maintenance and no schedules.
const openProducer = (pool: Pool, log: Log, options: { migrate: boolean }) =>
  logProblems(
    new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: SCHEMA,
      supervise: false,
      schedule: false,
      ...options,
    }),
    log,
  );

// Named statements, because planning these long statements costs more than running them.
const executeIn = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const name = `jobs_${createHash('sha1').update(text).digest('hex')}`;
    return { rows: await runNamedText(db, { name, text, values }) };
  },
});

/** Migrates the tables of the job queues, and creates or updates the queues. Dead letter queues come first. */
export async function installJobs(pool: Pool, log: Log, queues: readonly Queue[]): Promise<void> {
  const boss = openProducer(pool, log, { migrate: true });
  await boss.start();
  try {
    const install = await createInstaller(boss);
    for (const queue of queues) {
      const { name, deadLetter } = queue;
      const options = { ...optionsOf(queue), notify: true, ...(deadLetter && { deadLetter }) };
      await install.queue(name, options);
    }
    await indexFailedJobs(pool);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Opens the producer. @throws Error when the queues are not installed */
export async function openJobs(pool: Pool, log: Log): Promise<Jobs> {
  const boss = openProducer(pool, log, { migrate: false });
  await boss.start();
  return {
    async enqueue(db, queue, data, options) {
      const job = queue.data.parse(data) as object;
      await boss.send(queue.name, job, {
        db: executeIn(db),
        ...(options && { startAfter: options.afterSeconds }),
      });
    },
    async retry(db, queue, id) {
      await boss.retry(queue, id, { db: executeIn(db) });
    },
    async discard(db, queue, id) {
      await boss.deleteJob(queue, id, { db: executeIn(db) });
    },
    readSchedules: () => readSchedules(boss, pool),
    stop: () => boss.stop({ graceful: false }),
  };
}

/**
 * Opens the worker, with a few connections of its own.
 * @param directUrl of the database itself, because a pooler cannot announce new jobs
 */
export async function openJobRunner(directUrl: string, log: Log): Promise<JobRunner> {
  const boss = logProblems(
    new PgBoss({
      connectionString: directUrl,
      application_name: 'velvet-rope-jobs',
      schema: SCHEMA,
      max: 3,
      useListenNotify: true,
      // How often jobs are looked for whose worker is silent.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
    }),
    log,
  );
  await boss.start();
  return {
    boss,
    install: await createInstaller(boss),
    async work(queue, run) {
      // Notifications announce new jobs; polling finds retries.
      const polling = { notifyPollingIntervalSeconds: 2 };
      let worker = '';
      worker = await boss.work<object>(queue.name, polling, async ([job]) => {
        if (!job) return;
        // More jobs may have been announced during this one: poll again before waiting.
        boss.notifyWorker(worker);
        await runJob(queue.name, job.id, async () => {
          try {
            await run(queue.data.parse(job.data), job.id);
          } catch (error) {
            log.warn({ err: error }, 'a job failed');
            throw error;
          }
        });
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
