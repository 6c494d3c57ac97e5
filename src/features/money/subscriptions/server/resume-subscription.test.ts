import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { billAt, chargedPeriods, DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { applyProviderChange } from './provider-changes.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, makeSubscription, subscriptionOf } from './subscriptions.testing.ts';

let app: TestApp;
let sandbox: PaymentProvider;
let port: PaymentProvider;
beforeAll(async () => {
  app = await createTestApp();
  sandbox = getProvider(app.payments, 'sandbox');
  port = { ...sandbox };
});
afterEach(() => {
  Object.assign(sandbox, port);
});
afterAll(() => app.close());

const undoCancellation = (user: TestUser | undefined, id: string) =>
  app.call('POST', `/api/subscriptions/${id}/resume`, { user });
const cancel = (user: TestUser, id: string) =>
  app.call('POST', `/api/subscriptions/${id}/cancel`, { user });
const listed = async (user: TestUser) =>
  (await app.call('GET', '/api/subscriptions', { user })).json.subscriptions[0];
const change = (id: string, values: Partial<typeof userSubscriptions.$inferInsert>) =>
  app.db.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));

/** A fan who has cancelled, with the mails sent so far. */
async function cancelled() {
  const made = await makeSubscription(app);
  await cancel(made.fan, made.subscription.id);
  await applyProviderChange(app.services, { subscriptionId: made.subscription.id });
  return { ...made, id: made.subscription.id, mailCount: (await mailsFor(app, made.fan)).length };
}

test('a fan undoes the cancellation: it renews on its day, at its price', async () => {
  const { fan, id, subscription, event, influencer } = await cancelled();
  expect(await listed(fan)).toMatchObject({ canResume: true });
  await app.db
    .update(subscriptionPlans)
    .set({ priceMonthlyCents: 4900 })
    .where(eq(subscriptionPlans.influencerId, influencer.id));
  expect(await undoCancellation(fan, id)).toMatchObject({ status: 200, json: {} });
  const { updatedAt: _, ...before } = subscription;
  expect(await subscriptionOf(app, fan)).toMatchObject(before);
  expect(await listed(fan)).toMatchObject({ canResume: false, cancelAt: null, priceCents: 1999 });
  await billAt(app, event.periodEnd);
  expect(await chargedPeriods(app, id)).toEqual([event.periodStart, event.periodEnd]);
});

test('the mail says that it renews again, when and at which price, and how to stop it', async () => {
  const { fan, id, subscription, mailCount } = await cancelled();
  await undoCancellation(fan, id);
  const mails = await mailsFor(app, fan);
  expect(mails).toHaveLength(mailCount + 1);
  const day = formatUtcDate(subscription.currentPeriodEnd.toISOString());
  expect(mails.at(-1)).toMatchObject({
    subject: 'Your subscription renews again',
    footnote: `It renews on ${day} at $19.99, and every month after that, until you cancel.`,
    secretLink: { subject: id },
  });
});

