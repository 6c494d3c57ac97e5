import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { priceSchema } from './plans.schema.ts';

/** How long before a new price each fan knows about it. */
export const PRICE_NOTICE_DAYS = 30;
/** The first day of a new price is at most so far ahead. */
export const PRICE_CHANGE_MAXIMUM_DAYS = 365;

/** The day (UTC) from which renewals of existing fans have the plan's price. */
export const newPriceChangeSchema = z.object({
  startsOn: z.iso.date('Please choose a day'),
  /** The plan's price as the person saw it: another one needs another decision. */
  priceCents: priceSchema,
});

/** `scheduled` as long as it can be called off. */
export const PRICE_CHANGE_STATES = ['scheduled', 'running', 'finished', 'called_off'] as const;
export type PriceChangeState = (typeof PRICE_CHANGE_STATES)[number];

const count = z.int();

/** How existing fans of a plan move to its price. */
export const priceChangeSchema = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  influencer: z.object({ id: z.uuid(), fullName: z.string() }),
  priceCents: z.int(),
  effectiveFrom: instantSchema,
  /** Whether a fan who does not accept it leaves; otherwise silence accepts it. */
  needsConsent: z.boolean(),
  state: z.enum(PRICE_CHANGE_STATES),
  createdAt: instantSchema,
  /** A name; null after the person's deletion. */
  createdBy: z.string().nullable(),
  calledOffAt: instantSchema.nullable(),
  /** Fans who got the notice, by what came of it. */
  counts: z.object({
    all: count,
    waiting: count,
    accepted: count,
    declined: count,
    left: count,
    applied: count,
    retained: count,
  }),
});
export type PriceChange = z.infer<typeof priceChangeSchema>;

/** The price changes of a plan, newest first, and who would be moved by a new one. */
export const planPriceChangesSchema = z.object({
  priceCents: z.int(),
  changes: z.array(priceChangeSchema),
  /** Renewing fans who pay another price. */
  movableCount: count,
  /** Fans who retain their price: their payment provider cannot change it, or their address is unconfirmed. */
  fixedCount: count,
  needsConsent: z.boolean(),
});
export type PlanPriceChanges = z.infer<typeof planPriceChangesSchema>;

/**
 * What came of a notice: `left` are fans who cancelled or whose subscription ended, `declined` those
 * who said no, and `retained` retained their price because the change was called off or over.
 */
export const NOTICE_STATES = [
  'waiting',
  'accepted',
  'declined',
  'left',
  'applied',
  'retained',
] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const priceNoticeSchema = z.object({
  /** The subscription. */
  id: z.uuid(),
  fan: z.object({ id: z.uuid(), fullName: z.string(), email: z.string() }),
  oldPriceCents: z.int(),
  newPriceCents: z.int(),
  noticedAt: instantSchema,
  answeredAt: instantSchema.nullable(),
  /** The first renewal at the new price, once it is known. */
  firstChargeAt: instantSchema.nullable(),
  state: z.enum(NOTICE_STATES),
});
export type PriceNotice = z.infer<typeof priceNoticeSchema>;

export const priceNoticeQuerySchema = z.object({
  ...listingShape(['noticed'], '-noticed'),
  /** The notices of one price change. */
  change: z.uuid().optional(),
  state: z.enum(NOTICE_STATES).optional(),
});
export type PriceNoticeQuery = z.output<typeof priceNoticeQuerySchema>;
export const priceNoticePageSchema = listPageSchema(priceNoticeSchema);
