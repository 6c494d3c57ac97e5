import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveAccountSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { changePassword } from '#src/features/identity/auth/server/passwords.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

export async function getAccountPreferences(db: Db, actor: Actor) {
  const [profile] = await db
    .select({
      email: profiles.email,
      displayName: profiles.fullName,
      gender: profiles.gender,
      sexualPreference: profiles.sexualPreference,
      preferences: profiles.preferences,
    })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  if (!profile) throw new DomainError('not-found', 'Failed to load profile information');
  return profile;
}

/** Saves preferences, the name and an optional new password in one transaction. */
export async function saveAccount(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  { displayName, password, ...preferences }: z.output<typeof saveAccountSchema>,
  device: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (password) await changePassword({ db: tx, ...mails }, actor, password, device);
    // Locks the user first, as everywhere, to avoid deadlocks.
    if (displayName !== undefined)
      await tx.update(users).set({ name: displayName }).where(eq(users.id, actor.userId));
    await tx
      .update(profiles)
      .set({ ...preferences, fullName: displayName })
      .where(eq(profiles.id, actor.userId));
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
