import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import {
  assignableRoles,
  canDeleteOrChangeRole,
  type UserRole,
} from '#src/features/identity/accounts/accounts.rules.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { changeProfile } from '#src/features/identity/accounts/server/change-profile.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { isPendingChange } from '#src/features/identity/email-addresses/server/own-email.ts';
import {
  secondFactorResets,
  secondFactors,
} from '#src/features/identity/second-factor/server/second-factor.table.ts';
import {
  stopRenewals,
  type StopRenewals,
} from '#src/features/money/subscriptions/server/stop-renewals.ts';
import { DomainError } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import { requireConfirmation, type Actor } from '#src/platform/http/operation.ts';
import type { newUserSchema, UserChange, userSchema } from '../users.schema.ts';
import { requestEmailChange } from './change-email.ts';
import { withFirstPassword, type FirstUser, type Inviting } from './invite-user.ts';
import { requireRemainingAdmin, lockUser, type LockedUser } from './lock-user.ts';
import { isPendingReset } from './reset-second-factor.ts';
import { limitStaff } from './staff-limit.ts';
import { userInScope } from './user-scope.ts';

type User = z.input<typeof userSchema>;

const requesters = alias(profiles, 'requesters');
const requesterRoles = alias(userRoles, 'requester_roles');
const REQUESTER = {
  id: requesters.id,
  fullName: requesters.fullName,
  isAdmin: sql<boolean>`coalesce(${requesterRoles.role} = 'admin', false)`,
};

/** The data of Edit User. @throws DomainError 'not-found' */
export async function getUser(db: Db, actor: Actor, userId: string): Promise<User> {
  const [found] = await db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      email: profiles.email,
      pendingEmail: emailConfirmations.email,
      phone: profiles.phone,
      createdAt: profiles.createdAt,
      invitedAt: users.invitedAt,
      avatar: avatars.id,
      version: profiles.version,
      hasSecondFactor: sql<boolean>`${secondFactors.userId} is not null`,
      resetRequestedBy: REQUESTER,
      isActive: profiles.isActive,
      role: userRoles.role,
      isLimited: sql<boolean>`coalesce(${userRoles.isLimited}, false)`,
      status: sql<User['status']>`case when ${isSuspendedNow} then 'suspended' else 'active' end`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(
      secondFactors,
      and(eq(secondFactors.userId, profiles.id), isNotNull(secondFactors.turnedOnAt)),
    )
    .leftJoin(
      secondFactorResets,
      and(eq(secondFactorResets.userId, secondFactors.userId), isPendingReset),
    )
    .leftJoin(requesters, eq(requesters.id, secondFactorResets.requestedBy))
    .leftJoin(requesterRoles, eq(requesterRoles.userId, secondFactorResets.requestedBy))
    .leftJoin(avatars, eq(avatars.userId, profiles.id))
    .leftJoin(emailConfirmations, isPendingChange)
    .where(and(eq(profiles.id, userId), userInScope(actor, profiles.id)));
  if (!found) throw new DomainError('not-found', 'User not found');
  const { hasSecondFactor, resetRequestedBy, ...columns } = found;
  const user = { ...columns, secondFactor: hasSecondFactor ? { resetRequestedBy } : null };
  // Only admins see the limits of staff.
  if (actor.role !== 'admin') return { ...user, influencers: [] };
  const influencers = await db
    .select({ id: profiles.id, fullName: profiles.fullName })
    .from(staffInfluencers)
    .innerJoin(profiles, eq(profiles.id, staffInfluencers.influencerId))
    .where(eq(staffInfluencers.staffId, userId))
    .orderBy(sql`lower(${profiles.fullName})`);
  return { ...user, influencers };
}

function requireAssignable(actor: Actor, role: UserRole): void {
  if (assignableRoles(actor).includes(role)) return;
  throw new DomainError(
    'forbidden',
    role === 'admin'
      ? 'Permission Denied: Only admins can assign the admin role.'
      : 'Permission Denied: Staff who are limited to influencers cannot assign the staff role.',
  );
}

async function refuseTakenEmail<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === 'email-taken';
    if (!isTaken && !violatesUnique(error, users.email)) throw error;
    const message = 'An account with this email already exists.';
    throw new DomainError('email-taken', message, [{ path: 'email', message }]);
  }
}

/** Creates a user with an initial password, to be changed at the first sign-in, or invites one. */
export async function createManagedUser(
  services: Inviting,
  actor: Actor,
  { phone, ...user }: z.output<typeof newUserSchema>,
): Promise<FirstUser> {
  requireAssignable(actor, user.role);
  await requireAllowedText(services.db, { fullName: user.fullName });
  return refuseTakenEmail(() =>
    services.db.transaction((tx) =>
      withFirstPassword(
        { ...services, db: tx, invitedBy: actor.userId },
        user.password,
        (password) => createUser(tx, { ...user, ...password }, { phone }),
      ),
    ),
  );
}

type Dependencies = { db: Db } & AccountMails & StopRenewals;

/**
 * Changes a user in one transaction; a new role applies from the next request on, and a new email
 * address once it is confirmed.
 * @throws DomainError 'conflict' when the version is outdated
 */
export async function updateUser(
  { db, mail, config, ...services }: Dependencies,
  actor: Actor,
  userId: string,
  { version, role, email, isActive, scope, ...person }: UserChange,
): Promise<{ version: number }> {
  const update = async (tx: Db) => {
    const user = await lockUser(tx, actor, userId, 'edit');
    await requireAllowedText(tx, { fullName: person.fullName });
    await requestEmailChange(tx, { mail, config }, { actor, user, email });
    const maySetActive = isActive !== undefined && user.role === 'influencer';
    const change = { ...person, ...(maySetActive && { isActive }) };
    const saved = await changeProfile(tx, { id: userId, version }, change, 'This user');
    await tx.update(users).set({ name: person.fullName }).where(eq(users.id, userId));
    if (role && role !== user.role) await changeRole(tx, actor, user, role);
    if (role && role !== 'subscriber' && user.role === 'subscriber') {
      // Fans who lose the role are not charged again.
      await stopRenewals(tx, { mail, config, ...services }, userId, 'staff');
    }
    if (scope) await limitStaff(tx, actor, { id: userId, role: role ?? user.role }, scope);
    return saved;
  };
  return refuseTakenEmail(() => db.transaction(update));
}

async function changeRole(tx: Db, actor: Actor, user: LockedUser, role: UserRole): Promise<void> {
  if (user.id === actor.userId) {
    throw new DomainError('forbidden', 'You cannot change your own role');
  }
  requireConfirmation(actor);
  if (user.role === 'influencer') {
    const message = 'Create and change influencers under Influencers.';
    throw new DomainError('not-allowed-in-state', message);
  }
  requireRoleChange(actor, user);
  requireAssignable(actor, role);
  await requireRemainingAdmin(tx, user, 'given another role');
  // The limit is retained in case the user becomes staff again.
  await tx
    .insert(userRoles)
    .values({ userId: user.id, role })
    .onConflictDoUpdate({ target: userRoles.userId, set: { role } });
}

function requireRoleChange(actor: Actor, user: LockedUser): void {
  if (canDeleteOrChangeRole(actor, user)) return;
  throw new DomainError(
    'forbidden',
    actor.isLimited
      ? 'Permission Denied: Staff who are limited to influencers cannot change roles.'
      : 'Permission Denied: Only admins can change the role of staff who are limited to influencers.',
  );
}
