import { z } from 'zod';
import { USER_STATUSES } from '#src/features/backoffice/users/users.schema.ts';
import { tagsSchema } from '#src/features/identity/tags/tags.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { ROLES } from '#src/lib/roles.ts';

const count = z.int();

/**
 * The figures of a fan within the actor's limit. The money is the cash of the ledger: `lifetimeCents`
 * is the sum of the other three amounts.
 */
const fanFiguresSchema = z.object({
  lifetimeCents: count,
  paidCents: count,
  /** Negative. */
  refundedCents: count,
  /** Disputes less those that were won; negative or zero. */
  disputedCents: count,
  payments: count,
  subscriptions: count,
  /** Subscriptions that have not ended. */
  liveSubscriptions: count,
  /** Posts seen, as far back as views are retained. */
  views: count,
  messages: count,
});

/** A fan as the file shows them. */
export const fanSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  /** Whether the address is known to be the fan's. */
  isEmailConfirmed: z.boolean(),
  /** When the fan was last invited; null once they have chosen a password. */
  invitedAt: instantSchema.nullable(),
  phone: z.string().nullable(),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  /** The id of the fan's picture. */
  avatar: z.uuid().nullable(),
  createdAt: instantSchema,
  /** Null if the fan never signed in, or not within a year. */
  lastSignInAt: instantSchema.nullable(),
  figures: fanFiguresSchema,
  tags: tagsSchema,
});
export type Fan = z.infer<typeof fanSchema>;

/** What a timeline consists of; `change` is what the back office did, for admins only. */
export const TIMELINE_KINDS = [
  'payment',
  'refund',
  'subscription',
  'note',
  'message',
  'view',
  'account',
  'change',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The address of a fan's file. */
export const fanFileSearchSchema = z.object({
  kind: z.enum(TIMELINE_KINDS).optional().catch(undefined),
});

export const timelineQuerySchema = z.object({
  /** Everything but posts seen if not given. */
  kind: z.enum(TIMELINE_KINDS).optional(),
  after: z.string().max(600).optional(),
});
export type TimelineQuery = z.output<typeof timelineQuerySchema>;

/** One event in the life of a fan. */
export const timelineEntrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(TIMELINE_KINDS),
  at: instantSchema,
  /** What happened: the state of a payment, or the kind of refund, for example. */
  event: z.string(),
  /** The payment, subscription, post or entry of the audit trail that it concerns. */
  recordId: z.string().nullable(),
  amountCents: z.int().nullable(),
  influencerName: z.string().nullable(),
  /** A note, a message, a caption, or the device of a sign-in. */
  text: z.string().nullable(),
  /** Who of the back office did it. */
  by: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const timelineSchema = z.object({
  rows: z.array(timelineEntrySchema),
  next: z.string().nullable(),
});
