import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { isAfter, orderBy, positionOfRow, type Order } from '#src/platform/http/cursor.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { CONTACT_PAGE_SIZE, type ContactInput, type contactPageSchema } from '../contact.schema.ts';
import { queueContactMail, type ContactMailer } from './contact-mail.ts';
import { contactMessages } from './contact.table.ts';

const isOpen = isNull(contactMessages.answeredAt);

const fingerprintOf = ({ name, email, topic, message }: ContactInput): string =>
  createHash('sha256')
    .update(JSON.stringify([name, email, topic, message]))
    .digest('hex');

/** Stores a message and mails it to the staff. An open message is stored and mailed only once. */
export async function sendContactMessage(
  db: Db,
  mailer: ContactMailer,
  input: ContactInput,
): Promise<void> {
  const { name, email, topic, message } = input;
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(contactMessages)
      .values({ name, email, topic, message, fingerprint: fingerprintOf(input) })
      .onConflictDoNothing({ target: contactMessages.fingerprint, where: isOpen })
      .returning({ id: contactMessages.id });
    if (inserted.length > 0) await queueContactMail(tx, mailer, input);
  });
}

/** A page of open messages, newest first, after the message with this id. */
export async function listOpenMessages(
  db: Db,
  cursor: string | undefined,
): Promise<z.input<typeof contactPageSchema>> {
  const { id, name, email, topic, message, createdAt } = contactMessages;
  const order: Order = { by: createdAt, type: 'timestamptz', id, descending: true };
  // The row of the cursor exists even if it was answered in the meantime.
  const isNext =
    cursor && isAfter(order, positionOfRow(contactMessages, { by: createdAt, id }, cursor));
  const rows = await db
    .select({ id, name, email, topic, message, createdAt })
    .from(contactMessages)
    .where(and(isOpen, isNext || undefined))
    .orderBy(orderBy(order))
    .limit(CONTACT_PAGE_SIZE + 1);
  const hasMore = rows.length > CONTACT_PAGE_SIZE;
  if (hasMore) rows.pop();
  return {
    messages: rows,
    nextCursor: hasMore ? rows.at(-1)!.id : null,
  };
}

/** Marks a message as answered; only the first user is recorded. @throws DomainError 'not-found' */
export async function markMessageAnswered(db: Db, actor: Actor, id: string): Promise<void> {
  const answered = await db
    .update(contactMessages)
    .set({ answeredBy: actor.userId, answeredAt: new Date() })
    .where(and(eq(contactMessages.id, id), isOpen))
    .returning({ id: contactMessages.id });
  if (answered.length > 0) return;
  const [known] = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  if (!known) throw new DomainError('not-found', 'Message not found');
}
