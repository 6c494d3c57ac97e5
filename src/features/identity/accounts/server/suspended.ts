import { sql } from 'drizzle-orm';
import { users } from './accounts.table.ts';

/** Whether the user of a row is suspended at the time of the statement. */
export const isSuspendedNow = sql<boolean>`(${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now()))`;
