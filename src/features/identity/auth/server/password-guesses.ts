import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import { findKnownDevice } from './known-devices.ts';

/** The delay of password guesses: ten are free, then one every 30 seconds to 15 minutes. */
export const GUESS_DELAY = {
  name: 'password-guesses',
  free: 10,
  firstSeconds: 30,
  // Slow enough for guesses, and bearable for an owner on a new device.
  maximumSeconds: 15 * 60,
  memorySeconds: 24 * 60 * 60,
};

const guessed = z.object({ email: z.string() });

/**
 * Accounts whose password someone guesses. The worker looks for the account, so that the response
 * takes as long without one.
 */
export const GUESSED_QUEUE: Queue<typeof guessed> = {
  name: 'password-guessed',
  data: guessed,
  retries: { limit: 9, delay: 10, delayMax: 60 * 60 },
};

/**
 * The delay of one password over all accounts: twenty wrong attempts are free. The earlier limit is that
 * of an account, so a person who mistypes does not reach it.
 */
export const SPRAY_DELAY = {
  name: 'sprayed-passwords',
  free: 20,
  firstSeconds: 30,
  maximumSeconds: 15 * 60,
  memorySeconds: 24 * 60 * 60,
};

type Dependencies = {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, 'secrets'>;
  guesses: GrowingDelay;
  sprays: GrowingDelay;
  limits: { signInAddress: RateLimit };
};
type Guess = { email: string; password: string; device: string | null; network: string };

const accountKey = (email: string): string => `account ${email}`;

/** Few bits, which do not identify the password, and nothing without the secret. */
function sprayKey(secrets: Secrets, password: string): string {
  const [newest] = deriveKeys(secrets, 'sprayed password v1');
  return createHmac('sha256', newest).update(password).digest('hex').slice(0, 12);
}

/**
 * Counts a guess before its outcome is known: per network, per password over all accounts, and for the
 * account, whether or not it exists, whose owner is notified when its delay starts. On a device that the
 * owner has used, or where the owner has just reset the password, only its own guesses count.
 * @returns what to do after the right password, and after a complete sign-in
 * @throws DomainError 'rate-limited'
 */
export async function countSignInGuess(
  { db, jobs, config, guesses, sprays, limits }: Dependencies,
  { email, password, device, network }: Guess,
): Promise<{ onRightPassword: () => Promise<void>; onSignIn: () => Promise<void> }> {
  const knownDevice = device && (await findKnownDevice(db, { email, device }));
  if (knownDevice) {
    const deviceKey = `device ${knownDevice}`;
    await guesses.attempt(deviceKey);
    return { onRightPassword: async () => {}, onSignIn: () => guesses.reset(deviceKey) };
  }
  await limits.signInAddress.consume(network);
  const [key, spray] = [accountKey(email), sprayKey(config.secrets, password)];
  const count = await guesses.attempt(key);
  if (count === guesses.free) await jobs.enqueue(db, GUESSED_QUEUE, { email });
  await sprays.attempt(spray);
  return { onRightPassword: () => sprays.undo(spray), onSignIn: () => guesses.reset(key) };
}

/** Ends the delay of an account, because its owner chose a new password. */
export async function forgetGuesses(guesses: GrowingDelay, email: string): Promise<void> {
  await guesses.reset(accountKey(email));
}

/** Notifies the owner of an account that someone guesses the password. */
export async function mailGuesses(
  { db, mail, config: { publicUrl } }: { db: Db } & AccountMails,
  { email }: { email: string },
  jobId: string,
): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) return;
  await mail.send(
    {
      to: email,
      subject: 'Wrong passwords for your account',
      heading: 'Someone may be guessing your password',
      paragraphs: [
        'Someone just entered a wrong password for your Velvet Rope account ten times.',
        'They didn’t get in. We now slow down further attempts. You can still sign in on a device you’ve used before.',
        'If this was you, reset your password, and sign in where you opened the link: there you get in right away.',
      ],
      action: { label: 'Reset My Password', url: `${publicUrl}/forgot-password` },
      footnote:
        'If this wasn’t you and your password is used nowhere else, you don’t have to do anything.',
    },
    jobId,
  );
}
