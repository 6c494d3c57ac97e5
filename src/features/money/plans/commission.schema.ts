import { z } from 'zod';
import { colleagueSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

const COMMISSION_RANGE = 'Commission must be from 0 to 100 percent';

/** The agency's part of what the merchant fee leaves. */
export const commissionSchema = z
  .number('Commission is required')
  .min(0, COMMISSION_RANGE)
  .max(100, COMMISSION_RANGE)
  // Rejects what the database would round.
  .refine((percent) => Number(percent.toFixed(2)) === percent, {
    error: 'Commission can have at most two decimals',
  });

export const COMMISSION_REASON_MAXIMUM_LENGTH = 500;
/** A date further away is a typing error. */
const YEARS_AHEAD = 5;

export const newCommissionRateSchema = z.object({
  percent: commissionSchema,
  /** The first day (UTC) of the new commission; null for the next payment on. */
  startsOn: z.iso.date('Choose a date').nullable(),
  /** For the back office only. */
  reason: z
    .string()
    .trim()
    .min(1, 'Reason is required')
    .max(COMMISSION_REASON_MAXIMUM_LENGTH, 'Reason is too long'),
});
export type NewCommissionRate = z.output<typeof newCommissionRateSchema>;

/** Whether a first day is too far away. @param today as "2026-11-25" */
export function isTooFarAhead(startsOn: string, today: string): boolean {
  return startsOn > `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`;
}

export const COMMISSION_STATES = ['planned', 'active', 'ended'] as const;

export const commissionRateSchema = z.object({
  /** Null for the commission that the plan was created with. */
  id: z.uuid().nullable(),
  percent: z.number(),
  /** Payments that occurred from this instant on have it, until the next one starts. */
  effectiveFrom: instantSchema,
  state: z.enum(COMMISSION_STATES),
  reason: z.string().nullable(),
  createdBy: colleagueSchema.nullable(),
});
export type CommissionRate = z.infer<typeof commissionRateSchema>;

/** The commissions of a plan, the latest first; exactly one is active. */
export const commissionHistorySchema = z.object({ rates: z.array(commissionRateSchema) });
