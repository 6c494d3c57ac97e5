import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { messageState } from '../conversation.rules.ts';
import { contactMessages } from './contact.table.ts';
import { isVisibleTo } from './visible-messages.ts';

/** Notifies the screens of the staff that messages have changed. @param influencerId if they are those of one */
export function publishMessages(db: Db, influencerId: string | null = null): Promise<void> {
  return publishLiveEvent(db, { topic: 'notifications', backOffice: true, influencerId });
}

/** @throws DomainError 'conflict' if the error says that the same message is open already */
export function refuseSecondOpen(error: unknown): never {
  if (!violatesUnique(error, contactMessages.fingerprint)) throw error;
  throw new DomainError('conflict', 'The same message has arrived again and is open');
}

/** Why the actor's change of a message is refused. @throws DomainError always */
async function refuseChange(db: Db, actor: Actor, id: string): Promise<never> {
  const [known] = await db
    .select({
      answeredAt: contactMessages.answeredAt,
      archivedAt: contactMessages.archivedAt,
      by: profiles.fullName,
    })
    .from(contactMessages)
    .leftJoin(
      profiles,
      eq(profiles.id, sql`coalesce(${contactMessages.archivedBy}, ${contactMessages.answeredBy})`),
    )
    .where(and(eq(contactMessages.id, id), isVisibleTo(actor)));
  if (!known) throw new DomainError('not-found', 'Message not found');
  const texts = {
    open: 'This message is open already',
    answered: `${known.by ?? 'Someone else'} has marked this message as answered`,
    archived: `${known.by ?? 'Someone else'} has archived this message`,
  };
  throw new DomainError('not-allowed-in-state', texts[messageState(known)]);
}

/** Archives a message that is not archived, open or not. @throws DomainError 'not-allowed-in-state', 'not-found' */
export async function archiveMessage(db: Db, actor: Actor, id: string): Promise<void> {
  const wasOpen = isNull(contactMessages.answeredAt);
  const archived = await db
    .update(contactMessages)
    .set({
      archivedAt: sql`now()`,
      archivedBy: actor.userId,
      answeredAt: sql`coalesce(${contactMessages.answeredAt}, now())`,
      answeredBy: sql`case when ${wasOpen} then ${actor.userId}::uuid
        else ${contactMessages.answeredBy} end`,
    })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.archivedAt), isVisibleTo(actor)))
    .returning({ id: contactMessages.id });
  if (archived.length === 0) return refuseChange(db, actor, id);
  return publishMessages(db);
}

/**
 * Takes a message out of the archive: it is open or answered as before.
 * @throws DomainError 'not-allowed-in-state' if it is not archived, 'conflict' when the same message is
 * open again, 'not-found'
 */
export async function restoreMessage(db: Db, actor: Actor, id: string): Promise<void> {
  const wasOpen = eq(contactMessages.answeredAt, contactMessages.archivedAt);
  const restored = await db
    .update(contactMessages)
    .set({
      archivedAt: null,
      archivedBy: null,
      answeredAt: sql`case when ${wasOpen} then null else ${contactMessages.answeredAt} end`,
      answeredBy: sql`case when ${wasOpen} then null else ${contactMessages.answeredBy} end`,
    })
    .where(
      and(eq(contactMessages.id, id), isNotNull(contactMessages.archivedAt), isVisibleTo(actor)),
    )
    .returning({ id: contactMessages.id })
    .catch(refuseSecondOpen);
  if (restored.length === 0) return refuseChange(db, actor, id);
  return publishMessages(db);
}

/**
 * Opens an answered message again, whoever answered it.
 * @throws DomainError 'not-allowed-in-state' if it is open or archived, 'conflict' when the same message
 * is open again, 'not-found'
 */
export async function reopenMessage(db: Db, actor: Actor, id: string): Promise<void> {
  const reopened = await db
    .update(contactMessages)
    .set({ answeredAt: null, answeredBy: null })
    .where(
      and(
        eq(contactMessages.id, id),
        isNotNull(contactMessages.answeredAt),
        isNull(contactMessages.archivedAt),
        isVisibleTo(actor),
      ),
    )
    .returning({ id: contactMessages.id })
    .catch(refuseSecondOpen);
  if (reopened.length === 0) return refuseChange(db, actor, id);
  return publishMessages(db);
}

/** Marks an open message as answered. @throws DomainError 'not-allowed-in-state', 'not-found' */
export async function answerMessage(db: Db, actor: Actor, id: string): Promise<void> {
  const answered = await db
    .update(contactMessages)
    .set({ answeredBy: actor.userId, answeredAt: sql`now()` })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt), isVisibleTo(actor)))
    .returning({ id: contactMessages.id });
  if (answered.length === 0) return refuseChange(db, actor, id);
  return publishMessages(db);
}

/** Marks a message as answered; only the first user is recorded. @throws DomainError 'not-found' */
export async function markMessageAnswered(db: Db, actor: Actor, id: string): Promise<void> {
  try {
    await answerMessage(db, actor, id);
  } catch (error) {
    const isAnswered = error instanceof DomainError && error.code === 'not-allowed-in-state';
    if (!isAnswered) throw error;
  }
}

/**
 * Opens a message again that the actor marked as answered.
 * @throws DomainError 'not-allowed-in-state' if it is open or archived, or someone else has marked it,
 * 'conflict' when the same message is open again, 'not-found'
 */
export async function undoMessageAnswered(db: Db, actor: Actor, id: string): Promise<void> {
  const reopened = await db
    .update(contactMessages)
    .set({ answeredBy: null, answeredAt: null })
    .where(
      and(
        eq(contactMessages.id, id),
        eq(contactMessages.answeredBy, actor.userId),
        isNull(contactMessages.archivedAt),
        isVisibleTo(actor),
      ),
    )
    .returning({ id: contactMessages.id })
    .catch(refuseSecondOpen);
  if (reopened.length === 0) return refuseChange(db, actor, id);
  return publishMessages(db);
}
