export const ROLES = ['admin', 'staff', 'influencer', 'subscriber'] as const;

/** What a user may do is decided by one role; a user without one may do next to nothing. */
export type Role = (typeof ROLES)[number];

const LABELS: Record<Role, string> = {
  admin: 'Admin',
  staff: 'Staff',
  influencer: 'Influencer',
  subscriber: 'Subscriber',
};

/** A role as people read it. */
export const roleLabel = (role: Role | null): string => (role ? LABELS[role] : 'No role');
