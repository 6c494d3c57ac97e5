import type { EndReason, SubscriptionStatus } from './subscriptions.schema.ts';

type SubscriptionState = { status: SubscriptionStatus; cancelAt: Date | null };
type PaidState = SubscriptionState & { currentPeriodEnd: Date };

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days after its paid period an active subscription waits for news of the renewal. */
export const RENEWAL_GRACE_DAYS = 3;

/** Whether the paid period and its grace are over without news of a renewal. */
export const isOverdue = (
  { status, cancelAt, currentPeriodEnd }: PaidState,
  now: Date,
  clock = now,
): boolean =>
  status === 'active' &&
  cancelAt === null &&
  currentPeriodEnd.getTime() + RENEWAL_GRACE_DAYS * DAY_MS <= Math.min(+now, +clock);

/**
 * Only an active subscription grants viewing: while its paid period and the grace last, or until
 * the time that it was cancelled for.
 * @param clock its billing time: the period of a lagging test clock is not over yet
 */
export const grantsViewing = (subscription: PaidState, now: Date, clock = now): boolean =>
  subscription.status === 'active' &&
  (subscription.cancelAt === null
    ? !isOverdue(subscription, now, clock)
    : subscription.cancelAt > now);

/** Whether it is over; also when the time until which it was cancelled has come just now. */
export const hasEnded = ({ status, cancelAt }: SubscriptionState, now: Date): boolean =>
  status === 'cancelled' || (cancelAt !== null && cancelAt <= now);

/** A fan may cancel what would otherwise renew. */
export const canCancel = ({ status, cancelAt }: SubscriptionState): boolean =>
  status !== 'cancelled' && cancelAt === null;

/**
 * Until when a fan's cancellation leaves it; null when it ends at once, for nothing is paid for.
 * @param clock its billing time. A test clock may lag behind: what is paid for by it is left then.
 */
export function leftUntil(
  { status, currentPeriodEnd }: { status: SubscriptionStatus; currentPeriodEnd: Date },
  now: Date,
  clock = now,
): Date | null {
  if (status === 'past_due') return null;
  if (currentPeriodEnd > now) return currentPeriodEnd;
  const left = currentPeriodEnd.getTime() - clock.getTime();
  return left > 0 ? new Date(now.getTime() + left) : null;
}

/** What can happen to a subscription, by whomever. */
export const SUBSCRIPTION_EVENTS = [
  'paid',
  'payment-failed',
  'suspend',
  'reactivate',
  'keep',
  'end',
] as const;
export type SubscriptionEvent = (typeof SUBSCRIPTION_EVENTS)[number];

const TRANSITIONS: Record<
  SubscriptionStatus,
  Partial<Record<SubscriptionEvent, SubscriptionStatus>>
> = {
  active: {
    paid: 'active',
    'payment-failed': 'past_due',
    suspend: 'paused',
    keep: 'active',
    end: 'cancelled',
  },
  // A payment that was under way does not end the pause that staff set, and a pause needs no payment.
  paused: { paid: 'paused', reactivate: 'active', keep: 'paused', end: 'cancelled' },
  past_due: { paid: 'active', 'payment-failed': 'past_due', keep: 'past_due', end: 'cancelled' },
  // What is over stays over, but for a late payment that is honoured: see paymentOutcome.
  cancelled: {},
};

/** The status after an event; null when it changes nothing, or is not possible. */
export const statusAfter = (
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus | null => TRANSITIONS[status][event] ?? null;

/** Whether a cancellation can be taken back: until the day that it is for. */
export const canKeep = ({ status, cancelAt }: SubscriptionState, now: Date): boolean =>
  cancelAt !== null && cancelAt > now && statusAfter(status, 'keep') !== null;

type Ending = {
  endedAt: Date | null;
  endReason: EndReason | null;
  cancelAt: Date | null;
  cancelReason: EndReason | null;
};

/** Ends that were not decided against the fan: what was paid before them is honoured. */
const HONOURED_ENDS: readonly EndReason[] = ['fan', 'provider', 'unpaid'];

/** What becomes of a payment: see {@link paymentOutcome}. */
export type PaymentOutcome = 'counts' | 'honoured' | 'refunded';

/**
 * What becomes of a payment for a subscription that may be over, or about to be. One that was made
 * before the end and pays for time beyond it is `honoured` (access until the end of what it pays for)
 * or `refunded`, by who decided the end. One that was made after the end is refunded.
 */
export function paymentOutcome(
  { endedAt, endReason, cancelAt, cancelReason }: Ending,
  payment: { occurredAt: Date; periodEnd: Date },
  now: Date,
): PaymentOutcome {
  if (endReason === 'duplicate') return 'refunded';
  const endsAt = endedAt ?? cancelAt;
  if (endsAt === null) return 'counts';
  if (payment.occurredAt > endsAt) return 'refunded';
  if (payment.periodEnd <= endsAt) return 'counts';
  if (!HONOURED_ENDS.includes(endReason ?? cancelReason ?? 'fan')) return 'refunded';
  // Reported so late that there is nothing left to open.
  if (endedAt !== null && payment.periodEnd <= now) return 'refunded';
  return 'honoured';
}

/** What the office may do with a subscription by hand. */
export const OFFICE_ACTIONS = [
  'suspend',
  'reactivate',
  'end',
] as const satisfies readonly SubscriptionEvent[];
export type OfficeAction = (typeof OFFICE_ACTIONS)[number];

/** How many days after a renewal that failed the sandbox tries again; after the last it gives up. */
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** How many days before a renewal the fan is reminded of it. */
export const REMINDER_DAYS = 3;
