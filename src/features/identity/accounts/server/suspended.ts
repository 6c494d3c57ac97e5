import { sql } from 'drizzle-orm';
import { users } from './accounts.table.ts';

/** Whether the account of a row of users is suspended, as of the statement's time. */
export const isSuspendedNow = sql<boolean>`(${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now()))`;
