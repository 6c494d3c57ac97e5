import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';

/** Mails about a record that the mail server accepted. Who received them is not stored. */
export const sentMails = pgTable(
  'sent_mails',
  {
    /** The id of the job, which is also in the Message-ID. */
    id: uuid().primaryKey(),
    /** The record that the mail is about, such as a subscription. */
    recordId: uuid().notNull(),
    subject: text().notNull(),
    messageId: text().notNull(),
    /** What the server answered: the proof that it took over the delivery. */
    reply: text().notNull(),
    acceptedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('sent_mails_record_idx').on(table.recordId, table.acceptedAt),
    index('sent_mails_accepted_idx').on(table.acceptedAt),
  ],
);
