import { isUuid } from '#src/lib/uuid.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { readToken, signToken } from '#src/platform/config/signed-token.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { UnsubscribeAddresses } from '#src/platform/mail/mail.ts';
import { MAIL_KINDS, type MailKind } from '../mail-preferences.schema.ts';

/** Why somebody receives a mail that they can switch off. */
const REASONS: Record<MailKind, string> = {
  posts: 'You receive this email because of your subscriptions at Velvet Rope.',
  tasks: 'You receive this email because your agency assigns you tasks.',
  task_decisions: 'You receive this email because your agency reviews your work.',
  team: 'You receive this email because you work with colleagues at Velvet Rope.',
};

type Subject = { userId: string; kind: MailKind };

const PURPOSE = 'unsubscribe link v1';

/** The part of a mail that lets its recipient switch off mails of this kind. */
export function switchableMail({ userId, kind }: Subject): NonNullable<Mail['optional']> {
  return { reason: REASONS[kind], subject: `${userId}.${kind}` };
}

/**
 * The token of an unsubscribe link: `<user id>.<kind>.<signature>`. It only permits to switch off the
 * user's mails.
 */
export function unsubscribeToken(secrets: Secrets, subject: string): string {
  return signToken(secrets, PURPOSE, subject);
}

/** The user and the kind of an unsubscribe token; null if the signature is invalid. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subject | null {
  const [userId = '', name] = readToken(secrets, PURPOSE, token)?.split('.') ?? [];
  const kind = MAIL_KINDS.find((known) => known === name);
  return kind && isUuid(userId) ? { userId, kind } : null;
}

/**
 * The addresses in a mail. The page has the token in its fragment, which browsers do not send to
 * servers; mail programs send the token in the path, because they send no fragment.
 */
export function unsubscribeAddresses(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  subject: string,
): UnsubscribeAddresses {
  const token = unsubscribeToken(secrets, subject);
  return {
    preferencesUrl: `${publicUrl}/my-account#emails`,
    pageUrl: `${publicUrl}/unsubscribe#${token}`,
    oneClickUrl: `${publicUrl}/unsubscribe/${token}`,
  };
}
