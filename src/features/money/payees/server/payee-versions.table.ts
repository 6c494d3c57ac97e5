import { and, eq, sql } from 'drizzle-orm';
import {
  check,
  index,
  text,
  uniqueIndex,
  uuid,
  type PgColumn,
  type PgTable,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { VERSION_STATUSES } from '../payee-versions.schema.ts';

/** The columns of a version, which never changes except for its status. */
export function versionColumns() {
  return {
    id: primaryId(),
    /** All details as JSON, sealed for the version. */
    sealed: text().notNull(),
    status: text({ enum: VERSION_STATUSES }).notNull().default('proposed'),
    proposedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    proposedAt: instant().notNull().defaultNow(),
    /** Who confirmed, declined or withdrew the proposal. */
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** Why it was declined. */
    reason: text(),
  };
}

type Names = keyof ReturnType<typeof versionColumns> | 'influencerId';
type Columns = Record<Names, PgColumn>;
/** A table of versions. */
export type VersionTable = PgTable & Columns;

/** One proposed and one confirmed version for each influencer, and two people for a confirmation. */
export function versionConstraints(name: string, table: Columns) {
  return [
    uniqueIndex(`${name}_proposed_key`)
      .on(table.influencerId)
      .where(sql`${table.status} = 'proposed'`),
    uniqueIndex(`${name}_confirmed_key`)
      .on(table.influencerId)
      .where(sql`${table.status} = 'confirmed'`),
    index(`${name}_influencer_idx`).on(table.influencerId, table.proposedAt),
    oneOf(`${name}_status_check`, table.status, VERSION_STATUSES),
    check(
      `${name}_decided_check`,
      sql`(${table.status} = 'proposed') = (${table.decidedAt} is null)`,
    ),
    // Null after the deletion of a user.
    check(
      `${name}_by_two_people`,
      sql`${table.status} not in ('confirmed', 'replaced') or ${table.proposedBy} <> ${table.decidedBy}`,
    ),
    check(
      `${name}_declined_with_reason`,
      sql`(${table.status} = 'declined') = (${table.reason} is not null)`,
    ),
  ];
}

/** The version of an influencer that waits for its confirmation, or the confirmed one. */
export function isVersionOf(
  table: Columns,
  influencerId: string,
  status: 'proposed' | 'confirmed',
) {
  return and(eq(table.influencerId, influencerId), eq(table.status, status));
}
