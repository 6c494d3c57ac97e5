import { createHash } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
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
import { queueContactMail, type ContactMailer, type StoredMessage } from './contact-mail.ts';
import { contactMessages } from './contact.table.ts';

const isOpen = isNull(contactMessages.answeredAt);

function fingerprintOf({ name, email, topic, message, influencerId }: StoredMessage): string {
  const parts = [name, email, topic, message, ...(influencerId ? [influencerId] : [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Stores a message and mails it to the staff. An open message is stored and mailed only once. */
async function storeMessage(db: Db, mailer: ContactMailer, stored: StoredMessage): Promise<void> {
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(contactMessages)
      .values({ ...stored, fingerprint: fingerprintOf(stored) })
      .onConflictDoNothing({ target: contactMessages.fingerprint, where: isOpen })
      .returning({ id: contactMessages.id });
    if (inserted.length === 0) return;
    await queueContactMail(tx, mailer, stored);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
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

/** Limited staff see the messages of visitors and of their own influencers. */
export function isVisibleTo(actor: Pick<Actor, 'userId' | 'isLimited'>) {
  const scope = inScope(actor, influencerId);
  return scope && or(isNull(influencerId), scope);
}

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

/** Marks a message as answered; only the first user is recorded. @throws DomainError 'not-found' */
export async function markMessageAnswered(db: Db, actor: Actor, id: string): Promise<void> {
  const answered = await db
    .update(contactMessages)
    .set({ answeredBy: actor.userId, answeredAt: new Date() })
    .where(and(eq(contactMessages.id, id), isOpen, isVisibleTo(actor)))
    .returning({ id: contactMessages.id });
  if (answered.length > 0) {
    return publishLiveEvent(db, { topic: 'notifications', backOffice: true });
  }
  const [known] = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(eq(contactMessages.id, id), isVisibleTo(actor)));
  if (!known) throw new DomainError('not-found', 'Message not found');
}

/**
 * Opens a message again that the actor marked as answered.
 * @throws DomainError 'not-allowed-in-state' if it is open or someone else has marked it, 'conflict'
 * when the same message is open again, 'not-found'
 */
export async function undoMessageAnswered(db: Db, actor: Actor, id: string): Promise<void> {
  const reopened = await db
    .update(contactMessages)
    .set({ answeredBy: null, answeredAt: null })
    .where(
      and(
        eq(contactMessages.id, id),
        eq(contactMessages.answeredBy, actor.userId),
        isVisibleTo(actor),
      ),
    )
    .returning({ id: contactMessages.id })
    .catch((error: unknown) => {
      if (!violatesUnique(error, contactMessages.fingerprint)) throw error;
      throw new DomainError('conflict', 'The same message has arrived again and is open');
    });
  if (reopened.length > 0) {
    return publishLiveEvent(db, { topic: 'notifications', backOffice: true });
  }
  const [known] = await db
    .select({ answeredAt: contactMessages.answeredAt, by: profiles.fullName })
    .from(contactMessages)
    .leftJoin(profiles, eq(profiles.id, contactMessages.answeredBy))
    .where(and(eq(contactMessages.id, id), isVisibleTo(actor)));
  if (!known) throw new DomainError('not-found', 'Message not found');
  throw new DomainError(
    'not-allowed-in-state',
    known.answeredAt === null
      ? 'This message is open already'
      : `${known.by ?? 'Someone else'} has marked this message as answered`,
  );
}
