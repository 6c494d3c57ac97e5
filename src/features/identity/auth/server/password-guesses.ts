import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
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

type Dependencies = { db: Db; jobs: Jobs; guesses: GrowingDelay };
type Guess = { email: string; device: string | null };

const accountKey = (email: string): string => `account ${email}`;

/**
 * Counts the guesses for an account, whether or not it exists, and notifies its owner when the delay
 * starts. On a device that the owner has used, guesses elsewhere do not count.
 * @returns the key to reset after the right password
 * @throws DomainError 'rate-limited'
 */
export async function countSignInGuess(
  { db, jobs, guesses }: Dependencies,
  { email, device }: Guess,
): Promise<string> {
  const knownDevice = device && (await findKnownDevice(db, { email, device }));
  if (knownDevice) {
    const deviceKey = `device ${knownDevice}`;
    await guesses.attempt(deviceKey);
    return deviceKey;
  }
  const key = accountKey(email);
  const count = await guesses.attempt(key);
  if (count === guesses.free) await jobs.enqueue(db, GUESSED_QUEUE, { email });
  return key;
}

/** Ends the delay of an account, because its owner chose a new password. */
export async function forgetGuesses(guesses: GrowingDelay, email: string): Promise<void> {
  await guesses.reset(accountKey(email));
}

/** Runs an operation that needs the actor's current password, and counts wrong ones. */
export async function limitPasswordGuesses<T>(
  guesses: GrowingDelay,
  userId: string,
  run: () => Promise<T>,
): Promise<T> {
  const key = `change-password ${userId}`;
  await guesses.attempt(key);
  const result = await run();
  await guesses.reset(key);
  return result;
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
        'If this was you, reset your password to get back in right away.',
      ],
      action: { label: 'Reset My Password', url: `${publicUrl}/forgot-password` },
      footnote:
        'If this wasn’t you and your password is used nowhere else, you don’t have to do anything.',
    },
    jobId,
  );
}
