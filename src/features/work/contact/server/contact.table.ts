import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ownerColumns } from '#src/features/identity/accounts/server/owner-columns.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { MESSAGE_TOPICS } from '../contact.schema.ts';

/** Messages of the contact form and of influencers; open until they are marked as answered. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    name: text().notNull(),
    email: text().notNull(),
    topic: text({ enum: MESSAGE_TOPICS }).notNull(),
    message: text().notNull(),
    /** SHA-256 of the message in hex: an open message is stored only once. */
    fingerprint: text().notNull(),
    /** The influencer who sent it; null for the public contact form. */
    influencerId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    answeredBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    answeredAt: instant(),
    ...ownerColumns(),
  },
  (table) => [
    index('contact_messages_open_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    uniqueIndex('contact_messages_open_fingerprint_key')
      .on(table.fingerprint)
      .where(sql`${table.answeredAt} is null`),
    // The messages of a fan, by the address.
    index('contact_messages_email_idx').on(table.email, table.createdAt),
    index('contact_messages_influencer_idx').on(table.influencerId),
    index('contact_messages_owner_idx')
      .on(table.ownedBy)
      .where(sql`${table.ownedBy} is not null`),
    // For the retention.
    index('contact_messages_retention_idx').on(table.answeredAt),
    oneOf('contact_messages_topic_check', table.topic, MESSAGE_TOPICS),
    check(
      'contact_messages_answered',
      sql`${table.answeredBy} is null or ${table.answeredAt} is not null`,
    ),
  ],
);
