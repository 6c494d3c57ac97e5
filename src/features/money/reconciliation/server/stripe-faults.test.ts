import { and, eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { createStripeProvider } from '#src/features/money/payments/server/stripe/stripe-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { priceChanges } from '#src/features/money/plans/server/price-changes.table.ts';
import { priceNotices } from '#src/features/money/subscriptions/server/price-notices.table.ts';
import {
  applyProviderChange,
  requestProviderChange,
} from '#src/features/money/subscriptions/server/provider-changes.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';
import { seconds } from '#test/stripe-values.ts';
import { reconcile } from './reconciliation.testing.ts';

const PUBLIC_URL = 'https://club.example';
const NEW_PRICE = 2_499;
/** Stands for 30 seconds: the client stops waiting after this time. */
const TIMEOUT_MS = 150;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
beforeEach(async () => {
  stripe = await startStripe();
  const { options } = stripe;
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL,
    STRIPE_SECRET_KEY: options.secretKey,
    STRIPE_WEBHOOK_SECRET: options.webhookSecret,
    STRIPE_API_URL: options.apiUrl,
  });
  const settings = { ...options, publicUrl: PUBLIC_URL };
  const hurried = createStripeProvider(settings, TIMEOUT_MS);
  Object.assign(getProvider(app.payments, 'stripe'), hurried);
});
afterEach(async () => {
  await app.close();
  await stripe.stop();
});

async function deliver(...events: Stripe.Event[]): Promise<void> {
  for (const event of events) {
    const { body, headers } = stripe.webhook(event);
    const response = await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  }
}

async function count(kind: 'charge' | 'refund', subscriptionId: string): Promise<number> {
  const rows = await app.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      and(eq(ledgerTransactions.kind, kind), eq(ledgerTransactions.subscriptionId, subscriptionId)),
    );
  return rows.length;
}

/** A new price that the fan knows and that the next renewal has. */
async function setNewPrice(planId: string, subscriptionId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [subscription] = await tx
      .update(userSubscriptions)
      .set({ priceCents: NEW_PRICE })
      .where(eq(userSubscriptions.id, subscriptionId))
      .returning();
    const [change] = await tx
      .insert(priceChanges)
      .values({
        planId,
        priceCents: NEW_PRICE,
        createdAt: daysAgo(60),
        effectiveFrom: daysAgo(20),
        needsConsent: false,
      })
      .returning();
    await tx.insert(priceNotices).values({
      priceChangeId: change!.id,
      subscriptionId,
      oldPriceCents: 1_999,
      noticedAt: daysAgo(60),
      appliedAt: daysAgo(12),
      appliesFrom: subscription!.currentPeriodEnd,
    });
    const price = { concern: 'price', isCalling: false } as const;
    await requestProviderChange(tx, app.services.jobs, subscriptionId, price);
  });
}

const FAULTS = {
  'is down for hours': 'isBroken',
  'answers 500 after it did the work': 'losesAnswers',
  'does the work and does not answer in time': 'isSilent',
} as const satisfies Record<string, keyof typeof stripe.state>;

test.each(Object.entries(FAULTS))(
  'with a provider that %s, a purchase, a refund, a new price and a cancellation happen once',
  async (_, fault) => {
    const { account, state } = stripe;
    /** Tries while the provider fails, and once more when it works again. */
    async function despiteFault<T>(
      run: () => Promise<T>,
      fails: (run: () => Promise<T>) => Promise<void>,
    ) {
      state[fault] = true;
      await fails(run);
      // After a lost answer, the next attempt may find that the work is done.
      if (fault === 'isBroken') await fails(run);
      state[fault] = false;
      return run();
    }
    const call = (run: () => ReturnType<TestApp['call']>) =>
      despiteFault(run, async (again) => expect((await again()).status).toBe(502));
    const job = (subscriptionId: string) =>
      despiteFault(
        () => applyProviderChange(app.services, { subscriptionId }),
        (again) => expect(again()).rejects.toMatchObject({ code: 'provider-unavailable' }),
      );

    const [fan, staff] = [await app.as('subscriber'), await app.as('staff')];
    const influencer = await makeInfluencer(app);
    const body = { influencerId: influencer.id };
    const opened = await call(() => app.call('POST', '/api/checkouts', { user: fan, body }));
    expect([account.sessions.size, account.customers.size]).toEqual([1, 1]);
    const session = (opened.json.url as string).split('/').at(-1)!;
    const { subscription: sold, paid } = account.payCheckout(session, seconds(daysAgo(40)));
    await deliver(paid, paid);
    const { id } = (await subscriptionOf(app, fan))!;

    const [charge] = await app.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.subscriptionId, id));
    const refund = {
      transactionId: charge!.id,
      amountCents: 500,
      endNow: false,
      refundKey: crypto.randomUUID(),
    };
    const address = `/api/subscriptions/${id}/refunds`;
    await call(() => app.call('POST', address, { user: staff, body: refund }));
    expect(account.refunds.size).toBe(1);
    const refunded = account.events.findLast(({ type }) => type === 'refund.created')!;
    await deliver(refunded, refunded);
    expect(await count('refund', id)).toBe(1);

    await setNewPrice(influencer.plan.id, id);
    await job(id);
    expect(account.find.subscription(sold.id).items.data[0]!.price.unit_amount).toBe(NEW_PRICE);
    await deliver(account.renew(sold.id));
    expect(await count('charge', id)).toBe(2);

    // The fan need not wait for the provider.
    state[fault] = true;
    const cancelled = await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
    expect(cancelled.status).toBeLessThan(300);
    await job(id);
    expect(account.find.subscription(sold.id).cancel_at_period_end).toBe(true);
    const stops = account.events.filter(({ type }) => type === 'customer.subscription.updated');
    await deliver(...stops);

    const run = await reconcile(app);
    expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, error: null });
    expect(run.totals.filter(({ driftCents }) => driftCents !== 0)).toEqual([]);
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  },
);
