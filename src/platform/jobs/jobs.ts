import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { PgBoss, type QueueOptions } from 'pg-boss';
import type { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { runNamedText } from '#src/platform/database/statement.ts';
import type { Log } from '#src/platform/log/log.ts';

const SCHEMA = 'jobs';
const DAY_SECONDS = 24 * 60 * 60;

/** A queue of jobs of one kind. What waits in it is readable by whoever reads the database. */
export type Queue<D extends z.ZodType = z.ZodType> = {
  name: string;
  /** Shape of a job's data. */
  data: D;
  /** How often, and how many seconds apart, a failed job is tried again; the distance doubles. */
  retries: { limit: number; delay: number; delayMax: number };
  /** A job that runs longer has failed; a quarter of an hour if not given. */
  expireSeconds?: number;
  /** A worker that is not heard of for so long is taken for dead, and the job is tried again. */
  heartbeatSeconds?: number;
  /** Name of the queue that gets the jobs whose last try has failed. */
  deadLetter?: string;
};

/** The giving end of the job queues, on the product's own connections. */
export type Jobs = {
  /** Adds a job within the caller's transaction: there is one if, and only if, that commits. */
  enqueue<D extends z.ZodType>(db: Db, queue: Queue<D>, data: z.input<D>): Promise<void>;
  stop(): Promise<void>;
};

/** The working end of the job queues. */
export type JobRunner = {
  boss: PgBoss;
  /** Takes the jobs of a queue one by one. `run` may see a job again, so it is idempotent. */
  work<D extends z.ZodType>(
    queue: Queue<D>,
    run: (data: z.output<D>, jobId: string) => Promise<void>,
  ): Promise<void>;
  /** Waits up to ten seconds for running jobs, then lets go of the database. */
  stop(): Promise<void>;
};

const optionsOf = ({ retries, expireSeconds, heartbeatSeconds }: Queue): QueueOptions => ({
  retryLimit: retries.limit,
  retryDelay: retries.delay,
  retryDelayMax: retries.delayMax,
  retryBackoff: true,
  ...(expireSeconds && { expireInSeconds: expireSeconds }),
  ...(heartbeatSeconds && { heartbeatSeconds }),
  // The data of a finished job is kept for a look at what went wrong, no longer.
  deleteAfterSeconds: DAY_SECONDS,
});

function watch(boss: PgBoss, log: Log): PgBoss {
  boss.on('error', (error) => log.error({ err: error }, 'background jobs failed'));
  boss.on('warning', (warning) => log.warn({ warning }, 'background jobs'));
  return boss;
}

// No connections, no timers that do work: what it takes to add jobs, and no more.
const openGivingEnd = (pool: Pool, log: Log, options: { migrate: boolean }) =>
  watch(
    new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: SCHEMA,
      supervise: false,
      schedule: false,
      ...options,
    }),
    log,
  );

// Its statements are long, and planning one anew costs more than running it.
const within = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const name = `jobs_${createHash('sha1').update(text).digest('hex')}`;
    return { rows: await runNamedText(db, { name, text, values }) };
  },
});

/** Brings the tables of the job queues, and the queues (dead letter queues first), up to date. */
export async function installJobs(pool: Pool, log: Log, queues: readonly Queue[]): Promise<void> {
  const boss = openGivingEnd(pool, log, { migrate: true });
  await boss.start();
  try {
    for (const queue of queues) {
      const { name, deadLetter } = queue;
      const options = { ...optionsOf(queue), notify: true, ...(deadLetter && { deadLetter }) };
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Opens the giving end of queues that were installed. @throws Error when they were not */
export async function openJobs(pool: Pool, log: Log): Promise<Jobs> {
  const boss = openGivingEnd(pool, log, { migrate: false });
  await boss.start();
  return {
    async enqueue(db, queue, data) {
      const job = queue.data.parse(data) as object;
      await boss.send(queue.name, job, { db: within(db) });
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Opens the working end of the queues on the database of this pool, with a few connections of its own. */
export async function openJobRunner(pool: Pool, log: Log): Promise<JobRunner> {
  const boss = watch(
    new PgBoss({
      connectionString: pool.options.connectionString,
      application_name: 'velvet-rope-jobs',
      schema: SCHEMA,
      max: 3,
      useListenNotify: true,
      // How soon the job of a worker that was killed is noticed.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
    }),
    log,
  );
  await boss.start();
  return {
    boss,
    async work(queue, run) {
      // A new job is told of at once; one that is tried again is found by looking.
      const look = { notifyPollingIntervalSeconds: 2 };
      let worker = '';
      worker = await boss.work<object>(queue.name, look, async ([job]) => {
        if (!job) return;
        // Several may have been told of while this one runs: look again before resting.
        boss.notifyWorker(worker);
        try {
          await run(queue.data.parse(job.data), job.id);
        } catch (error) {
          log.warn({ err: error, queue: queue.name, job: job.id }, 'a job failed');
          throw error;
        }
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
