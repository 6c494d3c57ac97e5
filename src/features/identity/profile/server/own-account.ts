import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveAccountSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { changePassword } from '#src/features/identity/auth/server/passwords.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';

export async function getAccountPreferences(db: Db, actor: Actor) {
  const [profile] = await db
    .select({
      email: profiles.email,
      gender: profiles.gender,
      sexualPreference: profiles.sexualPreference,
      preferences: profiles.preferences,
    })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  if (!profile) throw new DomainError('not-found', 'Failed to load profile information');
  return profile;
}

/** Saves preferences and an optional new password in one transaction. */
export async function saveAccount(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  { password, ...preferences }: z.output<typeof saveAccountSchema>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (password) await changePassword({ db: tx, ...mails }, actor, password);
    await tx.update(profiles).set(preferences).where(eq(profiles.id, actor.userId));
  });
}

export async function getAccountContact(db: Db, actor: Actor) {
  const [profile] = await db
    .select({ fullName: profiles.fullName, email: profiles.email, phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.id, actor.userId));
  if (!profile) throw new DomainError('not-found', 'Failed to load profile information');
  return profile;
}
