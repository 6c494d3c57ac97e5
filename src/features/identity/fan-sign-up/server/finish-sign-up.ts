import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  mailWelcome,
  type AccountMails,
} from '#src/features/identity/accounts/server/account-mails.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { verifyPassword } from '#src/features/identity/accounts/server/password-hash.ts';
import { hashDevice } from '#src/features/identity/auth/server/known-devices.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { finishSignUpSchema, SignUpLink } from '../sign-up.schema.ts';
import { moveSpecialData } from './sign-up-answers.ts';
import { readSignUpToken } from './sign-up-link.ts';
import { signUps } from './sign-ups.table.ts';

type Dependencies = AccountMails & {
  db: Db;
  guesses: GrowingDelay;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};

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

type SignUp = typeof signUps.$inferSelect;

const needsPassword = ({ deviceHash, confirmedAt }: SignUp, device: string | null): boolean =>
  confirmedAt === null && (device === null || deviceHash !== hashDevice(device));

/** The state of a link that finishes a sign-up. Read-only: mail scanners open links. */
export async function getSignUpLink(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  token: string,
  device: string | null,
): Promise<SignUpLink> {
  const [signUp] = await selectSignUp(db, config.secrets, token);
  if (!signUp) throw unknownLink();
  const { email, confirmedAt, next } = signUp;
  const isFinished = confirmedAt !== null;
  return { email, isFinished, needsPassword: needsPassword(signUp, device), next };
}

/**
 * Requires the password of a sign-up in another browser: whoever signed up may have named the address of
 * somebody else, who must not get an account with a stranger's password.
 * @throws DomainError 'not-found', 'invalid-credentials' or 'rate-limited'
 */
async function requireSameFan(
  { db, config, guesses }: Dependencies,
  { token, password = '' }: z.output<typeof finishSignUpSchema>,
  device: string | null,
): Promise<void> {
  const [signUp] = await selectSignUp(db, config.secrets, token);
  if (!signUp) throw unknownLink();
  if (!needsPassword(signUp, device)) return;
  const key = `sign-up ${signUp.id}`;
  await guesses.attempt(key);
  if (signUp.password && (await verifyPassword(password, signUp.password))) {
    return guesses.reset(key);
  }
  const message =
    'This isn’t the password of this sign-up. You can sign up again with another one.';
  throw new DomainError('invalid-credentials', message, [{ path: 'password', message }]);
}

/**
 * Creates the account of a sign-up, whose address is thereby confirmed. A link that was used creates
 * nothing.
 * @param signIn of the new fan, in the same transaction
 * @throws DomainError 'not-found', 'invalid-credentials' in another browser without the password,
 * 'rate-limited', or 'email-taken' when the address got an account in the meantime
 */
export async function finishSignUp(
  { db, ...services }: Dependencies,
  input: z.output<typeof finishSignUpSchema>,
  {
    device,
    signIn,
  }: { device: string | null; signIn: (tx: Db, fanId: string) => Promise<unknown> },
): Promise<{ link: SignUpLink; isSignedIn: boolean }> {
  await requireSameFan({ db, ...services }, input, device);
  return db.transaction(async (tx) => {
    const newFan = await createFan(tx, services, input.token);
    if (newFan) await signIn(tx, newFan);
    const link = await getSignUpLink({ db: tx, config: services.config }, input.token, device);
    return { link, isSignedIn: newFan !== null };
  });
}

/** @returns the id of the new fan, null for a link that was used */
async function createFan(
  tx: Db,
  mails: Pick<Dependencies, 'mail' | 'config'>,
  token: string,
): Promise<string | null> {
  // Locked: only one of several simultaneous calls creates the account.
  const [signUp] = await selectSignUp(tx, mails.config.secrets, token).for('update');
  if (!signUp) throw unknownLink();
  const { id, email, password: hash, profile } = signUp;
  if (!hash || !profile) return null;
  const newFan = await createUser(
    tx,
    { email, password: { hash }, fullName: '', role: 'subscriber', isEmailConfirmed: true },
    profile,
  );
  await moveSpecialData({ db: tx, ...mails }, signUp, newFan);
  await tx
    .update(signUps)
    .set({ ...NO_INPUT, confirmedAt: sql`now()` })
    .where(eq(signUps.id, id));
  await tx.delete(signUps).where(and(eq(signUps.email, email), isNull(signUps.confirmedAt)));
  await mailWelcome(tx, mails, email);
  return newFan;
}

/** Deletes the sign-ups whose links have expired. */
export async function sweepSignUps(db: Db): Promise<void> {
  await db.delete(signUps).where(lt(signUps.expiresAt, sql`now()`));
}
