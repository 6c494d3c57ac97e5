import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { PersonalKind, WaitingKind } from '../staff-notifications.schema.ts';
import type { WorkKind } from '../work-queue.schema.ts';

/** Records of one kind that wait for the staff. */
export type WaitingItems = {
  kind: SQL<WaitingKind>;
  from: SQL;
  where: SQL | undefined;
  id: SQLWrapper;
  /** Since when it waits. */
  at: SQLWrapper;
  title: SQLWrapper;
  detail: SQLWrapper;
  /** Which of them the actor owns; records without it have no owners. */
  isMine?: SQL;
  /** Which of them have waited longer than promised; none without it. */
  isLate?: SQL;
};

/** The name of a kind as an expression. */
export function kindOf<K extends WorkKind | PersonalKind>(kind: K): SQL<K> {
  return sql.raw(`'${kind}'`) as SQL<K>;
}

/** The name of a user. */
export function nameOf(userId: SQLWrapper): SQL {
  return sql`(select ${profiles.fullName} from ${profiles} where ${profiles.id} = ${userId})`;
}
