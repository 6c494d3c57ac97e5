import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#src/platform/database/columns.ts';

/** Files that no row names any more and that are still to be removed from storage. */
export const deletedFiles = pgTable('deleted_files', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** A storage key, or with a slash at its end a folder of them. */
  key: text().notNull(),
  createdAt: createdAt(),
});
