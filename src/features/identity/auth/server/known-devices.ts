import { createHash } from 'node:crypto';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { knownDevices } from './known-devices.table.ts';

/** A browser that has not signed in for this long is a new device again. */
export const KNOWN_DEVICE_DAYS = 365;

const hashDevice = (device: string): string => createHash('sha256').update(device).digest('hex');

/** Finds the device, if the user of an address has signed in on it. */
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

/** Stores that a user has signed in on this device. @returns its id if the device is new, else null */
export async function rememberDevice(
  tx: Db,
  userId: string,
  device: string,
): Promise<string | null> {
  const [stored] = await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: hashDevice(device) })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { updatedAt: sql`now()` },
    })
    // The system column xmax is 0 in an inserted row.
    .returning({ id: knownDevices.id, isNew: sql<boolean>`xmax = 0` });
  return stored!.isNew ? stored!.id : null;
}

/** Forgets the devices of a user whose password changed, except the current one. */
export async function forgetDevices(tx: Db, userId: string, current?: string): Promise<void> {
  await tx
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        current === undefined ? undefined : ne(knownDevices.deviceHash, hashDevice(current)),
      ),
    );
}

/** Deletes devices that have not been used for a long time. */
export async function sweepKnownDevices(db: Db): Promise<void> {
  const oldest = sql`now() - ${`${KNOWN_DEVICE_DAYS} days`}::interval`;
  await db.delete(knownDevices).where(lt(knownDevices.updatedAt, oldest));
}
