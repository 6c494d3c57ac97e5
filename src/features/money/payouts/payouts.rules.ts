import { formatUtcDay } from '#src/lib/dates.ts';
import { formatUtcRange } from '#src/lib/locale/dates.ts';
import type { PayoutChange } from './payout-changes.schema.ts';
import type { PayoutRow, PayoutStatus } from './payouts.schema.ts';

type Changeable = Pick<PayoutRow, 'status' | 'needsApproval'>;
type Signed = Pick<PayoutRow, 'status' | 'makerId' | 'approverId'>;

/** From which statuses a change is possible; a payout that needs approval is not sent before it. */
const CHANGEABLE_FROM: Record<PayoutChange, readonly PayoutStatus[]> = {
  approve: ['pending'],
  send: ['pending', 'approved', 'returned'],
  pay: ['pending', 'approved', 'sent', 'returned'],
  return: ['sent', 'paid'],
  void: ['pending', 'approved', 'returned'],
};

/** Whether a change of a payout's status is possible. */
export function mayChange(change: PayoutChange, { status, needsApproval }: Changeable): boolean {
  if (!CHANGEABLE_FROM[change].includes(status)) return false;
  if (change === 'approve') return needsApproval;
  return status !== 'pending' || !needsApproval || change === 'void';
}

/**
 * Whether a change is for another person than this one: who made a payout does not approve it, and who
 * approved it neither sends nor pays it.
 */
export function isForOthers(
  change: PayoutChange,
  { status, makerId, approverId }: Signed,
  userId: string,
): boolean {
  if (change === 'approve') return makerId === userId;
  if (change === 'send') return approverId === userId;
  return change === 'pay' && status !== 'sent' && approverId === userId;
}

/** "Oct 1 – 31, 2026", in UTC, from two days or instants. */
export function periodLabel(start: string, end: string): string {
  return formatUtcRange(start, end);
}

/** The day (UTC) by which a payout is sent: so many days after the end of its period. */
export function paydayOf({ periodEnd }: Pick<PayoutRow, 'periodEnd'>, days: number): string {
  const date = new Date(periodEnd);
  date.setUTCDate(date.getUTCDate() + days);
  return formatUtcDay(date);
}

/** The first digits of an id, for people to compare. */
export function shortReference(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** The number of a payout on its statement and in letters: "PO-2026-10-6F1E2D3C". */
export function payoutNumber({ id, periodStart }: Pick<PayoutRow, 'id' | 'periodStart'>): string {
  return `PO-${periodStart.slice(0, 7)}-${shortReference(id)}`;
}
