import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import {
  mailWelcome,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { SignUpLink } from '../sign-up.schema.ts';
import { moveSpecialData } from './sign-up-answers.ts';
import { readSignUpToken } from './sign-up-link.ts';
import { signUps } from './sign-ups.table.ts';

type Dependencies = AccountMails & { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/** The query of the sign-up of a link that still works, or was used. */
function selectSignUp(db: Db, secrets: Secrets, token: string) {
  const id = readSignUpToken(secrets, token);
  const isOpen = or(isNotNull(signUps.confirmedAt), gt(signUps.expiresAt, sql`now()`));
  return db
    .select()
    .from(signUps)
    .where(id ? and(eq(signUps.id, id), isOpen) : sql`false`);
}

/** What is deleted once the account exists. */
const NO_INPUT = {
  password: null,
  profile: null,
  specialData: null,
  consentedAt: null,
  consentVersion: null,
};

const unknownLink = () => new DomainError('not-found', 'This link has expired. Sign up again.');

/** The state of a link that finishes a sign-up. Read-only: mail scanners open links. */
export async function getSignUpLink(
  { db, config }: Dependencies,
  token: string,
): Promise<SignUpLink> {
  const [signUp] = await selectSignUp(db, config.secrets, token);
  if (!signUp) throw unknownLink();
  return { email: signUp.email, isFinished: signUp.confirmedAt !== null, next: signUp.next };
}

/**
 * Creates the account of a sign-up, whose address is thereby confirmed. A link that was used creates
 * nothing.
 * @returns the id of the new fan, null for a link that was used
 * @throws DomainError 'not-found', or 'email-taken' when the address got an account in the meantime
 */
export async function finishSignUp(
  { db, ...mails }: Dependencies,
  token: string,
): Promise<{ link: SignUpLink; newFan: string | null }> {
  return db.transaction(async (tx) => {
    // Locked: only one of several simultaneous calls creates the account.
    const [signUp] = await selectSignUp(tx, mails.config.secrets, token).for('update');
    if (!signUp) throw unknownLink();
    const { id, email, password: hash, profile, next } = signUp;
    const link = { email, isFinished: true, next };
    if (!hash || !profile) return { link, newFan: null };
    const password = { hash };
    const newFan = await createUser(
      tx,
      { email, password, fullName: '', role: 'subscriber', isEmailConfirmed: true },
      profile,
    );
    await moveSpecialData({ db: tx, ...mails }, signUp, newFan);
    await tx
      .update(signUps)
      .set({ ...NO_INPUT, confirmedAt: sql`now()` })
      .where(eq(signUps.id, id));
    await tx.delete(signUps).where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)));
    await mailWelcome(tx, mails, email);
    return { link, newFan };
  });
}

/** Deletes the sign-ups whose links have expired. */
export async function sweepSignUps(db: Db): Promise<void> {
  await db.delete(signUps).where(lt(signUps.expiresAt, sql`now()`));
}
