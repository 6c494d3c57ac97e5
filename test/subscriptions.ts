import type { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { addMonths } from '#src/lib/dates.ts';

type Row = typeof userSubscriptions.$inferInsert;
type Given = Partial<Row> & Pick<Row, 'subscriberId' | 'influencerId' | 'subscriptionPlanId'>;

/** A row of a subscription that was paid today, with all fields that its status requires. */
export function createSubscriptionRow(given: Given): Row {
  const { status, cancelAt, currentPeriodStart = new Date() } = given;
  const currentPeriodEnd = given.currentPeriodEnd ?? addMonths(currentPeriodStart, 1);
  return {
    priceCents: 999,
    provider: 'sandbox',
    currentPeriodStart,
    currentPeriodEnd,
    billingAnchor: currentPeriodStart,
    ...(status === 'past_due' && { pastDueSince: currentPeriodEnd, failedAttempts: 1 }),
    ...(status === 'cancelled' && {
      endedAt: cancelAt ?? new Date(),
      endReason: cancelAt ? ('fan' as const) : ('provider' as const),
    }),
    ...given,
  };
}
