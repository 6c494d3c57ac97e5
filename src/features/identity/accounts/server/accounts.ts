import { hashPassword } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { keepAnAdmin, lockUser } from '#src/features/backoffice/users/server/lock-user.ts';
import { changePassword } from '#src/features/identity/auth/server/passwords.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  SUSPENSION_HOURS,
  type fanSignupSchema,
  type saveAccountSchema,
} from '../accounts.schema.ts';
import type { AccountMails } from './account-mails.ts';
import { credentials, sessions, userRoles, users } from './accounts.table.ts';
import { profiles } from './profiles.table.ts';

const HOUR = 60 * 60 * 1000;

type NewUser = {
  email: string;
  password: string;
  fullName: string;
  role: Role;
  /** For a password that someone else chose. */
  mustChangePassword?: boolean;
};
type ProfileFields = Partial<Omit<typeof profiles.$inferInsert, 'id' | 'email' | 'fullName'>>;
type Part = 'account' | 'profile' | 'role';

/**
 * Makes user, credential, profile and role, or none of them. `failures` are the words for the
 * part that could not be made. @throws DomainError 'email-taken'
 */
export async function createUser(
  db: Db,
  { email, password, fullName, role, mustChangePassword = false }: NewUser,
  profile: ProfileFields = {},
  failures: Partial<Record<Part, string>> = {},
): Promise<string> {
  const hash = await hashPassword(password);
  let part: Part = 'account';
  try {
    return await db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ email, name: fullName, mustChangePassword })
        .returning({ id: users.id });
      const id = user!.id;
      await tx
        .insert(credentials)
        .values({ userId: id, accountId: id, providerId: 'credential', password: hash });
      part = 'profile';
      await tx.insert(profiles).values({ ...profile, id, email, fullName });
      part = 'role';
      await tx.insert(userRoles).values({ userId: id, role });
      return id;
    });
  } catch (error) {
    if (violatesUnique(error, users.email)) {
      throw new DomainError(
        'email-taken',
        'An account with this email already exists. Please try logging in instead.',
      );
    }
    const words = failures[part];
    throw words ? new DomainError('internal', words, undefined, { cause: error }) : error;
  }
}

/** A fan's sign-up. It never touches an existing account. */
export async function signUpFan(
  db: Db,
  { email, password, ...profile }: z.output<typeof fanSignupSchema>,
): Promise<string> {
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (existing) {
    throw new DomainError(
      'email-taken',
      'This email is already registered. Please try logging in instead.',
    );
  }
  return createUser(db, { email, password, fullName: '', role: 'subscriber' }, profile, {
    account: 'Failed to create user account',
    profile: 'Failed to create user account',
    role: 'Failed to assign subscriber role. Please contact support.',
  });
}

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

/** Saves preferences and, when one is given, the new password: both or neither. */
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

/** Stops the renewals of what a user buys and sells; given by a later feature. */
export type StopRenewals = (
  tx: Db,
  userId: string,
  reason: 'suspension' | 'staff',
) => Promise<void>;

/**
 * Bans a user and, with that, every open session of theirs at once. Nothing that they buy or sell is
 * charged again. Staff cannot touch an admin.
 */
export async function suspendUser(
  { db, stopRenewals }: { db: Db; stopRenewals: StopRenewals },
  actor: Actor,
  userId: string,
): Promise<void> {
  if (userId === actor.userId) {
    throw new DomainError('forbidden', 'You cannot suspend your own account');
  }
  await db.transaction(async (tx) => {
    await keepAnAdmin(tx, await lockUser(tx, actor, userId, 'suspend'), 'suspended');
    const now = new Date();
    const banExpires = new Date(now.getTime() + SUSPENSION_HOURS * HOUR);
    await tx.update(users).set({ banned: true, banExpires }).where(eq(users.id, userId));
    await stopRenewals(tx, userId, 'suspension');
  });
}

/** Lifts a suspension. The sessions from before it end: the user signs in anew. */
export async function activateUser(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'activate');
    const activated = await tx
      .update(users)
      .set({ banned: false, banExpires: null, banReason: null })
      .where(and(eq(users.id, userId), eq(users.banned, true)))
      .returning({ id: users.id });
    if (activated.length > 0) await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}
