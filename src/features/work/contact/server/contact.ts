import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
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
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import {
  CONTACT_PAGE_SIZE,
  type AgencyMessageInput,
  type ContactInput,
  type contactPageSchema,
} from '../contact.schema.ts';
import { answerHours, isReport } from '../conversation.rules.ts';
import { queueContactMail, type ContactMailer, type StoredMessage } from './contact-mail.ts';
import { contactMessages } from './contact.table.ts';
import { isVisibleTo } from './visible-messages.ts';

const isOpen = isNull(contactMessages.answeredAt);

function fingerprintOf({ name, email, topic, message, influencerId }: StoredMessage): string {
  const parts = [name, email, topic, message, ...(influencerId ? [influencerId] : [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** An instant so many hours from now, by the clock of the database. */
export function dueIn(hours: number) {
  return sql`now() + make_interval(hours => ${hours})`;
}

/**
 * Stores a message and mails it to the staff. An open message is stored and mailed only once.
 * @throws DomainError 'invalid-input' for a banned term, unless the message is a report
 */
async function storeMessage(db: Db, mailer: ContactMailer, stored: StoredMessage): Promise<void> {
  const { name: typedName, message: text, topic: about, influencerId: sender } = stored;
  if (!isReport(about)) {
    await requireAllowedText(db, { message: text, name: sender ? null : typedName });
  }
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(contactMessages)
      .values({
        ...stored,
        fingerprint: fingerprintOf(stored),
        dueAt: dueIn(answerHours(stored.topic)),
      })
      .onConflictDoNothing({ target: contactMessages.fingerprint, where: isOpen })
      .returning({ id: contactMessages.id });
    const [message] = inserted;
    if (!message) return;
    await queueContactMail(tx, mailer, { ...stored, ...message });
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: stored.influencerId,
    });
  });
}

/** Sends a message of the public contact form to the staff. */
export async function sendContactMessage(
  db: Db,
  mailer: ContactMailer,
  { name, email, topic, message }: ContactInput,
): Promise<void> {
  await storeMessage(db, mailer, { name, email, topic, message, influencerId: null });
}

/** Sends a message of the actor, an influencer, to the staff. */
export async function sendAgencyMessage(
  db: Db,
  mailer: ContactMailer,
  { userId }: Pick<Actor, 'userId'>,
  { topic, message }: AgencyMessageInput,
): Promise<void> {
  const [sender] = await db
    .select({ name: profiles.fullName, email: users.email })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  if (!sender) throw new DomainError('not-found', 'Account not found');
  const name = sender.name || sender.email;
  await storeMessage(db, mailer, { ...sender, name, topic, message, influencerId: userId });
}

const { id, name, email, topic, message, influencerId, createdAt } = contactMessages;
const ORDER: Order = { by: createdAt, type: 'timestamptz', id, descending: true };

/** A page of open messages, newest first. */
export async function listOpenMessages(
  db: Db,
  actor: Actor,
  cursor: string | undefined,
): Promise<z.input<typeof contactPageSchema>> {
  const isNext =
    cursor === undefined ? undefined : isAfter(ORDER, decodeCursor(cursor, ORDER.type));
  const found = await db
    .select({
      id,
      name,
      email,
      topic,
      message,
      influencerId,
      createdAt,
      positionKey: positionKey(ORDER),
    })
    .from(contactMessages)
    .where(and(isOpen, isVisibleTo(actor), isNext))
    .orderBy(orderBy(ORDER))
    .limit(CONTACT_PAGE_SIZE + 1);
  const { rows, next } = takePage(found, CONTACT_PAGE_SIZE);
  return { messages: rows, nextCursor: next };
}
