import { z } from 'zod';
import { USER_ROLES } from '#src/features/identity/accounts/accounts.rules.ts';
import {
  currentPasswordSchema,
  emailSchema,
  newPasswordSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { phoneSchema } from '#src/features/identity/accounts/phone.schema.ts';
import { fullNameSchema, personShape } from '#src/features/identity/profile/profile.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { ROLES } from '#src/lib/roles.ts';
import { versionSchema } from '#src/lib/version.ts';

/** To how many influencers a staff member can be limited. */
export const SCOPE_MAXIMUM = 500;

export const USER_STATUSES = ['active', 'suspended'] as const;
const SORTS = ['created', 'name', 'email'] as const;

const role = z.enum(USER_ROLES, 'Please select a role');

export const newUserSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  fullName: fullNameSchema,
  phone: phoneSchema.default(null),
  role,
});
export type NewUser = z.input<typeof newUserSchema>;

/** To whom a staff member is limited. */
const scopeSchema = z.object({
  isLimited: z.boolean(),
  influencerIds: z
    .array(z.uuid())
    .max(SCOPE_MAXIMUM, `At most ${SCOPE_MAXIMUM} influencers`)
    .transform((ids) => [...new Set(ids)]),
});
export type Scope = z.output<typeof scopeSchema>;

/** What Edit User sends; without `role` the user keeps theirs. */
export const userChangeSchema = z.object({
  version: versionSchema,
  email: emailSchema,
  ...personShape,
  role: role.optional(),
  /** Whether visitors see an influencer; it says nothing of others. */
  isActive: z.boolean().optional(),
  /** The own password, for a new e-mail address of one's own. */
  currentPassword: currentPasswordSchema.optional(),
  /** Of staff, set by admins alone; without it the limit stays as it is. */
  scope: scopeSchema.optional(),
});
export type UserChange = z.output<typeof userChangeSchema>;

const listed = {
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  status: z.enum(USER_STATUSES),
  createdAt: instantSchema,
};

export const userRowSchema = z.object({
  ...listed,
  /** To how many influencers a staff member is limited; null for who is not. */
  limitedTo: z.int().nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

export const userFilterSchema = z.object({
  ...listingShape(SORTS, '-created'),
  role: z.enum(USER_ROLES).optional(),
  status: z.enum(USER_STATUSES).optional(),
});
export type UserFilter = z.output<typeof userFilterSchema>;
export const userPageSchema = listPageSchema(userRowSchema);

const count = z.int();

/** What belongs to a user, as fan and as influencer. */
const deletionFiguresSchema = z.object({
  /** Bought by them: all, those that are not over, and those that would renew, with their price. */
  subscriptions: count,
  liveSubscriptions: count,
  renewals: count,
  renewalCents: count,
  /** Their payments, which stay in the ledger. */
  payments: count,
  views: count,
  notifications: count,
  /** Messages from their address, which stay. */
  messages: count,
  posts: count,
  drafts: count,
  files: count,
  tasks: count,
  notes: count,
  /** Subscriptions to them that are not over. */
  liveFans: count,
  /** What stays to be paid: payouts that are made, and the share that is in none yet. */
  pendingPayouts: count,
  pendingPayoutCents: count,
  balanceCents: count,
});
export type DeletionFigures = z.infer<typeof deletionFiguresSchema>;

/** What is said before a user is deleted. */
export const deletionPreviewSchema = z.object({
  role: z.enum(ROLES).nullable(),
  figures: deletionFiguresSchema,
});
export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;

/** A user as Edit User opens them. */
export const userSchema = z.object({
  ...listed,
  version: versionSchema,
  isActive: z.boolean(),
  isLimited: z.boolean(),
  /** The influencers of a limited staff member. */
  influencers: z.array(z.object({ id: z.uuid(), fullName: z.string() })),
});
export type User = z.infer<typeof userSchema>;
