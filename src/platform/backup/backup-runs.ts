import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { backupRuns, BACKUP_RUN_KINDS, type BackupRunKind } from './backup-runs.table.ts';
import { BackupRunningError } from './create-backup.ts';

const HOUR_MS = 60 * 60 * 1000;
/** What was due for so long is late. */
const LATE_HOURS = 24;
/** Scheduled jobs look once an hour, never at exactly the same time. */
const TOLERANCE_MS = HOUR_MS / 2;

type Figures = { rowCount: number; fileCount: number };

/**
 * Runs a backup or a test and records when, and whether it failed. One that is refused because another one
 * runs leaves no record.
 * @param everyHours how often it is expected
 */
export async function recordBackupRun<T extends Figures>(
  db: Db,
  { kind, everyHours }: { kind: BackupRunKind; everyHours: number },
  run: () => Promise<T>,
): Promise<T> {
  const interval = sql.raw(`interval '${everyHours + LATE_HOURS} hours'`);
  const [started] = await db
    .insert(backupRuns)
    .values({ kind, nextBy: sql`now() + ${interval}` })
    .returning({ id: backupRuns.id });
  const isThis = eq(backupRuns.id, started!.id);
  try {
    const result = await run();
    const { rowCount, fileCount } = result;
    await finish(db, started!.id, { rowCount, fileCount });
    return result;
  } catch (error) {
    if (error instanceof BackupRunningError) await db.delete(backupRuns).where(isThis);
    else await finish(db, started!.id, { failure: describeFailure(error) });
    throw error;
  }
}

async function finish(db: Db, id: string, values: Partial<Figures> & { failure?: string }) {
  await db.transaction(async (tx) => {
    await tx
      .update(backupRuns)
      .set({ ...values, finishedAt: sql`clock_timestamp()` })
      .where(eq(backupRuns.id, id));
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}

/** What may be shown of an error: messages of systems name addresses and accounts. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  if ('code' in error) return String(error.code) || error.name;
  return error.name === 'Error' ? error.message : error.name;
}

/** Whether the newest good run began so long ago that the next one is due. */
export async function isBackupRunDue(
  db: Db,
  kind: BackupRunKind,
  { everyHours, now }: { everyHours: number; now: Date },
): Promise<boolean> {
  const before = new Date(now.getTime() - everyHours * HOUR_MS + TOLERANCE_MS);
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select not exists (select from ${backupRuns} where ${backupRuns.kind} = ${kind}
      and ${backupRuns.finishedAt} is not null and ${backupRuns.failure} is null
      and ${backupRuns.startedAt} > ${before}) as "isDue"`);
  return rows[0]!.isDue;
}

/** Expects no further runs of these kinds, because they are turned off. */
export async function expectNoBackupRuns(
  db: Db,
  kinds: readonly BackupRunKind[] = BACKUP_RUN_KINDS,
): Promise<void> {
  await db
    .update(backupRuns)
    .set({ nextBy: null })
    .where(and(isNotNull(backupRuns.nextBy), inArray(backupRuns.kind, [...kinds])));
}

/** The state of backups and tests, one row for each kind. */
export type BackupState = {
  kind: BackupRunKind;
  /** When the newest good one ended. */
  goodAt: Date | null;
  rowCount: number | null;
  fileCount: number | null;
  /** Why the newest one failed; null if it is good. */
  failure: string | null;
  /** Whether none has succeeded for too long. */
  isLate: boolean;
  /** Since when there is none that is good. */
  since: Date | null;
};

/** The columns of a {@link BackupState}. Of what is turned off, nothing has failed and nothing is late. */
export const backupStates = sql`(
  select kinds.kind, good.finished_at as "goodAt", good.row_count::float8 as "rowCount", good.file_count as "fileCount",
    case when newest.next_by is not null then newest.failure end as failure,
    coalesce(case when good.id is not null then good.next_by when first.next_by is not null
      then first.started_at + interval '${sql.raw(String(LATE_HOURS))} hours' end < now(), false) as "isLate",
    coalesce(good.finished_at, first.started_at) as since
  from unnest(${sql.raw(`array['${BACKUP_RUN_KINDS.join("', '")}']`)}) kinds (kind)
  left join lateral (select * from ${backupRuns} run where run.kind = kinds.kind
    and run.finished_at is not null and run.failure is null order by run.started_at desc limit 1) good on true
  left join lateral (select * from ${backupRuns} run where run.kind = kinds.kind
    and run.finished_at is not null order by run.started_at desc limit 1) newest on true
  left join lateral (select * from ${backupRuns} run where run.kind = kinds.kind
    order by run.started_at limit 1) first on true)`;

/** Reads the state of backups and of their tests. */
export async function readBackupStates(db: Db): Promise<Record<BackupRunKind, BackupState>> {
  const { rows } = await db.execute<BackupState>(sql`select * from ${backupStates} states`);
  const of = (kind: BackupRunKind) => {
    const row = rows.find((one) => one.kind === kind)!;
    const toDate = (at: Date | null) => at && new Date(at);
    return { ...row, goodAt: toDate(row.goodAt), since: toDate(row.since) };
  };
  return { backup: of('backup'), test: of('test') };
}
