import type { AccountMails } from '#src/features/accounts/server/account-mails.ts';
import { lockUser } from '#src/features/accounts/server/lock-user.ts';
import { withdrawPasswordReset } from '#src/features/accounts/server/password-reset.ts';
import { givePassword } from '#src/features/accounts/server/passwords.ts';
import { generatePassword } from '#src/lib/generate-password.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';

/**
 * Gives an influencer a new password, to be changed at the next sign-in, ends every session of theirs
 * and tells them by mail; a link to reset the old one no longer counts. The password is answered this
 * once and kept nowhere.
 * @throws DomainError 'not-found'
 */
export const resetInfluencerPassword = (
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  id: string,
) =>
  db.transaction(async (tx): Promise<{ password: string }> => {
    const user = await lockUser(tx, actor, id, 'change');
    if (user.role !== 'influencer') throw new DomainError('not-found', 'Influencer not found');
    const password = generatePassword();
    await withdrawPasswordReset(tx, id);
    await givePassword(tx, mails, user, password);
    return { password };
  });