test('ten concurrent requests resume it once, with one mail', async () => {
  const { fan, id, mailCount } = await cancelled();
  const answers = await Promise.all(Array.from({ length: 10 }, () => undoCancellation(fan, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const once = await subscriptionOf(app, fan);
  expect((await undoCancellation(fan, id)).status).toBe(200);
  expect(await subscriptionOf(app, fan)).toEqual(once);
  expect(await mailsFor(app, fan)).toHaveLength(mailCount + 1);
});

test('it can be cancelled and resumed repeatedly', async () => {
  const { fan, id, subscription } = await cancelled();
  for (let times = 0; times < 2; times++) {
    await undoCancellation(fan, id);
    expect(await subscriptionOf(app, fan)).toMatchObject({ cancelAt: null });
    await cancel(fan, id);
    expect(await subscriptionOf(app, fan)).toMatchObject({
      cancelAt: subscription.currentPeriodEnd,
    });
  }
});

test.each([
  ['active', { status: 'active' }, 200],
  ['paused', { status: 'paused' }, 200],
  ['with a payment issue', { status: 'past_due', pastDueSince: new Date() }, 200],
  ['ended', { status: 'cancelled', endedAt: new Date(), endReason: 'fan' }, 409],
  ['cancelled for a past day', { cancelAt: new Date(Date.now() - 1000) }, 409],
] as const)('resuming one that is %s', async (_, values, expected) => {
  const { fan, id } = await cancelled();
  await change(id, values);
  const before = (await subscriptionOf(app, fan))!;
  expect(await listed(fan)).toMatchObject({ canResume: expected === 200 });
  expect((await undoCancellation(fan, id)).status).toBe(expected);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: before.status,
    cancelAt: expected === 200 ? null : before.cancelAt,
  });
});

test('it can be resumed even if its plan is inactive or the influencer is inactive', async () => {
  const { fan, id, influencer } = await cancelled();
  await app.db
    .update(subscriptionPlans)
    .set({ isActive: false })
    .where(eq(subscriptionPlans.influencerId, influencer.id));
  await app.db.update(profiles).set({ isActive: false }).where(eq(profiles.id, influencer.id));
  expect((await undoCancellation(fan, id)).status).toBe(200);
});

test("other users cannot resume a fan's subscription", async () => {
  const { fan, id } = await cancelled();
  const before = await subscriptionOf(app, fan);
  expect((await undoCancellation(await app.as('subscriber'), id)).status).toBe(404);
  expect((await undoCancellation(fan, randomUUID())).status).toBe(404);
  expect(await subscriptionOf(app, fan)).toEqual(before);
});

test('at a provider that cannot undo it the control is hidden, and the request is rejected', async () => {
  const { fan, id, mailCount } = await cancelled();
  sandbox.resumeRenewals = undefined;
  expect(await listed(fan)).toMatchObject({ canResume: false });
  expect(await undoCancellation(fan, id)).toMatchObject({
    status: 409,
    json: { code: 'not-supported', detail: expect.stringContaining('subscribe again') },
  });
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
  expect(await mailsFor(app, fan)).toHaveLength(mailCount);
});

test.each([
  ['is at another provider', { provider: 'stripe' }],
  ['has no provider', { providerSubscriptionId: null }],
])('no success is reported for one that %s', async (_, values) => {
  const { fan, id } = await cancelled();
  await change(id, values);
  expect(await listed(fan)).toMatchObject({ canResume: false });
  expect((await undoCancellation(fan, id)).status).toBe(502);
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
});

test('a cancellation during the call to the provider takes precedence', async () => {
  const { fan, id, subscription } = await cancelled();
  sandbox.resumeRenewals = async (reference) => {
    await port.resumeRenewals!(reference);
    await cancel(fan, id);
  };
  expect((await undoCancellation(fan, id)).status).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    cancelAt: subscription.currentPeriodEnd,
  });
});

test('a subscription that ended with its influencer during the call is not renewed by the provider', async () => {
  const { fan, id, influencer, event } = await cancelled();
  const ended: string[] = [];
  sandbox.cancelNow = async (reference) => void ended.push(reference);
  sandbox.resumeRenewals = async () => {
    await app.db.delete(profiles).where(eq(profiles.id, influencer.id));
    await app.db.delete(users).where(eq(users.id, influencer.id));
  };
  expect((await undoCancellation(fan, id)).status).toBe(409);
  await applyProviderChange(app.services, { subscriptionId: id });
  expect(ended).toEqual([event.providerSubscriptionId]);
});

/** An event of the provider on a later day. */
const providerEvent = (
  type: 'renewals.stopped' | 'renewals.resumed',
  { providerSubscriptionId }: { providerSubscriptionId: string },
  day: number,
) => {
  const occurredAt = new Date(Date.now() + day * DAY_MS);
  const common = { id: `${providerSubscriptionId}-${type}-${day}`, occurredAt };
  return type === 'renewals.stopped'
    ? ({ type, ...common, providerSubscriptionId, endsAt: null } as const)
    : ({ type, ...common, providerSubscriptionId } as const);
};

test('a stop that was undone at the provider is announced by mail, once', async () => {
  const { fan, event, mailCount } = await cancelled();
  for (const day of [1, 2]) await deliver(app, providerEvent('renewals.resumed', event, day));
  expect(await subscriptionOf(app, fan)).toMatchObject({ cancelAt: null });
  expect(await mailsFor(app, fan)).toHaveLength(mailCount + 1);
});

test('a late event of the provider does not undo a newer one', async () => {
  const { fan, event, mailCount, subscription } = await cancelled();
  await deliver(app, providerEvent('renewals.resumed', event, 2));
  await deliver(app, providerEvent('renewals.stopped', event, 1));
  expect(await subscriptionOf(app, fan)).toMatchObject({ cancelAt: null });
  expect(await mailsFor(app, fan)).toHaveLength(mailCount + 1);
  await deliver(app, providerEvent('renewals.stopped', event, 4));
  await deliver(app, providerEvent('renewals.resumed', event, 3));
  expect(await subscriptionOf(app, fan)).toMatchObject({
    cancelAt: subscription.currentPeriodEnd,
  });
  expect(await mailsFor(app, fan)).toHaveLength(mailCount + 2);
});
