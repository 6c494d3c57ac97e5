import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  decodeCursor,
  isAfter,
  orderBy,
  positionKey,
  takePage,
  type Order,
} from '#src/platform/http/cursor.ts';
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

const { id, name, email, topic, message, createdAt } = contactMessages;
const ORDER: Order = { by: createdAt, type: 'timestamptz', id, descending: true };

/** A page of open messages, newest first. */
export async function listOpenMessages(
  db: Db,
  cursor: string | undefined,
): Promise<z.input<typeof contactPageSchema>> {
  const isNext =
    cursor === undefined ? undefined : isAfter(ORDER, decodeCursor(cursor, ORDER.type));
  const found = await db
    .select({ id, name, email, topic, message, createdAt, positionKey: positionKey(ORDER) })
    .from(contactMessages)
    .where(and(isOpen, isNext))
    .orderBy(orderBy(ORDER))
    .limit(CONTACT_PAGE_SIZE + 1);
  const { rows, next } = takePage(found, CONTACT_PAGE_SIZE);
  return { messages: rows, nextCursor: next };
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
