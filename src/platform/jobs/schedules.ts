import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';

/** How long after its time a job may start without being late. */
const GRACE_MS = 5 * 60_000;

/** The state of a job; `retry` waits for another attempt. */
type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

/** A job that runs by the clock. */
export type ScheduleState = {
  name: string;
  /** The five fields of a cron expression, in UTC. */
  cron: string;
  /** The newest run and when it entered its state; null if none is stored. */
  lastRun: { state: JobState; at: Date } | null;
  nextAt: Date | null;
  /** Whether a run is missing, or waits although it was due more than five minutes ago. */
  isLate: boolean;
};

type StoredRun = {
  id: string;
  state: JobState;
  createdAt: Date;
  startAfter: Date;
  startedAt: Date | null;
  completedAt: Date | null;
};

// By primary key: the tables may have a hundred thousand completed jobs.
const RUNS = `
  select job.id, job.state, job.created_on as "createdAt", job.start_after as "startAfter",
    job.started_on as "startedAt", job.completed_on as "completedAt"
  from jobs.schedule join jobs.job on job.name = schedule.name and job.id = schedule.last_job_id`;

/** Reads when each schedule ran and runs next. */
export async function readSchedules(
  boss: Pick<PgBoss, 'getSchedules' | 'previewSchedule'>,
  pool: Pool,
): Promise<ScheduleState[]> {
  const [schedules, { rows: runs }, { rows: clock }] = await Promise.all([
    boss.getSchedules(),
    pool.query<StoredRun>(RUNS),
    pool.query<{ now: Date }>('select now()'),
  ]);
  const { now } = clock[0]!;
  const runById = new Map(runs.map((run) => [run.id, run]));
  return schedules
    .map(({ name, cron, createdOn, lastJobId }) => {
      const run = lastJobId ? runById.get(lastJobId) : undefined;
      const nextAfter = (from: Date) => boss.previewSchedule(cron, { from, count: 1 })[0] ?? null;
      return {
        name,
        cron,
        lastRun: run ? { state: run.state, at: enteredAt(run) } : null,
        // Only the list of schedules reads it, see isLate.
        get nextAt() {
          return nextAfter(now);
        },
        // A run whose job was deleted after its retention period says nothing.
        isLate: run || !lastJobId ? isLate({ run, createdOn, now, nextAfter }) : false,
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function enteredAt({ state, createdAt, startedAt, completedAt }: StoredRun): Date {
  return (state === 'active' ? startedAt : completedAt) ?? createdAt;
}

type Lateness = {
  run: StoredRun | undefined;
  /** When the schedule was created. */
  createdOn: Date;
  now: Date;
  nextAfter: (from: Date) => Date | null;
};

function isLate({ run, createdOn, now, nextAfter }: Lateness): boolean {
  const isOverdue = (due: Date | null | undefined) =>
    due !== null && due !== undefined && now.getTime() - due.getTime() > GRACE_MS;
  if (run?.state === 'active') return false;
  if (run?.state === 'created' || run?.state === 'retry') return isOverdue(run.startAfter);
  // No other run is added while one runs.
  const since = run ? enteredAt(run) : createdOn;
  // Evaluating a cron expression costs half a millisecond, so only where the next time can be overdue.
  return isOverdue(since) && isOverdue(nextAfter(since));
}
