import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, primaryId, updatedAt } from '#src/platform/database/columns.ts';

/** Browsers in which a user has signed in. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The SHA-256 hash of the value in the browser's cookie; null once the device is forgotten. */
    deviceHash: text(),
    /** The first sign-in; null if only the password was reset there. */
    signedInAt: instant(),
    createdAt: createdAt(),
    /** The last sign-in. */
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('known_devices_user_id_device_hash_key').on(table.userId, table.deviceHash),
    index('known_devices_updated_at_idx').on(table.updatedAt),
  ],
);
