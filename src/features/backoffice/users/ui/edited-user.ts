import { USER_ROLES, type UserRole } from '#src/features/identity/accounts/accounts.rules.ts';
import type { User } from '../users.schema.ts';

/** The values of the form. */
export type EditedUser = {
  email: string;
  fullName: string;
  phone: string;
  role: UserRole | null;
  isActive: boolean;
  isLimited: boolean;
  influencers: User['influencers'];
};

export function valuesOf(user: User): EditedUser {
  return {
    email: user.email,
    fullName: user.fullName,
    phone: user.phone ?? '',
    role: USER_ROLES.find((role) => role === user.role) ?? null,
    isActive: user.isActive,
    isLimited: user.isLimited,
    influencers: user.influencers,
  };
}

/** Whether the email differs; the server stores it in lower case. */
export function isEmailChanged(base: User, { email }: EditedUser): boolean {
  return email.trim().toLowerCase() !== base.email;
}

/** `maySetStaffLimit`: only admins may limit staff to influencers. */
export type Editing = { maySetStaffLimit: boolean };

/** The payload of the form. */
export function changeOf(base: User, values: EditedUser, { maySetStaffLimit }: Editing) {
  const { email, fullName, phone, role, isActive, isLimited, influencers } = values;
  const influencerIds = influencers.map(({ id }) => id);
  return {
    version: base.version,
    email,
    fullName,
    // A stored number that breaks today's rule does not prevent other changes.
    ...(phone !== (base.phone ?? '') && { phone }),
    ...(role && role !== base.role && { role }),
    ...(base.role === 'influencer' && { isActive }),
    ...(maySetStaffLimit &&
      isStaffLimitChanged(base, values) && { scope: { isLimited, influencerIds } }),
  };
}

const listOf = (influencers: User['influencers']) =>
  influencers
    .map(({ id }) => id)
    .toSorted()
    .join();

const isStaffLimitChanged = (base: User, values: EditedUser): boolean =>
  values.role === 'staff' &&
  (values.isLimited !== base.isLimited ||
    (values.isLimited && listOf(values.influencers) !== listOf(base.influencers)));
