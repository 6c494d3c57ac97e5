import { formatUtcDay } from '#src/lib/dates.ts';
import type { PayoutRow, PayoutStatus } from './payouts.schema.ts';

/** Whether it can be marked as paid. */
export const isPayable = ({ status }: { status: PayoutStatus }): boolean => status === 'pending';

/** The calendar month (UTC) with its two days and the instants between which it lies. */
export function monthBounds(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  return {
    /** The first instant of it. */
    from: new Date(from),
    /** The first instant after it. */
    to: new Date(to),
    periodStart: formatUtcDay(new Date(from)),
    periodEnd: formatUtcDay(new Date(to - 1)),
  };
}

/** The calendar month (UTC) that lies so many before the one of `now`: "2026-10". */
export const monthBefore = (now: Date, back = 1): string =>
  formatUtcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))).slice(0, 7);

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "October 2026", of a month or of any of its days. */
export const monthLabel = (month: string): string =>
  monthName.format(monthBounds(month.slice(0, 7)).from);

const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Oct 1 – 31, 2026", by UTC, from two days or instants. */
export const periodLabel = (start: string, end: string): string =>
  days.formatRange(new Date(start), new Date(end));

/** The first digits of an id, for people to compare. */
export const shortReference = (id: string): string => id.slice(0, 8).toUpperCase();

/** What a payout is called on its statement and in letters: "PO-2026-10-6F1E2D3C". */
export const payoutNumber = ({ id, periodStart }: Pick<PayoutRow, 'id' | 'periodStart'>): string =>
  `PO-${periodStart.slice(0, 7)}-${shortReference(id)}`;
