import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { DELIVERY_FAILURES } from '../conversation.schema.ts';
import { contactMessages } from './contact.table.ts';

/** What follows a message: replies of the staff, and the mails with which its sender answers them. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: primaryId(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    isReceived: boolean().notNull().default(false),
    /** Who of the staff wrote it. */
    author: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    quoted: text(),
    /** The address and the Message-ID of a received mail. */
    fromEmail: text(),
    mailId: text(),
    createdAt: createdAt(),
    /** The last attempt to deliver a reply; until the first one, it can be undone. */
    attemptedAt: instant(),
    sentAt: instant(),
    failedAt: instant(),
    failure: text({ enum: DELIVERY_FAILURES }),
  },
  (table) => [
    index('contact_replies_message_idx').on(table.messageId, table.createdAt, table.id),
    index('contact_replies_author_idx').on(table.author),
    // A mail that arrives twice is stored once.
    uniqueIndex('contact_replies_mail_key').on(table.messageId, table.mailId),
    oneOf('contact_replies_failure_check', table.failure, DELIVERY_FAILURES),
    check(
      'contact_replies_received',
      sql`${table.isReceived} = (${table.mailId} is not null) and ${table.isReceived} = (${table.fromEmail} is not null)`,
    ),
    check(
      'contact_replies_delivered_once',
      sql`${table.sentAt} is null or ${table.failedAt} is null`,
    ),
  ],
);
