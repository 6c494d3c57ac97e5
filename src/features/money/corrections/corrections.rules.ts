import type { CorrectionKind, CorrectionRow } from './corrections.schema.ts';

/** What a correction does to the influencer's share, per cent of its amount. */
export const SHARE_EFFECT: Record<CorrectionKind, -1 | 0 | 1> = {
  bonus: 1,
  deduction: -1,
  goodwill: 1,
  write_off: 1,
  provider_fee: 0,
  dispute_fee: 0,
};

export const CORRECTION_LABELS: Record<CorrectionKind, string> = {
  bonus: 'Bonus',
  deduction: 'Deduction',
  goodwill: 'Goodwill payment',
  write_off: 'Write-off',
  provider_fee: 'Provider fee',
  dispute_fee: 'Dispute fee',
};

type Labelled = { kind: CorrectionKind; isReversal: boolean };

/** "Bonus", or "Bonus reversed". */
export function correctionLabel({ kind, isReversal }: Labelled): string {
  return isReversal ? `${CORRECTION_LABELS[kind]} reversed` : CORRECTION_LABELS[kind];
}

type Decidable = Pick<CorrectionRow, 'status' | 'isOwn'>;

/** Whether somebody may approve or decline a correction: never who requested it. */
export function canDecide({ status, isOwn }: Decidable): boolean {
  return status === 'proposed' && !isOwn;
}

/** Whether somebody may withdraw the own proposal. */
export function canWithdraw({ status, isOwn }: Decidable): boolean {
  return status === 'proposed' && isOwn;
}

/** Whether an opposite correction may be made. */
export function canReverse({
  status,
  reverses,
  reversedBy,
}: Pick<CorrectionRow, 'status' | 'reverses' | 'reversedBy'>): boolean {
  return status === 'approved' && reverses === null && reversedBy === null;
}

/** The days in which small corrections of one person for one influencer count together. */
export const ALLOWANCE_DAYS = 30;
