import { and, eq, gt, gte, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { PASSWORD_RESET_QUEUE } from '#src/features/identity/auth/server/password-reset.ts';
import { disablePassword } from '#src/features/identity/auth/server/passwords.ts';
import { removeFactorsSince } from '#src/features/identity/second-factor/server/end-factors.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { UndoLink } from '../email-addresses.schema.ts';
import { setConfirmedEmail } from './confirm-email.ts';
import { readUndoToken } from './email-links.ts';
import { mailEmailRestored } from './email-mails.ts';

type Dependencies = AccountMails & {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};

/** The change of a link that can still be undone, or was. @throws DomainError 'not-found' */
async function findChange(db: Db, secrets: Secrets, token: string) {
  const id = readUndoToken(secrets, token);
  const isOpen = or(
    isNotNull(emailConfirmations.undoneAt),
    gt(emailConfirmations.undoableUntil, sql`now()`),
  );
  const [found] = id
    ? await db
        .select({
          userId: emailConfirmations.userId,
          requestedAt: emailConfirmations.createdAt,
          previousEmail: sql<string>`${emailConfirmations.previousEmail}`,
          confirmedAt: sql<Date>`${emailConfirmations.confirmedAt}`.mapWith(
            emailConfirmations.confirmedAt,
          ),
          undoneAt: emailConfirmations.undoneAt,
        })
        .from(emailConfirmations)
        .where(and(eq(emailConfirmations.id, id), isOpen))
    : [];
  if (found) return found;
  throw new DomainError('not-found', 'This link has expired.');
}

/** The state of a link that undoes a change of address. Read-only: mail scanners open links. */
export async function getUndoLink({ db, config }: Dependencies, token: string): Promise<UndoLink> {
  const { previousEmail, undoneAt } = await findChange(db, config.secrets, token);
  return { email: previousEmail, isUndone: undoneAt !== null };
}

/**
 * Restores the address that a change and all later ones replaced, makes the password useless, ends what
 * was begun with it, removes every factor that was added since the change was requested, and sends a
 * link for a new password: whoever changed the address may know the earlier one. Idempotent. @throws DomainError 'not-found'
 */
export async function undoEmailChange(
  { db, jobs, config, ...mails }: Dependencies,
  token: string,
): Promise<UndoLink> {
  const { userId } = await findChange(db, config.secrets, token);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    const { previousEmail, requestedAt, confirmedAt, undoneAt } = await findChange(
      tx,
      config.secrets,
      token,
    );
    if (undoneAt || !user) return { email: previousEmail, isUndone: true };
    // The links of later changes would give the account back to whoever made them.
    await tx
      .update(emailConfirmations)
      .set({ undoneAt: sql`now()` })
      .where(
        and(
          eq(emailConfirmations.userId, userId),
          gte(emailConfirmations.confirmedAt, confirmedAt),
          isNotNull(emailConfirmations.undoableUntil),
          isNull(emailConfirmations.undoneAt),
        ),
      );
    await setConfirmedEmail(tx, userId, previousEmail);
    await disablePassword(tx, userId);
    await removeFactorsSince(tx, userId, requestedAt);
    await jobs.enqueue(tx, PASSWORD_RESET_QUEUE, { userId });
    if (user.email !== previousEmail) await mailEmailRestored(tx, { config, ...mails }, user.email);
    return { email: previousEmail, isUndone: true };
  });
}
