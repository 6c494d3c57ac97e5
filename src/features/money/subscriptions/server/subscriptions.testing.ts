import { eq } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { sandboxWebhook } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { addMonths } from '#src/lib/dates.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;
type CheckoutCompleted = EventOf<'checkout.completed'>;

/** An influencer with a public page and an active plan at this price. */
export async function makeInfluencer(app: TestApp, priceCents = 1999) {
  const influencer = await app.as('influencer', { contentCategory: 'Fitness' });
  const publicUrl = influencer.email.split('@')[0]!;
  await app.db.update(profiles).set({ publicUrl }).where(eq(profiles.id, influencer.id));
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: priceCents })
    .returning();
  return { ...influencer, publicUrl, plan: plan! };
}

/** Opens a checkout as the fan and returns its id. */
export async function openCheckout(app: TestApp, fan: TestUser, influencerId: string) {
  const { status, json } = await app.call('POST', '/api/checkouts', {
    user: fan,
    body: { influencerId },
  });
  if (status !== 200) throw new Error(`checkout refused: ${JSON.stringify(json)}`);
  return (json.url as string).split('/').at(-1)!;
}

/** The provider's event for a paid checkout. */
export function paid(
  checkoutId: string,
  periodStart = new Date(),
  amountCents = 1999,
): CheckoutCompleted {
  return {
    type: 'checkout.completed',
    id: `paid-${checkoutId}`,
    checkoutId,
    providerSubscriptionId: `sub-${checkoutId}`,
    paymentId: `payment-${checkoutId}`,
    occurredAt: periodStart,
    periodStart,
    periodEnd: addMonths(periodStart, 1),
    amountCents,
  };
}

/** The period of a subscription that starts `month` months after the purchase. */
const periodOf = ({ periodStart }: CheckoutCompleted, month: number) => ({
  occurredAt: addMonths(periodStart, month),
  periodStart: addMonths(periodStart, month),
  periodEnd: addMonths(periodStart, month + 1),
});

/** The provider's event for a paid renewal. */
export function renewed(event: CheckoutCompleted, month = 1): EventOf<'renewal.paid'> {
  return {
    type: 'renewal.paid',
    id: `${event.id}-renewed-${month}`,
    paymentId: `${event.paymentId}-${month}`,
    providerSubscriptionId: event.providerSubscriptionId,
    amountCents: event.amountCents,
    ...periodOf(event, month),
  };
}

/** The provider's event for a failed renewal; the next attempt is a day later. */
export function failed(
  event: CheckoutCompleted,
  month = 1,
  attempt = 1,
): EventOf<'renewal.failed'> {
  const period = periodOf(event, month);
  return {
    type: 'renewal.failed',
    id: `${event.id}-failed-${month}-${attempt}`,
    providerSubscriptionId: event.providerSubscriptionId,
    amountCents: event.amountCents,
    nextAttemptAt: new Date(period.periodStart.getTime() + attempt * 86_400_000),
    ...period,
  };
}

/** The provider's event for a refund; of the whole first payment by default. */
export function refunded(
  event: Pick<CheckoutCompleted, 'paymentId' | 'amountCents' | 'periodStart'>,
  amountCents = event.amountCents,
  number = 1,
): EventOf<'payment.refunded'> {
  return {
    type: 'payment.refunded',
    id: `${event.paymentId}-refund-${number}`,
    refundId: `${event.paymentId}-refund-${number}`,
    paymentId: event.paymentId,
    amountCents,
    occurredAt: event.periodStart,
  };
}

/** The provider's events for a dispute, and for a won one. */
export function disputed(
  event: CheckoutCompleted,
  amountCents = event.amountCents,
): EventOf<'dispute.opened'> {
  return {
    ...refunded(event, amountCents),
    type: 'dispute.opened',
    id: `${event.paymentId}-dispute`,
    disputeId: `${event.paymentId}-dispute`,
  };
}
export function disputeWon(event: CheckoutCompleted): EventOf<'dispute.won'> {
  return {
    type: 'dispute.won',
    id: `${event.paymentId}-won`,
    disputeId: `${event.paymentId}-dispute`,
    paymentId: event.paymentId,
    occurredAt: event.periodStart,
  };
}

/** Delivers an event as the provider does. */
export async function deliver(app: TestApp, event: PaymentEvent, signedAt?: Date) {
  return app.app.fetch(sandboxWebhook(app.config, event, signedAt));
}

/** A fan with a paid subscription to a new influencer. */
export async function makeSubscription(app: TestApp, periodStart?: Date) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const event = paid(await openCheckout(app, fan, influencer.id), periodStart);
  await deliver(app, event);
  const subscription = await subscriptionOf(app, fan);
  return { fan, influencer, event, subscription: subscription! };
}

/** The fan's only subscription as it is stored, or undefined. */
export async function subscriptionOf(app: TestApp, fan: TestUser) {
  const rows = await app.db
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.subscriberId, fan.id));
  if (rows.length > 1) throw new Error('expected one subscription');
  return rows[0];
}
