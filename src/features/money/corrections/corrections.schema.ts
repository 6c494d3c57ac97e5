import type { LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';

/**
 * What people correct. A bonus, a goodwill payment and a write-off raise an influencer's share, a
 * deduction lowers it. The fees are what the payment provider charged: they cost the platform and
 * change no share.
 */
export const CORRECTION_KINDS = [
  'bonus',
  'deduction',
  'goodwill',
  'write_off',
  'provider_fee',
  'dispute_fee',
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** The kind under which the ledger records a correction. */
export const LEDGER_KIND_OF = {
  bonus: 'adjustment',
  deduction: 'adjustment',
  goodwill: 'adjustment',
  write_off: 'write_off',
  provider_fee: 'provider_fee',
  dispute_fee: 'dispute_fee',
} as const satisfies Record<CorrectionKind, LedgerKind>;

/** A proposal waits for a second person; only an approved correction is in the ledger. */
export const CORRECTION_STATUSES = ['proposed', 'approved', 'declined', 'withdrawn'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];
