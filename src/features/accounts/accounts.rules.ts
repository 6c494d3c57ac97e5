import type { Role } from '#src/lib/roles.ts';

type Manager = { role: Role | null; isLimited: boolean };

/**
 * Whether someone of the office may change a user of this role. Nobody but an admin touches an
 * admin, and staff who are held to certain influencers touch no colleague: one without a limit
 * would lead around it.
 */
export const canManage = ({ role, isLimited }: Manager, target: Role | null): boolean =>
  role === 'admin' ||
  (role === 'staff' && target !== 'admin' && !(isLimited && target === 'staff'));

/** Roles that can be given under Users; influencers are made under Influencers. */
export const USER_ROLES = ['admin', 'staff', 'subscriber'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The roles that someone of the office may give: those whom they may change afterwards. */
export const assignableRoles = (manager: Manager): UserRole[] =>
  USER_ROLES.filter((role) => canManage(manager, role));
