import { createHmac } from 'node:crypto';
import { isUuid } from '#src/lib/uuid.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKey } from '#src/platform/config/keys.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { UnsubscribeAddresses } from '#src/platform/mail/mail.ts';
import { MAIL_KINDS, type MailKind } from '../mail-preferences.schema.ts';

/** Why somebody receives a mail that they can switch off. */
const REASONS: Record<MailKind, string> = {
  posts: 'You receive this email because of your subscriptions at Velvet Rope.',
  tasks: 'You receive this email because your agency assigns you tasks.',
  task_decisions: 'You receive this email because your agency reviews your work.',
};

type Subject = { userId: string; kind: MailKind };

const sign = (secret: string, subject: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'unsubscribe link v1')).update(subject).digest();

/** The part of a mail that lets its recipient switch off mails of this kind. */
export function switchableMail({ userId, kind }: Subject): NonNullable<Mail['optional']> {
  return { reason: REASONS[kind], subject: `${userId}.${kind}` };
}

/**
 * The token of an unsubscribe link: `<user id>.<kind>.<signature>`. It only permits to switch off the
 * user's mails.
 */
export function unsubscribeToken(secret: string, subject: string): string {
  return `${subject}.${sign(secret, subject).toString('base64url')}`;
}

/** The user and the kind of an unsubscribe token; null if the signature is invalid. */
export function readUnsubscribeToken(secret: string, token: string): Subject | null {
  const [userId = '', name = '', signature = ''] = token.split('.');
  const kind = MAIL_KINDS.find((known) => known === name);
  if (!isUuid(userId) || !kind) return null;
  const given = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(given, sign(secret, `${userId}.${kind}`)) ? { userId, kind } : null;
}

/**
 * The addresses in a mail. The page has the token in its fragment, which browsers do not send to
 * servers; mail programs send the token in the path, because they send no fragment.
 */
export function unsubscribeAddresses(
  { publicUrl, secret }: { publicUrl: string; secret: string },
  subject: string,
): UnsubscribeAddresses {
  const token = unsubscribeToken(secret, subject);
  return {
    preferencesUrl: `${publicUrl}/my-account#emails`,
    pageUrl: `${publicUrl}/unsubscribe#${token}`,
    oneClickUrl: `${publicUrl}/unsubscribe/${token}`,
  };
}
