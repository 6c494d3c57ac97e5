import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';

/** Backups, and restorations that test the newest one. */
export const BACKUP_RUN_KINDS = ['backup', 'test'] as const;
export type BackupRunKind = (typeof BACKUP_RUN_KINDS)[number];

/** When backups were made and tested. One without an end is running, or was interrupted. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: primaryId(),
    kind: text({ enum: BACKUP_RUN_KINDS }).notNull(),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
    /** Why it failed, without secrets. */
    failure: text(),
    /** By when the next one is expected to have succeeded; null once none is expected. */
    nextBy: instant(),
    rowCount: bigint({ mode: 'number' }).notNull().default(0),
    /** The files of the backup, or those that the test has read. */
    fileCount: integer().notNull().default(0),
  },
  (table) => [
    index('backup_runs_newest_idx').on(table.kind, table.startedAt),
    oneOf('backup_runs_kind_check', table.kind, BACKUP_RUN_KINDS),
    check(
      'backup_runs_failure_check',
      sql`${table.failure} is null or (btrim(${table.failure}) <> '' and ${table.finishedAt} is not null)`,
    ),
  ],
);
