import { addMonths, DAY_MS, formatUtcDay } from '#src/lib/dates.ts';
import type { EarningRange } from './earnings.schema.ts';

/** A half-open interval: `from` is included, `to` is not. */
export type Span = { from: Date; to: Date };

/** The calendar period of an earnings range. */
export type Period = Span & {
  isRunning: boolean;
  unit: 'day' | 'month';
  /** Where its days or months start; for a running period only those that have started. */
  starts: Date[];
  /** The previous period, cut to the same length while this one is running. */
  before: Span | null;
};

const monthStart = (at: Date, back = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back));

/** The first month, and how many months the previous period starts earlier. */
function beginningOf(range: EarningRange, now: Date, firstAt: Date | null): [Date, number] {
  switch (range) {
    case 'this-month':
      return [monthStart(now), 1];
    case 'last-month':
      return [monthStart(now, 1), 1];
    case 'last-3-months':
      return [monthStart(now, 2), 3];
    case 'last-12-months':
      return [monthStart(now, 11), 12];
    case 'this-year':
      return [monthStart(now, now.getUTCMonth()), 12];
    case 'all':
      return [monthStart(firstAt && firstAt < now ? firstAt : now), 0];
  }
}

function listStarts({ from, to }: Span, unit: Period['unit']): Date[] {
  const starts: Date[] = [];
  let start = from;
  while (start < to) {
    starts.push(start);
    start = unit === 'day' ? new Date(start.getTime() + DAY_MS) : addMonths(start, 1);
  }
  return starts;
}

/**
 * The period of a range in whole UTC months. It has a previous period only if the influencer had
 * started by then.
 * @param firstAt the influencer's first payment or subscription
 */
export function periodOf(range: EarningRange, now: Date, firstAt: Date | null): Period {
  const [from, shift] = beginningOf(range, now, firstAt);
  const isRunning = range !== 'last-month';
  const to = isRunning ? addMonths(monthStart(now), 1) : monthStart(now);
  const unit = addMonths(from, 1) < to ? 'month' : 'day';
  const starts = listStarts({ from, to }, unit).filter((start) => start <= now);
  const before = {
    from: addMonths(from, -shift),
    to: isRunning ? addMonths(now, -shift) : addMonths(to, -shift),
  };
  const isComparable = shift > 0 && firstAt !== null && firstAt <= before.from;
  return { from, to, isRunning, unit, starts, before: isComparable ? before : null };
}

/** First and last day of a span, up to today. */
export function daysOf({ from, to }: Span, now: Date): { from: string; until: string } {
  const last = Math.min(to.getTime() - 1, now.getTime());
  return { from: formatUtcDay(from), until: formatUtcDay(new Date(last)) };
}

/**
 * The churn of a month: who was lost, of all who were subscribed at any time in it, in percent with
 * one decimal; null without any. For several months, in which each subscriber counts once a month,
 * it is their average. So it is zero only if nobody was lost.
 */
export function churnPercent(lost: number, subscriberMonths: number): number | null {
  return subscriberMonths === 0 ? null : Math.round((lost / subscriberMonths) * 1_000) / 10;
}

/** The lowest commission, in percent, at which the plan and the estimated revenue are shown. */
const MINIMUM_SHOWN_COMMISSION = 1;

/** Whether the influencer sees the plan and the revenue that is estimated from it. */
export function isPlanShown(plan: { platformCommissionPercent: number }): boolean {
  return plan.platformCommissionPercent >= MINIMUM_SHOWN_COMMISSION;
}
