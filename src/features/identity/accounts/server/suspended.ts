import { sql, type SQLWrapper } from 'drizzle-orm';
import { users } from './accounts.table.ts';

/** Whether the user of a row is suspended at the time of the statement. */
export const isSuspendedNow = sql<boolean>`(${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now()))`;

/** Whether a user is suspended at the time of the statement, from an index of the suspended ones. */
export function isSuspendedUser(id: SQLWrapper) {
  return sql<boolean>`exists (select from ${users} where ${users.id} = ${id} and ${isSuspendedNow})`;
}
