import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';
import { performerVerifications } from './verification.table.ts';

/** The confirmed checks of whose expiry the team was mailed, each once. */
export const expiryWarnings = pgTable('expiry_warnings', {
  verificationId: uuid()
    .primaryKey()
    .references(() => performerVerifications.id, { onDelete: 'cascade' }),
  mailedAt: instant().notNull().defaultNow(),
});
