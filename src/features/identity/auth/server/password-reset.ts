import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { resetPasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  mailPasswordChanged,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { findEmail } from '#src/features/identity/accounts/server/find-email.ts';
import { listPasskeys } from '#src/features/identity/second-factor/server/list-passkeys.ts';
import { deleteSecondFactor } from '#src/features/identity/second-factor/server/second-factor.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { isMailConnected } from '#src/platform/mail/mail.ts';
import type { resetDoneSchema } from '../security.schema.ts';
import { spendInvitation, withdrawInvitation } from './invitations/invitations.ts';
import { expectOwner } from './known-devices.ts';
import {
  issueOneTimeToken,
  PASSWORD_RESET,
  spendOneTimeToken,
  withdrawOneTimeToken,
} from './one-time-tokens.ts';
import { forgetGuesses } from './password-guesses.ts';
import { storePassword } from './passwords.ts';

const LINK_HOURS = 1;

const resetRequest = z.object({ userId: z.uuid().nullable() });

/** Password reset requests. The worker creates the link, so that no link is stored in a queue. */
export const PASSWORD_RESET_QUEUE: Queue<typeof resetRequest> = {
  name: PASSWORD_RESET,
  data: resetRequest,
  // Retried for about forty minutes; nobody waits longer for this mail.
  retries: { limit: 9, delay: 10, delayMax: 10 * 60 },
};

type MailDependencies = { db: Db } & AccountMails;

/** Sends a reset link if the address has an account, without revealing whether it does. */
export async function requestPasswordReset(
  { db, jobs, limits }: { db: Db; jobs: Jobs; limits: { resetMail: RateLimit } },
  email: string,
): Promise<void> {
  // No refusal, which would let others prevent a reset: after too many mails within the lifetime of a
  // link, one of the earlier links is still valid.
  if (!(await limits.resetMail.tryConsume(email))) return;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  // Also enqueued without an account, so that the response takes as long.
  await jobs.enqueue(db, PASSWORD_RESET_QUEUE, { userId: user?.id ?? null });
}

/** Sends a password reset link; earlier ones stay valid until one is used. */
export async function sendPasswordReset(
  { db, mail, config }: MailDependencies,
  userId: string | null,
): Promise<void> {
  const email = userId && (await findEmail(db, userId));
  if (!userId || !email) return;
  const token = await issueOneTimeToken(
    db,
    { purpose: PASSWORD_RESET, subject: userId },
    LINK_HOURS,
  );
  await mail.send(
    {
      to: email,
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      paragraphs: [
        'Someone asked to reset your Velvet Rope password.',
        'This link works once and expires in one hour.',
      ],
      // In the fragment, which browsers never send to a server, neither in requests nor as
      // referrer.
      action: {
        label: 'Choose a New Password',
        url: `${config.publicUrl}/reset-password#${token}`,
      },
      footnote: 'If you didn’t ask for this, ignore this email: your password won’t change.',
    },
    // Not the job's id: each attempt sends a new link, and mailboxes must not drop the newer mail
    // as a duplicate.
    randomUUID(),
  );
}

type Resetting = { guesses: GrowingDelay; config: Pick<Config, 'mail' | 'demo'> };

/** Invalidates the links with which a password can be chosen. */
export async function withdrawPasswordLinks(db: Db, userId: string): Promise<void> {
  await withdrawOneTimeToken(db, { purpose: PASSWORD_RESET, subject: userId });
  await withdrawInvitation(db, userId);
}

/** An account that got a password by a mailed link. */
type Reset = { email: string } & z.input<typeof resetDoneSchema>;

/**
 * Sets a password with the token of a mailed link, of a reset or an invitation: spends the token, ends
 * what was begun with the earlier password and the delay after wrong ones. Guesses of others do not
 * delay the owner in this browser.
 * @returns the passkeys, which remain
 * @throws DomainError 'not-found' when the token was used, has expired or never existed, or
 * 'invalid-input' for the password
 */
export async function resetPassword(
  { db, guesses, ...mails }: MailDependencies & Resetting,
  { token, newPassword }: z.output<typeof resetPasswordSchema>,
  device: string,
): Promise<Reset['passkeys']> {
  const { email, passkeys } = await db.transaction(async (tx): Promise<Reset> => {
    const invited = await spendInvitation(tx, token);
    const userId = invited ?? (await spendOneTimeToken(tx, PASSWORD_RESET, token));
    const email = userId && (await findEmail(tx, userId));
    if (!userId || !email) {
      const message = 'This link has been used or has expired. Request a new one.';
      throw new DomainError('not-found', message);
    }
    await storePassword(tx, userId, newPassword);
    // Whoever has a mailed link receives the mails of the address.
    if (!invited || isMailConnected(mails.config)) await confirmAddress(tx, userId);
    await expectOwner(tx, userId, device);
    if (!invited) await mailPasswordChanged(tx, mails, { to: email, by: 'link' });
    const passkeys = await listPasskeys(tx, userId);
    return { email, passkeys: passkeys.map(({ name, addedAt }) => ({ name, addedAt })) };
  });
  await forgetGuesses(guesses, email);
  return passkeys;
}

/**
 * Confirms the address of a user, because whoever has the link receives its mails. Anybody can sign up
 * with an address: the factors of a fan whose address nobody had confirmed may be those of a stranger.
 */
async function confirmAddress(tx: Db, userId: string): Promise<void> {
  const [confirmed] = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  if (!confirmed) return;
  const [fan] = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'subscriber')));
  if (fan) await deleteSecondFactor(tx, userId);
}
