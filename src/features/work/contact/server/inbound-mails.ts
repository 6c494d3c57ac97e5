import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { answerHours, splitQuotedText } from '../conversation.rules.ts';
import { INBOUND_TEXT_LIMIT, inboundMailSchema } from '../inbound-mail.schema.ts';
import { queueContactMail } from './contact-mail.ts';
import { contactReplies as replies } from './contact-replies.table.ts';
import { contactMessages } from './contact.table.ts';
import { dueIn } from './contact.ts';
import { publishMessages } from './conversation-state.ts';
import { SIGNATURE_HEADER, verifyInboundMail } from './inbound-signature.ts';
import { findMessageId } from './reply-address.ts';

const MAXIMUM_BODY = 256 * 1024;

type InboundMail = z.output<typeof inboundMailSchema>;

type Dependencies = {
  db: Db;
  log: Log;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'mail' | 'requireSecondFactor'>;
  mail: Pick<Mailer, 'queue'>;
  limits: { inboundMail: RateLimit };
};

function parseMail(body: string): InboundMail {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new DomainError('invalid-input', 'The mail is not JSON');
  }
  const parsed = inboundMailSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new DomainError('invalid-input', undefined, errors);
}

/** The text of a mail without characters that cannot be stored, and cut to its limit. */
const storable = (text: string) =>
  text.replaceAll('\0', '').toWellFormed().slice(0, INBOUND_TEXT_LIMIT).toWellFormed();

/** Adds a mail to its conversation, which opens again; false if the mail or its message is not new or unknown. */
async function storeMail(
  { db, config, mail: mailer }: Dependencies,
  id: string,
  { from, messageId: mailId, text: received }: InboundMail,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, id))
      .for('update');
    if (!message) return false;
    const { text, quoted } = splitQuotedText(storable(received));
    const stored = await tx
      .insert(replies)
      .values({ messageId: id, isReceived: true, text, quoted, fromEmail: from, mailId })
      .onConflictDoNothing({ target: [replies.messageId, replies.mailId] })
      .returning({ id: replies.id });
    if (stored.length === 0) return false;
    await tx
      .update(contactMessages)
      .set({
        lastReceivedAt: sql`now()`,
        ...(message.answeredAt && { dueAt: dueIn(answerHours(message.topic)) }),
        answeredAt: null,
        answeredBy: null,
        archivedAt: null,
        archivedBy: null,
        // A conversation is no repetition of a message of the form.
        fingerprint: createHash('sha256').update(`${id} ${mailId}`).digest('hex'),
      })
      .where(eq(contactMessages.id, id));
    // While it is open, the staff know that it waits.
    if (message.answeredAt) {
      await queueContactMail(tx, { config, mail: mailer }, { ...message, message: text });
    }
    await publishMessages(tx, message.influencerId);
    return true;
  });
}

/**
 * Receives the mails that answer our replies, from a service that receives and parses mails. A mail
 * that belongs to no conversation, or was written by a program, is acknowledged and left out.
 */
export function inboundMails(dependencies: Dependencies) {
  const { config, limits, log } = dependencies;
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });
  return new Hono<RequestEnv>().post('/webhooks/inbound-mail', limit, async (c) => {
    const { inbound } = config.mail;
    if (!inbound) throw new DomainError('not-found');
    const body = await c.req.text();
    verifyInboundMail(inbound.secret, {
      body,
      signature: c.req.header(SIGNATURE_HEADER) ?? '',
    });
    const mail = parseMail(body);
    const id = findMessageId(config, mail.to);
    const isAutomatic = Boolean(mail.autoSubmitted) && mail.autoSubmitted !== 'no';
    if (!id || isAutomatic) {
      log.info({ isAutomatic }, 'a received mail was left out');
      return c.json({ stored: false });
    }
    await limits.inboundMail.consume(id);
    return c.json({ stored: await storeMail(dependencies, id, mail) });
  });
}
