import { createHash } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { knownDevices } from './known-devices.table.ts';

/** How long the link in the mail about a new device works, also once the device is forgotten. */
export const SIGN_IN_REPORT_DAYS = 30;

/** A browser that has not signed in for this long is a new device again. */
export const KNOWN_DEVICE_DAYS = 365;

export function hashDevice(device: string): string {
  return createHash('sha256').update(device).digest('hex');
}

/** Finds the device, if the user of an address has signed in or reset the password on it. */
export async function findKnownDevice(
  db: Db,
  { email, device }: { email: string; device: string },
): Promise<string | null> {
  const [found] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email), eq(knownDevices.deviceHash, hashDevice(device))));
  return found?.id ?? null;
}

/** Whether a user has signed in on this device. */
export async function isKnownDevice(db: Db, userId: string, device: string): Promise<boolean> {
  const [found] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, hashDevice(device))));
  return found !== undefined;
}

/** Stores that a user has signed in on this device. @returns its id for the first sign-in, else null */
export async function rememberDevice(
  tx: Db,
  userId: string,
  device: string,
): Promise<string | null> {
  const [stored] = await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: hashDevice(device), signedInAt: sql`now()` })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: {
        updatedAt: sql`now()`,
        signedInAt: sql`coalesce(${knownDevices.signedInAt}, now())`,
      },
    })
    // The time of the transaction.
    .returning({ id: knownDevices.id, isNew: sql<boolean>`signed_in_at = now()::timestamptz(3)` });
  return stored!.isNew ? stored!.id : null;
}

/**
 * Lets the owner sign in on this device although others guess the password, because the owner chose a
 * new one here with a mailed link. The first sign-in is still announced.
 */
export async function expectOwner(tx: Db, userId: string, device: string): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: hashDevice(device) })
    .onConflictDoNothing();
}

/**
 * Forgets the devices of a user whose password changed, except the current one. Their rows remain for
 * the links of the mails about them: a thief must not be able to end those.
 */
export async function forgetDevices(tx: Db, userId: string, current?: string): Promise<void> {
  await tx
    .update(knownDevices)
    .set({ deviceHash: null, updatedAt: sql`${knownDevices.updatedAt}` })
    .where(
      and(
        eq(knownDevices.userId, userId),
        isNotNull(knownDevices.deviceHash),
        current === undefined ? undefined : ne(knownDevices.deviceHash, hashDevice(current)),
      ),
    );
}

/** Deletes devices that have not been used for a long time, and forgotten ones with their links. */
export async function sweepKnownDevices(db: Db): Promise<void> {
  const { createdAt, deviceHash, updatedAt } = knownDevices;
  const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`;
  await db
    .delete(knownDevices)
    .where(
      or(
        lt(updatedAt, before(KNOWN_DEVICE_DAYS)),
        and(isNull(deviceHash), lt(createdAt, before(SIGN_IN_REPORT_DAYS))),
      ),
    );
}
