import { eq } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';

export type SecondFactorChange =
  | 'on'
  | 'off'
  | 'app-added'
  | 'passkey-added'
  | 'passkey-removed'
  | 'new-codes'
  | 'code-used'
  | 'codes-guessed'
  | 'reset-requested'
  | 'reset';

const TEXTS: Record<SecondFactorChange, { subject: string; paragraphs: string[] }> = {
  on: {
    subject: 'Two-factor authentication is on',
    paragraphs: [
      'From now on, your password alone is not enough to sign in to your Velvet Rope account: you also need your authenticator app or a passkey.',
      'Store your recovery codes in a safe place. Without your phone or passkey, they are the only way to sign in yourself.',
    ],
  },
  off: {
    subject: 'Two-factor authentication is off',
    paragraphs: [
      'From now on, your password alone is enough to sign in to your account.',
      'Your authenticator app, passkeys and recovery codes no longer work here.',
    ],
  },
  'app-added': {
    subject: 'An authenticator app was added',
    paragraphs: [
      'From now on, you can also sign in to your Velvet Rope account with your password and a code from an authenticator app.',
    ],
  },
  'passkey-added': {
    subject: 'A passkey was added',
    paragraphs: [
      'A passkey was added to your Velvet Rope account. Whoever has it can sign in without your password.',
      'You can see and remove your passkeys under My Account.',
    ],
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    paragraphs: [
      'A passkey was removed from your Velvet Rope account. It can no longer be used to sign in.',
    ],
  },
  'new-codes': {
    subject: 'You have new recovery codes',
    paragraphs: [
      'New recovery codes were created for your account. The previous ones no longer work.',
    ],
  },
  'code-used': {
    subject: 'A recovery code was used',
    paragraphs: [
      'Someone just used a recovery code of your Velvet Rope account in place of your authenticator app or passkey.',
      'If you’re running out of codes, create new ones under My Account.',
    ],
  },
  'codes-guessed': {
    subject: 'Wrong codes for your account',
    paragraphs: [
      'Someone who knows your password just entered ten wrong codes for your Velvet Rope account. They didn’t get in, and we now slow down further attempts.',
      'If this wasn’t you, choose a new password now.',
    ],
  },
  'reset-requested': {
    subject: 'Someone wants to reset your two-factor authentication',
    paragraphs: [
      'A member of our team asked to turn off two-factor authentication for your account. A second member has to confirm this.',
      'If you lost your phone and wrote to us, there’s nothing more to do.',
    ],
  },
  reset: {
    subject: 'Two-factor authentication was reset',
    paragraphs: [
      'Two members of our team have turned off two-factor authentication for your account, and every device was signed out.',
      'Sign in with your password, then set it up again under My Account.',
    ],
  },
};

/** Notifies a user of a change of the second factor, once the transaction commits. */
export async function mailSecondFactorChange(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  userId: string,
  change: SecondFactorChange,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const { subject, paragraphs } = TEXTS[change];
  await mail.queue(tx, {
    to: user!.email,
    subject,
    heading: subject,
    paragraphs,
    footnote: `If you don’t know why, reset your password at ${publicUrl}/forgot-password and contact us at ${publicUrl}/contact.`,
  });
}
