import type { Random } from '#src/demo/media/media-random.ts';
import type { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  REMINDER_DAYS,
  RETRY_DAYS,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { EndReason } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { addMonths, DAY_MS, nextBillingDay } from '#src/lib/dates.ts';

/** The state of a subscription, or the reason why it ended. */
export type Outcome =
  | 'active'
  | 'cancelling'
  | 'paused'
  | 'past_due'
  | Exclude<EndReason, 'duplicate' | 'deletion' | 'suspension'>;
export type Period = { start: Date; end: Date };
type Row = typeof userSubscriptions.$inferInsert;

const ENDED_OUTCOMES = new Set<Outcome>([
  'fan',
  'unpaid',
  'staff',
  'provider',
  'refund',
  'dispute',
]);

const HOUR_MS = 60 * 60_000;
/** The minimum age of an end: unpaid subscriptions end after a week of retries. */
const MIN_ENDED_DAYS = 8;
const MAX_MONTHS = 10;
const DAYS_OF_LONGEST_MONTH = 31;
const after = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** The periods that began between the anchor and a time; always at least the first. */
export function periodsUntil(anchor: Date, until: Date): Period[] {
  const periods: Period[] = [];
  for (let start = anchor; periods.length === 0 || start <= until;) {
    const end = nextBillingDay(anchor, start);
    periods.push({ start, end });
    start = end;
  }
  return periods;
}

/** The day of the last month on which staff or a reversal ended the subscription. */
const DAYS_INTO_LAST = { staff: 5, refund: 2, dispute: 9 };

/** When the sandbox bills a renewal: at the next full hour. */
export function billedAt(due: Date): Date {
  return new Date(Math.ceil(due.getTime() / HOUR_MS) * HOUR_MS);
}

/** The start of a subscription, the time until which it was paid, and its outcome. */
export type SubscriptionHistory = { outcome: Outcome; anchor: Date; until: Date };

/** Creates the history of a subscription for a fan who joined at this time. */
export function createHistory(
  random: Random,
  outcome: Outcome,
  joined: Date,
  now: Date,
): SubscriptionHistory {
  const days = (now.getTime() - joined.getTime()) / DAY_MS;
  if (outcome === 'past_due' || ENDED_OUTCOMES.has(outcome)) {
    // Renewals became past due at most a few days ago, because retries end after a week.
    const ago =
      outcome === 'past_due' ? random.range(0.3, 3.4) : random.range(MIN_ENDED_DAYS, days * 0.75);
    const months = Math.floor((days - ago) / DAYS_OF_LONGEST_MONTH);
    // Fans who joined too recently stay active.
    if (months < 1 || ago > days) return { outcome: 'active', anchor: joined, until: now };
    const paid = 1 + Math.floor(random.range(0, Math.min(months, MAX_MONTHS)));
    const anchor = addMonths(after(now, -ago), -paid);
    return { outcome, anchor, until: addMonths(anchor, paid - 1) };
  }
  return { outcome, anchor: after(joined, random.next() ** 1.3 * days), until: now };
}

/** The columns of an outcome, for the last paid period. */
export function stateOf(outcome: Outcome, last: Period, now: Date): Partial<Row> {
  const ended = (endedAt: Date, endReason: EndReason, more: Partial<Row> = {}) =>
    ({ status: 'cancelled', endedAt, endReason, updatedAt: endedAt, ...more }) as const;
  switch (outcome) {
    case 'active': {
      const isReminded = last.end <= after(now, REMINDER_DAYS);
      return { status: 'active', remindedFor: isReminded ? last.end : null };
    }
    case 'cancelling':
      return { status: 'active', cancelAt: last.end };
    case 'paused':
      return { status: 'paused' };
    case 'past_due': {
      const pastDueSince = billedAt(last.end);
      const tried = RETRY_DAYS.filter((days) => after(pastDueSince, days) <= now).length;
      const nextAttemptAt = after(pastDueSince, RETRY_DAYS[tried]!);
      return { status: 'past_due', pastDueSince, nextAttemptAt, failedAttempts: tried + 1 };
    }
    case 'fan':
      return ended(last.end, outcome, { cancelAt: last.end });
    case 'unpaid': {
      const failedAttempts = RETRY_DAYS.length + 1;
      return ended(after(billedAt(last.end), RETRY_DAYS.at(-1)!), outcome, { failedAttempts });
    }
    case 'provider':
      return ended(last.end, outcome);
    case 'staff':
    case 'refund':
    case 'dispute':
      return ended(after(last.start, DAYS_INTO_LAST[outcome]), outcome);
  }
}
