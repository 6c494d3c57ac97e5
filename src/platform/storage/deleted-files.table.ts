import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#src/platform/database/columns.ts';

/** Files without a referencing row that still have to be removed from storage. */
export const deletedFiles = pgTable('deleted_files', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** A storage key, or a folder of keys with a trailing slash. */
  key: text().notNull(),
  createdAt: createdAt(),
});
