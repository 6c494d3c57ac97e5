import { DAY_MS } from '#src/lib/dates.ts';
import type { EndReason, SubscriptionStatus } from './subscriptions.schema.ts';

type SubscriptionState = { status: SubscriptionStatus; cancelAt: Date | null };
type PaidState = SubscriptionState & { currentPeriodEnd: Date };

/** How many days an active subscription waits for its renewal after the paid period. */
export const RENEWAL_GRACE_DAYS = 3;

/** Whether the paid period and its grace are over without a reported renewal. */
export function isOverdue(
  { status, cancelAt, currentPeriodEnd }: PaidState,
  now: Date,
  clock = now,
): boolean {
  return (
    status === 'active' &&
    cancelAt === null &&
    currentPeriodEnd.getTime() + RENEWAL_GRACE_DAYS * DAY_MS <= Math.min(+now, +clock)
  );
}

/**
 * Only an active subscription grants viewing: during the paid period and its grace, or until its
 * cancellation takes effect.
 * @param clock its billing time: the period of a lagging test clock is not over yet
 */
export function grantsViewing(subscription: PaidState, now: Date, clock = now): boolean {
  return (
    subscription.status === 'active' &&
    (subscription.cancelAt === null
      ? !isOverdue(subscription, now, clock)
      : subscription.cancelAt > now)
  );
}

/** Whether it has ended, including a cancellation that takes effect now. */
export function hasEnded({ status, cancelAt }: SubscriptionState, now: Date): boolean {
  return status === 'cancelled' || (cancelAt !== null && cancelAt <= now);
}

/** A fan can cancel a subscription that would renew. */
export function canCancel({ status, cancelAt }: SubscriptionState): boolean {
  return status !== 'cancelled' && cancelAt === null;
}

/**
 * Until when a subscription lasts after a fan's cancellation; null if it ends at once without a
 * paid period.
 * @param clock its billing time; a lagging test clock leaves the period paid by that clock
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

/** The events of a subscription, by anyone. */
export const SUBSCRIPTION_EVENTS = [
  'paid',
  'payment-failed',
  'suspend',
  'reactivate',
  'resume',
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
    resume: 'active',
    end: 'cancelled',
  },
  // A payment in progress does not end a pause by staff, and a pause needs no payment.
  paused: { paid: 'paused', reactivate: 'active', resume: 'paused', end: 'cancelled' },
  past_due: { paid: 'active', 'payment-failed': 'past_due', resume: 'past_due', end: 'cancelled' },
  // Ended for good, except for a late payment that is honoured: see paymentOutcome.
  cancelled: {},
};

/** The status after an event; null if it changes nothing or is not allowed. */
export function statusAfter(
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus | null {
  return TRANSITIONS[status][event] ?? null;
}

/** Whether a cancellation can be undone: until it takes effect. */
export function canUndoCancellation({ status, cancelAt }: SubscriptionState, now: Date): boolean {
  return cancelAt !== null && cancelAt > now && statusAfter(status, 'resume') !== null;
}

type Ending = {
  endedAt: Date | null;
  endReason: EndReason | null;
  cancelAt: Date | null;
  cancelReason: EndReason | null;
};

/** Ends that were not decided against the fan: earlier payments are honoured. */
const HONOURED_ENDS: readonly EndReason[] = ['fan', 'provider', 'unpaid'];

/**
 * The outcome of a payment: see {@link paymentOutcome}. A `repeated` one is for a period that is paid
 * for already: it is refunded, and the subscription goes on.
 */
export type PaymentOutcome = 'counts' | 'honoured' | 'refunded' | 'repeated';

/**
 * The outcome of a payment for a subscription that may have ended or is about to end. A payment
 * from before the end, for time beyond it, is `honoured` (access until the end of its period) or
 * `refunded`, depending on who decided the end. A payment from after the end is refunded.
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
  // Reported so late that the paid period is over.
  if (endedAt !== null && payment.periodEnd <= now) return 'refunded';
  return 'honoured';
}

/** What the back office can do with a subscription by hand. */
export const BACK_OFFICE_ACTIONS = [
  'suspend',
  'reactivate',
  'end',
] as const satisfies readonly SubscriptionEvent[];
export type BackOfficeAction = (typeof BACK_OFFICE_ACTIONS)[number];

/**
 * How many days after a failed renewal the sandbox retries; the last attempt ends the subscription.
 */
export const RETRY_DAYS = [1, 3, 5, 7] as const;

/** How many days before a renewal the fan is reminded. */
export const REMINDER_DAYS = 3;
