import { addMonths, formatUtcDay } from '#src/lib/dates.ts';
import type { EarningRange } from './earnings.schema.ts';

/** From an instant on, until before another. */
export type Span = { from: Date; to: Date };

/** A range of earnings on the calendar. */
export type Period = Span & {
  isRunning: boolean;
  unit: 'day' | 'month';
  /** Where its days or months begin; of one that is running, those that have begun. */
  starts: Date[];
  /** The same time of the range before: of one that is running, until where it stands now. */
  before: Span | null;
};

const DAY_MS = 24 * 60 * 60_000;

const monthStart = (at: Date, back = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back));

/** First month, and how many months the range before begins earlier. */
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
 * Where a range lies, in whole months in UTC. It is compared with the range before only if the
 * influencer had begun by then: growth out of nothing would say nothing.
 * @param firstAt their first payment or subscription
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

/** First and last day of a span, no later than now. */
export function daysOf({ from, to }: Span, now: Date): { from: string; until: string } {
  const last = Math.min(to.getTime() - 1, now.getTime());
  return { from: formatUtcDay(from), until: formatUtcDay(new Date(last)) };
}

/** Who left of those at the start, in percent with one decimal; null when there were none. */
export const churnPercent = (left: number, atStart: number): number | null =>
  atStart === 0 ? null : Math.round((left / atStart) * 1_000) / 10;

/** The commission in percent from which on plan and estimated revenue are shown. */
const LEAST_SHOWN_COMMISSION = 1;

/** Whether an influencer is shown their plan, and the revenue that is estimated from it. */
export const isPlanShown = (plan: { platformCommissionPercent: number }): boolean =>
  plan.platformCommissionPercent >= LEAST_SHOWN_COMMISSION;
