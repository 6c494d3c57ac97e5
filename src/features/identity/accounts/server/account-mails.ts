import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';

export type AccountMails = { mail: Mailer; config: Pick<Config, 'publicUrl'> };

/** Welcomes a new fan, once the transaction commits. Others may see an inbox: nothing is named. */
export async function mailWelcome(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  to: string,
): Promise<void> {
  await mail.queue(tx, {
    to,
    subject: 'Welcome! Your account is ready',
    heading: 'You’re in',
    paragraphs: [
      'Your account is ready. Here is how to start:',
      '1. Find someone you like, and look around their page for free.\n2. Subscribe for one month at a time. You can cancel whenever you like, in two clicks.\n3. Everything they post is waiting under My Feed.',
      'New posts come in one email a day. Subject lines never name anyone. To hear from us more often, less often or not at all, go to My Account.',
    ],
    action: { label: 'Find Someone to Follow', url: `${publicUrl}/marketplace` },
    footnote: `If you didn’t create this account, write to us at ${publicUrl}/contact and we will delete it.`,
  });
}

/** How the owner changed the password: by a mailed link, or while signed in. */
type PasswordChangeMethod = 'link' | 'owner';

const CHANGED = 'Your Velvet Rope password was just changed';
const PASSWORD_CHANGED_TEXT: Record<PasswordChangeMethod, string[]> = {
  link: [`${CHANGED}, and every device was signed out.`, 'If this was you, just sign in again.'],
  owner: [
    `${CHANGED}, and every other device was signed out.`,
    'If this was you, there’s nothing more to do.',
  ],
};

/** Notifies the owner of a changed password, once the transaction commits. */
export async function mailPasswordChanged(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  { to, by }: { to: string; by: PasswordChangeMethod },
): Promise<void> {
  await mail.queue(tx, {
    to,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: PASSWORD_CHANGED_TEXT[by],
    ...(by === 'link' && { action: { label: 'Sign In', url: `${publicUrl}/auth` } }),
    footnote: `If this wasn’t you, reset your password at ${publicUrl}/forgot-password and contact us at ${publicUrl}/contact.`,
  });
}
