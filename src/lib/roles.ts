export const ROLES = ['admin', 'staff', 'influencer', 'subscriber'] as const;

/** What a user may do is decided by one role; a user without one may do next to nothing. */
export type Role = (typeof ROLES)[number];
