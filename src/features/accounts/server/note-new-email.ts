import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import { mailEmailChanged, type AccountMails } from './account-mails.ts';
import { withdrawPasswordReset } from './password-reset.ts';

type Change = { actor: Actor; user: { id: string; email: string }; email: string };

/** What follows from an address that the actor gave an account, if it is another one than before. */
export async function noteNewEmail(
  tx: Db,
  mails: AccountMails,
  { actor, user, email }: Change,
): Promise<void> {
  if (email === user.email) return;
  // A link that went to the old address would still open the account.
  await withdrawPasswordReset(tx, user.id);
  const isByOffice = actor.userId !== user.id;
  await mailEmailChanged(tx, mails, { from: user.email, to: email, isByOffice });
}
