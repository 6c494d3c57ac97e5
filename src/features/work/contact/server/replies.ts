import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { AFTER_UNDO, UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import type { ReplyInput } from '../conversation.schema.ts';
import { contactReplies as replies } from './contact-replies.table.ts';
import { contactMessages } from './contact.table.ts';
import { publishMessages, refuseSecondOpen } from './conversation-state.ts';
import { REPLY_MAIL_QUEUE } from './reply-mails.ts';
import { isVisibleTo } from './visible-messages.ts';

type Dependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };
type ReplyId = { id: string; replyId: string };

/** Locks a message that the actor may see. @throws DomainError 'not-found' */
async function lockMessage(tx: Db, actor: Actor, id: string): Promise<void> {
  const [message] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(eq(contactMessages.id, id), isVisibleTo(actor)))
    .for('update');
  if (!message) throw new DomainError('not-found', 'Message not found');
}

/** @throws DomainError 'conflict' if there is a later entry than the one that the author has seen */
async function requireLastEntry(tx: Db, id: string, seen: string | null): Promise<void> {
  const [last] = await tx
    .select({ id: replies.id, isReceived: replies.isReceived, author: profiles.fullName })
    .from(replies)
    .leftJoin(profiles, eq(profiles.id, replies.author))
    .where(eq(replies.messageId, id))
    .orderBy(desc(replies.createdAt), desc(replies.id))
    .limit(1);
  if ((last?.id ?? null) === seen) return;
  const text = !last
    ? 'The last reply was undone in the meantime'
    : last.isReceived
      ? 'Another email has arrived in the meantime'
      : `${last.author || 'Someone else'} has replied in the meantime`;
  throw new DomainError('conflict', text);
}

/**
 * Replies to the sender of a message, which is then answered. The mail is sent once the reply can no
 * longer be undone.
 * @returns the id of the reply
 * @throws DomainError 'conflict' if the conversation has continued in the meantime, 'invalid-input' for a
 *   banned term, 'not-found'
 */
export function sendReply(
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, text, after }: ReplyInput & { id: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockMessage(tx, actor, id);
    await requireAllowedText(tx, { text });
    await requireLastEntry(tx, id, after);
    const [reply] = await tx
      .insert(replies)
      .values({ messageId: id, author: actor.userId, text })
      .returning({ id: replies.id });
    // The same instant as that of the reply, by which an undo recognizes it.
    await tx
      .update(contactMessages)
      .set({ answeredAt: sql`now()`, answeredBy: actor.userId })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)));
    await jobs.enqueue(tx, REPLY_MAIL_QUEUE, { replyId: reply!.id }, AFTER_UNDO);
    await publishMessages(tx);
    return reply!.id;
  });
}

/**
 * Undoes the actor's own reply before its mail is sent; a message that it answered is open again.
 * @throws DomainError 'not-allowed-in-state' when it is too late or the reply is somebody else's,
 * 'conflict' when the same message is open again, 'not-found'
 */
export function undoReply({ db }: Dependencies, actor: Actor, { id, replyId }: ReplyId) {
  return db.transaction(async (tx) => {
    await lockMessage(tx, actor, id);
    const isReply = and(eq(replies.id, replyId), eq(replies.messageId, id));
    const [undone] = await tx
      .delete(replies)
      .where(
        and(
          isReply,
          eq(replies.author, actor.userId),
          isNull(replies.attemptedAt),
          gt(replies.createdAt, sql`now() - make_interval(secs => ${UNDO_SECONDS})`),
        ),
      )
      .returning({ createdAt: replies.createdAt });
    if (!undone) return refuseUndo(tx, actor, isReply!);
    await tx
      .update(contactMessages)
      .set({ answeredAt: null, answeredBy: null })
      .where(
        and(
          eq(contactMessages.id, id),
          eq(contactMessages.answeredAt, undone.createdAt),
          isNull(contactMessages.archivedAt),
        ),
      )
      .catch(refuseSecondOpen);
    await publishMessages(tx);
  });
}

async function refuseUndo(
  tx: Db,
  { userId }: Actor,
  isReply: ReturnType<typeof and> & object,
): Promise<never> {
  const [known] = await tx.select({ author: replies.author }).from(replies).where(isReply);
  if (!known) throw new DomainError('not-found', 'The reply no longer exists');
  throw new DomainError(
    'not-allowed-in-state',
    known.author === userId
      ? 'It’s too late to undo this. The email is on its way'
      : 'Only its author can undo a reply',
  );
}

/**
 * Sends a reply again that could not be delivered.
 * @throws DomainError 'not-allowed-in-state', 'invalid-input' for a banned term, 'not-found'
 */
export function resendReply({ db, jobs }: Dependencies, actor: Actor, { id, replyId }: ReplyId) {
  return db.transaction(async (tx) => {
    await lockMessage(tx, actor, id);
    const isReply = and(eq(replies.id, replyId), eq(replies.messageId, id));
    const pending = await tx
      .update(replies)
      .set({ failedAt: null, failure: null })
      .where(and(isReply, isNotNull(replies.failedAt)))
      .returning({ text: replies.text });
    if (pending.length === 0) {
      const [known] = await tx.select({ id: replies.id }).from(replies).where(isReply);
      if (!known) throw new DomainError('not-found', 'The reply no longer exists');
      throw new DomainError('not-allowed-in-state', 'This reply is already being sent');
    }
    // A term may have been banned since.
    await requireAllowedText(tx, { text: pending[0]!.text });
    await jobs.enqueue(tx, REPLY_MAIL_QUEUE, { replyId });
    await publishMessages(tx);
  });
}
