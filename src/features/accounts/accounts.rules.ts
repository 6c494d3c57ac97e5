import type { Role } from '#src/lib/roles.ts';

/** Whether a member of the back office may change, suspend or delete a user of this role. */
export const mayManageUser = (actor: Role | null, target: Role | null): boolean =>
  actor === 'admin' || (actor === 'staff' && target !== 'admin');
