import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { EmailRequester } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { CONFIRMATION_HOURS, UNDO_DAYS } from '../email-addresses.schema.ts';
import { CONFIRM_EMAIL_LINK, UNDO_EMAIL_LINK } from './email-links.ts';

const LINK_LIFETIME = `The link works for ${CONFIRMATION_HOURS} hours.`;

type Confirmation = { id: string; email: string; isChange: boolean };

/** Asks the owner of an address to confirm it, once the transaction commits. */
export async function mailConfirmation(
  tx: Db,
  { mail }: AccountMails,
  { id, email, isChange }: Confirmation,
): Promise<void> {
  await mail.queue(tx, {
    to: email,
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      isChange
        ? 'Someone asked to use this address for a Velvet Rope account. Confirm it to sign in with it and to get our emails here.'
        : 'Please confirm that this is the email address of your Velvet Rope account.',
      LINK_LIFETIME,
    ],
    action: { label: 'Confirm Email Address', kind: CONFIRM_EMAIL_LINK, subject: id },
    footnote: 'If you didn’t ask for this, ignore this email: nothing will change.',
  });
}

/** Answers a sign-up or a change of address for the owner of an account with the address. */
export async function mailExistingAccount(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  to: string,
): Promise<void> {
  await mail.queue(tx, {
    to,
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone tried to use this address for a Velvet Rope account, but it already belongs to one. If that was you, just sign in.',
      `If you don’t remember your password, choose a new one at ${publicUrl}/forgot-password.`,
    ],
    action: { label: 'Sign In', url: `${publicUrl}/auth` },
    footnote: 'If this wasn’t you, ignore this email: nothing has changed.',
  });
}

const CHANGED = 'Your email address was changed';

type EmailChange = {
  id: string;
  from: string;
  to: string;
  requestedBy: EmailRequester;
  isUndoable: boolean;
};

/** Notifies the previous and the new address of the change; neither mail contains the other address. */
export async function mailEmailChanged(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  { id, from, to, requestedBy, isUndoable }: EmailChange,
): Promise<void> {
  const contact = `contact us at ${publicUrl}/contact`;
  await mail.queue(tx, {
    to: from,
    subject: CHANGED,
    heading: CHANGED,
    paragraphs: [
      requestedBy === 'admin'
        ? 'Our team just changed the email address of your Velvet Rope account.'
        : 'The email address of your Velvet Rope account was just changed.',
      'From now on, sign in with the new address. This is the last email we’ll send to this one.',
      ...(isUndoable
        ? [
            `If you didn’t want this, undo it within ${UNDO_DAYS} days. Your account gets this address back, every device is signed out, and you choose a new password.`,
          ]
        : []),
    ],
    ...(isUndoable && {
      action: { label: 'Undo This Change', kind: UNDO_EMAIL_LINK, subject: id },
    }),
    footnote: `If you didn’t ask for this, ${contact}.`,
  });
  await mail.queue(tx, {
    to,
    subject: CHANGED,
    heading: CHANGED,
    paragraphs: [
      'This is now the email address of your Velvet Rope account. Use it to sign in; our emails will come here too.',
    ],
    action: { label: 'Sign In', url: `${publicUrl}/auth` },
    footnote: `If you didn’t ask for this, or don’t have an account with us, ${contact}.`,
  });
}

/** Notifies the address that lost an account, because the owner of the previous one undid the change. */
export async function mailEmailRestored(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  to: string,
): Promise<void> {
  await mail.queue(tx, {
    to,
    subject: 'The change of your email address was undone',
    heading: 'The change of your email address was undone',
    paragraphs: [
      'Your Velvet Rope account has its previous email address again. Someone used the link that we sent to that address. This is the last email we’ll send to this one.',
    ],
    footnote: `If you didn’t want this, contact us at ${publicUrl}/contact.`,
  });
}
