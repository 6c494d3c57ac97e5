import type { Role } from '#src/lib/roles.ts';

type Manager = { role: Role | null; isLimited: boolean };
/** `isLimited` is stored for every role but only applies to staff. */
type ManagedUser = { role: Role | null; isLimited: boolean };

/**
 * Whether a back office user may change a user of this role. Only admins may change admins. Limited
 * staff may not change other staff, who could be used to bypass the limit.
 */
export function canManage({ role, isLimited }: Manager, target: Role | null): boolean {
  return (
    role === 'admin' ||
    (role === 'staff' && target !== 'admin' && !(isLimited && target === 'staff'))
  );
}

/**
 * Whether a back office user may delete a user or change the role. Limited staff may do neither,
 * and only admins may do it to limited staff, because both would remove the limit.
 */
export function canDeleteOrChangeRole(manager: Manager, target: ManagedUser): boolean {
  return (
    manager.role === 'admin' ||
    (canManage(manager, target.role) &&
      !manager.isLimited &&
      !(target.role === 'staff' && target.isLimited))
  );
}

/**
 * Whether a back office user may change another user's email address. Password reset links go to it,
 * so whoever can change it can sign in as that user.
 */
export function canChangeEmail({ role }: Pick<Manager, 'role'>): boolean {
  return role === 'admin';
}

/**
 * Whether a back office user may view the product as a fan. Limited staff may not, because fans see
 * posts of all influencers.
 */
export function canViewAsFan({ role, isLimited }: Manager): boolean {
  return role === 'admin' || (role === 'staff' && !isLimited);
}

/** Roles that can be assigned under Users. Influencers are created under Influencers. */
export const USER_ROLES = ['admin', 'staff', 'subscriber'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The roles that a back office user may assign to a new user: the ones they may change. */
export function assignableRoles(manager: Manager): UserRole[] {
  return USER_ROLES.filter((role) => canManage(manager, role));
}
