import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint,
  bit,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { instant } from '#src/platform/database/columns.ts';

/** The number of bits for the files of an hour: enough to tell a thousand files apart. */
export const FILE_BITS = 2048;

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** How much of the files a fan has opened, by day in UTC, without which ones. */
export const mediaUse = pgTable(
  'media_use',
  {
    userId: userId(),
    day: date({ mode: 'string' }).notNull(),
    /** The start of the day's last hour in which the fan opened files. */
    hour: instant().notNull(),
    /** The files of that hour: each sets the bit that belongs to a part of its id. */
    hourFiles: bit({ dimensions: FILE_BITS }).notNull(),
    hourBytes: bigint({ mode: 'number' }).notNull(),
    /** The files of the earlier hours. */
    earlierFiles: integer().notNull().default(0),
    /** When the day was reported to the team as unusual. */
    reportedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    index('media_use_day_idx').on(table.day),
    index('media_use_reported_idx').on(table.reportedAt),
  ],
);

/** The networks from which a fan has opened files lately. */
export const mediaNetworks = pgTable(
  'media_networks',
  {
    userId: userId(),
    network: text().notNull(),
    since: instant().notNull().defaultNow(),
    lastUse: instant().notNull().defaultNow(),
    /** When a newer network took its place. */
    replacedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.network] }),
    index('media_networks_last_use_idx').on(table.lastUse),
  ],
);

/** About how many files have set these bits (linear counting). */
export function filesOf(bits: SQLWrapper) {
  return sql<number>`round(-2048 * ln(1 - least(bit_count(${bits}), 2047) / 2048.0))::int`;
}
