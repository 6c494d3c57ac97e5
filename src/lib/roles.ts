export const ROLES = ['admin', 'staff', 'influencer', 'subscriber'] as const;

/** The one role of a user decides what they may do; a user without a role may do almost nothing. */
export type Role = (typeof ROLES)[number];

const LABELS: Record<Role, string> = {
  admin: 'Admin',
  staff: 'Staff',
  influencer: 'Influencer',
  subscriber: 'Subscriber',
};

/** The display name of a role. */
export function roleLabel(role: Role | null): string {
  return role ? LABELS[role] : 'No role';
}
