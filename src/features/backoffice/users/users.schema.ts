import { z } from 'zod';
import { USER_ROLES } from '#src/features/identity/accounts/accounts.rules.ts';
import {
  emailSchema,
  newPasswordSchema,
  SUSPENSION_REASONS,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { phoneSchema } from '#src/features/identity/accounts/phone.schema.ts';
import { fullNameSchema, personShape } from '#src/features/identity/profile/profile.schema.ts';
import { tagFilterSchema, tagsSchema } from '#src/features/identity/tags/tags.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { ROLES } from '#src/lib/roles.ts';
import { versionSchema } from '#src/lib/version.ts';

/** Maximum number of influencers that a staff member can be limited to. */
export const STAFF_LIMIT_MAXIMUM = 500;

export const USER_STATUSES = ['active', 'suspended'] as const;
/** The filters by status; invited users are active as well. */
const STATUS_FILTERS = [...USER_STATUSES, 'invited'] as const;
const SORTS = ['created', 'name', 'email'] as const;

/** Why a user is suspended. */
export const suspensionSchema = z.object({
  reason: z.enum(SUSPENSION_REASONS, 'Choose why'),
});

const role = z.enum(USER_ROLES, 'Please select a role');

export const newUserSchema = z.object({
  email: emailSchema,
  /** Null invites the user by mail to choose one. */
  password: newPasswordSchema.nullable(),
  fullName: fullNameSchema,
  phone: phoneSchema.default(null),
  role,
});
export type NewUser = z.input<typeof newUserSchema>;

/** The limit of a staff member. */
const staffLimitSchema = z.object({
  isLimited: z.boolean(),
  influencerIds: z
    .array(z.uuid())
    .max(STAFF_LIMIT_MAXIMUM, `Choose at most ${STAFF_LIMIT_MAXIMUM} influencers`)
    .transform((ids) => [...new Set(ids)]),
});
export type StaffLimit = z.output<typeof staffLimitSchema>;

/** The payload of Edit User; without `role` the role does not change. */
export const userChangeSchema = z.object({
  version: versionSchema,
  /** A new address replaces the present one once it is confirmed; only admins can change it. */
  email: emailSchema,
  ...personShape,
  role: role.optional(),
  /** Whether visitors see an influencer; ignored for others. */
  isActive: z.boolean().optional(),
  /** The limit of staff, set only by admins; without it the limit does not change. */
  scope: staffLimitSchema.optional(),
});
export type UserChange = z.output<typeof userChangeSchema>;

const listed = {
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  status: z.enum(USER_STATUSES),
  /** The id of a fan's picture. */
  avatar: z.uuid().nullable(),
  createdAt: instantSchema,
  /** When the user was last invited by mail; null once they have chosen a password. */
  invitedAt: instantSchema.nullable(),
};

export const userRowSchema = z.object({
  ...listed,
  /** Number of influencers that a staff member is limited to; null without a limit. */
  limitedTo: z.int().nullable(),
  /** Of fans and influencers. */
  tags: tagsSchema,
});
export type UserRow = z.infer<typeof userRowSchema>;

export const userFilterSchema = z.object({
  ...listingShape(SORTS, '-created'),
  role: z.enum(USER_ROLES).optional(),
  status: z.enum(STATUS_FILTERS).optional(),
  tag: tagFilterSchema,
});
export type UserFilter = z.output<typeof userFilterSchema>;
export const userPageSchema = listPageSchema(userRowSchema);

const count = z.int();

/** The data of a user as fan and as influencer. */
const deletionFiguresSchema = z.object({
  /** Bought by the user: all, those not ended, and those that would renew, with their price. */
  subscriptions: count,
  liveSubscriptions: count,
  renewals: count,
  renewalCents: count,
  /** Payments of the user, which stay in the ledger. */
  payments: count,
  views: count,
  notifications: count,
  favorites: count,
  /** Messages of the contact form from the user's address, which stay. */
  messages: count,
  /** Messages of the influencer to the agency, which are deleted. */
  agencyMessages: count,
  posts: count,
  drafts: count,
  files: count,
  tasks: count,
  notes: count,
  /** Subscriptions to the influencer that have not ended. */
  liveFans: count,
  /** Money still to be paid: pending payouts, and the share in no payout yet. */
  pendingPayouts: count,
  pendingPayoutCents: count,
  balanceCents: count,
});
export type DeletionFigures = z.infer<typeof deletionFiguresSchema>;

/** The data shown before a user is deleted. */
export const deletionPreviewSchema = z.object({
  role: z.enum(ROLES).nullable(),
  figures: deletionFiguresSchema,
});
export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;

/** A user as in Edit User. */
export const userSchema = z.object({
  ...listed,
  version: versionSchema,
  /** The address that will replace the present one once it is confirmed. */
  pendingEmail: z.string().nullable(),
  /** Null without a second factor. */
  secondFactor: z
    .object({
      /** Who requested to reset it within the last day; null without a request. */
      resetRequestedBy: z
        .object({ id: z.uuid(), fullName: z.string(), isAdmin: z.boolean() })
        .nullable(),
    })
    .nullable(),
  isActive: z.boolean(),
  isLimited: z.boolean(),
  /** The influencers of a limited staff member. */
  influencers: z.array(z.object({ id: z.uuid(), fullName: z.string() })),
});
export type User = z.infer<typeof userSchema>;
