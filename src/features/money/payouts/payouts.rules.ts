import { formatUtcDay } from '#src/lib/dates.ts';
import { formatInstant, formatUtcRange } from '#src/lib/locale/dates.ts';
import type { PayoutChange } from './payout-changes.schema.ts';
import type { PayoutRow, PayoutStatus } from './payouts.schema.ts';

type Changeable = Pick<PayoutRow, 'status' | 'needsApproval'>;

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

/** The first and last day of a calendar month (UTC), and the instants between which it lies. */
export function monthBounds(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  return {
    /** The first instant of the month. */
    from: new Date(from),
    /** The first instant of the next month. */
    to: new Date(to),
    periodStart: formatUtcDay(new Date(from)),
    periodEnd: formatUtcDay(new Date(to - 1)),
  };
}

/** The calendar month (UTC) this many months before `now`: "2026-10". */
export function monthBefore(now: Date, back = 1): string {
  return formatUtcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))).slice(
    0,
    7,
  );
}

/** "October 2026", for a month or any of its days. */
export function monthLabel(month: string): string {
  return formatInstant(monthBounds(month.slice(0, 7)).from, 'month', 'UTC');
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
