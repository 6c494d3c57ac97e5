import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { requireCurrentPassword } from '#src/features/identity/auth/server/passwords.ts';
import { findSecondFactor } from '#src/features/identity/second-factor/server/second-factor.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { CONFIRMATION_HOURS, type changeEmailSchema } from '../email-addresses.schema.ts';
import { mailConfirmation, mailExistingAccount } from './email-mails.ts';

/** Whether somebody else has an address, or can still restore it. */
export async function isEmailTaken(db: Db, email: string, userId?: string): Promise<boolean> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (owner) return owner.id !== userId;
  const [reserved] = await db
    .select({ id: emailConfirmations.id })
    .from(emailConfirmations)
    .where(
      and(
        eq(emailConfirmations.previousEmail, email),
        userId ? ne(emailConfirmations.userId, userId) : undefined,
        isNull(emailConfirmations.undoneAt),
        gt(emailConfirmations.undoableUntil, sql`now()`),
      ),
    )
    .limit(1);
  return reserved !== undefined;
}

type Request = Pick<
  typeof emailConfirmations.$inferInsert,
  'userId' | 'email' | 'requestedBy' | 'adminId'
>;

const isPending = (userId: string) =>
  and(eq(emailConfirmations.userId, userId), isNull(emailConfirmations.confirmedAt));

/** Cancels the pending confirmation of a user: its link stops working. */
export async function cancelConfirmation(tx: Db, userId: string): Promise<void> {
  await tx.delete(emailConfirmations).where(isPending(userId));
}

/**
 * Stores the confirmation of an address and returns its id. Prolongs the pending one of the same
 * address, whose earlier links stay valid, and replaces that of another address.
 */
async function storeRequest(tx: Db, { userId, ...request }: Request): Promise<string> {
  // Other requests for the user wait here.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const expiresAt = sql`now() + ${`${CONFIRMATION_HOURS} hours`}::interval`;
  const [prolonged] = await tx
    .update(emailConfirmations)
    .set({ ...request, expiresAt })
    .where(and(isPending(userId), eq(emailConfirmations.email, request.email)))
    .returning({ id: emailConfirmations.id });
  if (prolonged) return prolonged.id;
  await cancelConfirmation(tx, userId);
  const [stored] = await tx
    .insert(emailConfirmations)
    .values({ userId, ...request, expiresAt })
    .returning({ id: emailConfirmations.id });
  return stored!.id;
}

/**
 * Mails the link that makes a new address the user's, on behalf of an admin.
 * @throws DomainError 'email-taken'
 */
export async function requestEmailOf(
  tx: Db,
  mails: AccountMails,
  { userId, email, adminId }: { userId: string; email: string; adminId: string },
): Promise<void> {
  if (await isEmailTaken(tx, email, userId)) throw new DomainError('email-taken');
  const id = await storeRequest(tx, { userId, email, requestedBy: 'admin', adminId });
  await mailConfirmation(tx, mails, { id, email, isChange: true });
}

/** Mails the link that confirms a new user's address, in the transaction of the sign-up. */
export async function requestConfirmation(
  tx: Db,
  mails: AccountMails,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const id = await storeRequest(tx, { userId, email, requestedBy: 'owner' });
  await mailConfirmation(tx, mails, { id, email, isChange: false });
}

type Dependencies = AccountMails & {
  db: Db;
  guesses: GrowingDelay;
  limits: { addressMail: RateLimit };
};

/** Mails the actor the link of an address, without revealing whether somebody else has it. */
async function requestOwn(
  { db, limits, ...mails }: Dependencies,
  { userId, sessionId, email: presentEmail }: Actor,
  request: Pick<Request, 'email' | 'requestedBy' | 'adminId'>,
): Promise<void> {
  const { email } = request;
  await limits.addressMail.consume(`user ${userId}`);
  // Many accounts together must not flood a mailbox either.
  const isMailed = await limits.addressMail.tryConsume(email);
  await db.transaction(async (tx) => {
    const id = await storeRequest(tx, { userId, ...request });
    // A change of the password, for which the request waited, has ended the session.
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, sessionId));
    if (!session) throw new DomainError('unauthenticated');
    if (!isMailed) return;
    if (await isEmailTaken(tx, email, userId)) await mailExistingAccount(tx, mails, email);
    else await mailConfirmation(tx, mails, { id, email, isChange: email !== presentEmail });
  });
}

/**
 * Mails the link that makes a new address the actor's. The answer does not reveal whether somebody
 * else has the address: only its owner learns of it, by another mail.
 * @throws DomainError 'confirmation-required' without a recent proof of the second factor,
 * 'invalid-credentials', 'invalid-input' or 'rate-limited'
 */
export async function requestOwnEmail(
  dependencies: Dependencies,
  actor: Actor,
  { email, currentPassword }: z.output<typeof changeEmailSchema>,
): Promise<void> {
  if (await findSecondFactor(dependencies.db, actor.userId)) requireConfirmation(actor);
  await requireCurrentPassword(dependencies, actor, currentPassword);
  if (email === actor.email) {
    const message = 'This is your email address already';
    throw new DomainError('invalid-input', message, [{ path: 'email', message }]);
  }
  await requestOwn(dependencies, actor, { email, requestedBy: 'owner' });
}

/**
 * Sends the link of the actor's pending confirmation again, or one for their unconfirmed address.
 * @throws DomainError 'not-allowed-in-state' when nothing is to be confirmed, or 'rate-limited'
 */
export async function resendConfirmation(dependencies: Dependencies, actor: Actor): Promise<void> {
  const { db } = dependencies;
  const [pending] = await db
    .select({
      email: emailConfirmations.email,
      requestedBy: emailConfirmations.requestedBy,
      adminId: emailConfirmations.adminId,
    })
    .from(emailConfirmations)
    .where(isPending(actor.userId));
  if (pending) return requestOwn(dependencies, actor, pending);
  const [user] = await db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (!user || user.confirmedAt) {
    throw new DomainError('not-allowed-in-state', 'Your email address is confirmed already.');
  }
  await requestOwn(dependencies, actor, { email: actor.email, requestedBy: 'owner' });
}
