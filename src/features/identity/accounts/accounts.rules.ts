import type { Role } from '#src/lib/roles.ts';

type Manager = { role: Role | null; isLimited: boolean };
/** `isLimited` outlives other roles, and counts for staff alone. */
type Managed = { role: Role | null; isLimited: boolean };

/**
 * Whether someone of the back office may change a user of this role. Nobody but an admin touches an
 * admin, and staff who are limited to certain influencers touch no colleague: one without a limit
 * would lead around it.
 */
export const canManage = ({ role, isLimited }: Manager, target: Role | null): boolean =>
  role === 'admin' ||
  (role === 'staff' && target !== 'admin' && !(isLimited && target === 'staff'));

/**
 * Whether someone of the back office may delete a user or give them another role. Limited staff do
 * neither, and of limited staff only admins do: anyone else could lift the limit in that way.
 */
export const canDeleteOrChangeRole = (manager: Manager, target: Managed): boolean =>
  manager.role === 'admin' ||
  (canManage(manager, target.role) &&
    !manager.isLimited &&
    !(target.role === 'staff' && target.isLimited));

/**
 * Whether someone of the back office may change another user's e-mail address. A link to set a new
 * password goes there, so who may change it could sign in as that user.
 */
export const canChangeEmail = (manager: Manager, target: Role | null): boolean =>
  manager.role === 'admin' ||
  (canManage(manager, target) && !manager.isLimited && target !== 'staff');

/** Roles that can be given under Users; influencers are made under Influencers. */
export const USER_ROLES = ['admin', 'staff', 'subscriber'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The roles that someone of the back office may give a new user: those whom they may change. */
export const assignableRoles = (manager: Manager): UserRole[] =>
  USER_ROLES.filter((role) => canManage(manager, role));
