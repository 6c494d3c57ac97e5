import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findEmail } from '#src/features/identity/accounts/server/find-email.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { isUndeliverable, type Mailer } from '#src/platform/mail/mail.ts';
import { contactReplies as replies } from './contact-replies.table.ts';
import { contactMessages } from './contact.table.ts';
import { publishMessages } from './conversation-state.ts';
import { replyAddress } from './reply-address.ts';

const replyMailSchema = z.object({ replyId: z.uuid() });
type ReplyMail = z.output<typeof replyMailSchema>;

/** Queue of replies whose last attempt failed. */
export const FAILED_REPLY_QUEUE: Queue<typeof replyMailSchema> = {
  name: 'failed-reply-mail',
  data: replyMailSchema,
  retries: { limit: 5, delay: 10, delayMax: 60 },
};

/** Queue of replies to messages. */
export const REPLY_MAIL_QUEUE: Queue<typeof replyMailSchema> = {
  name: 'reply-mail',
  data: replyMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
  deadLetter: FAILED_REPLY_QUEUE.name,
};

type MailConfig = Pick<Config, 'secrets' | 'mail'>;
type Dependencies = { db: Db; mail: Pick<Mailer, 'send'>; config: MailConfig };

/** Where answers to a reply arrive: in the conversation, else at the contact address or its author. */
export function answersArriveAt(
  config: MailConfig,
  messageId: string,
  author: string | null,
): string | null {
  return replyAddress(config, messageId) ?? config.mail.contact ?? author;
}

const QUOTE_LENGTH = 1_000;
/** How many earlier mails a mail refers to. */
const REFERENCES = 10;

const isWaiting = (replyId: string) =>
  and(
    eq(replies.id, replyId),
    eq(replies.isReceived, false),
    isNull(replies.sentAt),
    isNull(replies.failedAt),
  );

async function createReplyMail(
  db: Db,
  config: MailConfig,
  { messageId, text, author }: { messageId: string; text: string; author: string | null },
): Promise<Mail> {
  const [message] = await db
    .select({
      email: contactMessages.email,
      topic: contactMessages.topic,
      message: contactMessages.message,
    })
    .from(contactMessages)
    .where(eq(contactMessages.id, messageId));
  const received = await db
    .select({ text: replies.text, mailId: sql<string>`${replies.mailId}` })
    .from(replies)
    .where(and(eq(replies.messageId, messageId), isNotNull(replies.mailId)))
    .orderBy(desc(replies.createdAt))
    .limit(REFERENCES);
  const sender = await findEmail(db, author);
  // The reply has a foreign key to its message.
  const { email, topic, message: first } = message!;
  const replyTo = answersArriveAt(config, messageId, sender);
  return {
    to: email,
    ...(replyTo && { replyTo }),
    subject: `Re: ${topic}`,
    heading: topic,
    paragraphs: text.split(/\n\s*\n/),
    footnote: `You wrote:\n${(received[0]?.text ?? first).slice(0, QUOTE_LENGTH)}`,
    conversation: { references: received.map(({ mailId }) => mailId).toReversed() },
  };
}

/**
 * Sends a reply, unless it was undone or sent in the meantime. Every attempt has the same Message-ID.
 * @throws the error of an attempt that should be repeated
 */
export async function sendReplyMail(
  { db, mail, config }: Dependencies,
  { replyId }: ReplyMail,
): Promise<void> {
  // From here on the reply can no longer be undone.
  const [reply] = await db
    .update(replies)
    .set({ attemptedAt: sql`now()` })
    .where(isWaiting(replyId))
    .returning();
  if (!reply) return;
  try {
    await mail.send(await createReplyMail(db, config, reply), reply.id);
  } catch (error) {
    const isFinal = isUndeliverable(error);
    await db
      .update(replies)
      .set(isFinal ? { failedAt: sql`now()`, failure: 'refused' } : { failure: 'unavailable' })
      .where(isWaiting(replyId));
    await publishMessages(db);
    if (isFinal) return;
    throw error;
  }
  await db
    .update(replies)
    .set({ sentAt: sql`now()`, failure: null })
    .where(isWaiting(replyId));
  await publishMessages(db);
}

/** Marks a reply as failed whose last attempt failed. */
export async function markReplyFailed(db: Db, { replyId }: ReplyMail): Promise<void> {
  await db
    .update(replies)
    .set({ failedAt: sql`now()`, failure: 'unavailable' })
    .where(isWaiting(replyId));
  await publishMessages(db);
}
