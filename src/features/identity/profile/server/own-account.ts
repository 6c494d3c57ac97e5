import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveAccountSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { changePassword } from '#src/features/identity/auth/server/passwords.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import {
  findSpecialData,
  saveSpecialData,
  withdrawConsent,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { GrowingDelay } from '#src/platform/http/growing-delay.ts';
import type { Actor } from '#src/platform/http/operation.ts';

/** The account of a fan, with their preferences if they consent to their storage. */
export async function getAccountPreferences(services: SpecialDataServices, actor: Actor) {
  const [profile] = await services.db
    .select({ email: profiles.email, displayName: profiles.fullName, gender: profiles.gender })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  if (!profile) throw new DomainError('not-found', 'Failed to load profile information');
  const specialData = await findSpecialData(services, actor.userId);
  return {
    ...profile,
    specialDataConsent: specialData !== null,
    ...(specialData ?? { sexualPreference: null, preferences: [] }),
  };
}

/** Saves preferences, the name and an optional new password in one transaction. */
export async function saveAccount(
  { db, ...services }: SpecialDataServices & AccountMails & { guesses: GrowingDelay },
  actor: Actor,
  {
    displayName,
    password,
    gender,
    specialDataConsent,
    ...specialData
  }: z.output<typeof saveAccountSchema>,
  device: string | null,
): Promise<void> {
  await requireAllowedText(db, { displayName });
  await db.transaction(async (tx) => {
    if (password) await changePassword({ db: tx, ...services }, actor, password, device);
    // Locks the user first, as everywhere, to avoid deadlocks.
    if (displayName !== undefined)
      await tx.update(users).set({ name: displayName }).where(eq(users.id, actor.userId));
    await tx
      .update(profiles)
      .set({ gender, fullName: displayName })
      .where(eq(profiles.id, actor.userId));
    if (specialDataConsent) {
      await saveSpecialData({ db: tx, ...services }, actor.userId, specialData);
    } else {
      await withdrawConsent(tx, actor.userId);
    }
  });
}

/** Saves the time zone of the actor; null is that of the browser. */
export async function saveTimeZone(db: Db, actor: Actor, timeZone: string | null): Promise<void> {
  await db.update(users).set({ timeZone }).where(eq(users.id, actor.userId));
}

export async function getAccountContact(db: Db, actor: Actor) {
  const [profile] = await db
    .select({ fullName: profiles.fullName, email: profiles.email, phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  if (!profile) throw new DomainError('not-found', 'Failed to load profile information');
  return profile;
}
