import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { ownerColumns } from '#src/features/identity/accounts/server/owner-columns.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { MESSAGE_TOPICS } from '../contact.schema.ts';

/**
 * Messages of the contact form and of influencers; open until they are answered or archived, and again
 * once their sender writes back.
 */
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
    /** When its sender last wrote: the message itself, or a mail that continues it. */
    lastReceivedAt: createdAt(),
    /** Until when the team should answer. */
    dueAt: instant()
      .notNull()
      .default(sql`now() + interval '48 hours'`),
    /** Since when nobody has to answer, and who decided it. */
    answeredBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    answeredAt: instant(),
    /** When it was archived; equal to `answeredAt` if it was open until then. */
    archivedAt: instant(),
    archivedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The complaint that it was handed over as. */
    complaintId: uuid().references(() => complaints.id, { onDelete: 'set null' }),
    ...ownerColumns(),
  },
  (table) => [
    index('contact_messages_open_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    index('contact_messages_waiting_idx')
      .on(table.lastReceivedAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    index('contact_messages_due_idx')
      .on(table.dueAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    index('contact_messages_archive_idx')
      .on(table.lastReceivedAt, table.id)
      .where(sql`${table.archivedAt} is not null`),
    index('contact_messages_received_idx').on(table.lastReceivedAt, table.id),
    index('contact_messages_topic_idx').on(table.topic, table.lastReceivedAt, table.id),
    index('contact_messages_search_idx').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
      table.message.op('gin_trgm_ops'),
    ),
    uniqueIndex('contact_messages_open_fingerprint_key')
      .on(table.fingerprint)
      .where(sql`${table.answeredAt} is null`),
    // The messages of a fan, by the address.
    index('contact_messages_email_idx').on(table.email, table.createdAt),
    index('contact_messages_influencer_idx').on(table.influencerId),
    index('contact_messages_owner_idx')
      .on(table.ownedBy)
      .where(sql`${table.ownedBy} is not null`),
    index('contact_messages_complaint_idx')
      .on(table.complaintId)
      .where(sql`${table.complaintId} is not null`),
    // For the retention.
    index('contact_messages_retention_idx').on(table.answeredAt),
    oneOf('contact_messages_topic_check', table.topic, MESSAGE_TOPICS),
    check(
      'contact_messages_answered',
      sql`${table.answeredBy} is null or ${table.answeredAt} is not null`,
    ),
    check(
      'contact_messages_archived',
      sql`${table.archivedAt} is null and ${table.archivedBy} is null or ${table.archivedAt} is not null and ${table.answeredAt} is not null`,
    ),
  ],
);
