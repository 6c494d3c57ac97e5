import { isNull, sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { users } from './accounts.table.ts';

/** Who requested the confirmation of an address. */
export const EMAIL_REQUESTERS = ['owner', 'admin'] as const;
export type EmailRequester = (typeof EMAIL_REQUESTERS)[number];

/**
 * Addresses that their users have to confirm: a user's own, or a new one that then replaces it. A
 * trigger on users reserves a previous address for as long as it can be restored.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    requestedBy: text({ enum: EMAIL_REQUESTERS }).notNull(),
    /** The admin who requested it, with whose password it ends. */
    adminId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When the link in the mail stops working. */
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    /** The address that was replaced. */
    previousEmail: text(),
    /** Until when the previous address can be restored; null if it was never confirmed. */
    undoableUntil: instant(),
    undoneAt: instant(),
  },
  (table) => [
    uniqueIndex('email_confirmations_pending_key')
      .on(table.userId)
      .where(isNull(table.confirmedAt)),
    index('email_confirmations_user_idx').on(table.userId),
    index('email_confirmations_admin_idx')
      .on(table.adminId)
      .where(sql`${table.adminId} is not null`),
    index('email_confirmations_previous_idx').on(table.previousEmail),
    oneOf('email_confirmations_requested_by_check', table.requestedBy, EMAIL_REQUESTERS),
    check('email_confirmations_email_lowercase', sql`${table.email} = lower(${table.email})`),
    check(
      'email_confirmations_previous_is_another',
      sql`${table.previousEmail} is null or (${table.previousEmail} <> ${table.email} and ${table.confirmedAt} is not null)`,
    ),
    check(
      'email_confirmations_undo_has_previous',
      sql`${table.undoableUntil} is null or ${table.previousEmail} is not null`,
    ),
    check(
      'email_confirmations_undone_was_undoable',
      sql`${table.undoneAt} is null or ${table.undoableUntil} is not null`,
    ),
  ],
);
