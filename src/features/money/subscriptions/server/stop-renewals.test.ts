import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { storedSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { billAt, buy, chargedPeriods, DAY_MS, mailsFor } from './fan-billing.testing.ts';
import { applyProviderChange } from './provider-changes.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, renewed } from './subscriptions.testing.ts';

let app: TestApp;
let admin: TestUser;
let sandbox: PaymentProvider;
let port: PaymentProvider;
let calls: string[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  sandbox = getProvider(app.payments, 'sandbox');
  port = { ...sandbox };
});
afterEach(() => {
  Object.assign(sandbox, port);
});
afterAll(() => app.close());

const suspend = ({ id }: { id: string }) =>
  app.call('POST', `/api/users/${id}/suspend`, { user: admin, body: { reason: 'other' } });
const activate = ({ id }: { id: string }) =>
  app.call('POST', `/api/users/${id}/activate`, { user: admin });
const remove = ({ id }: { id: string }) => app.call('DELETE', `/api/users/${id}`, { user: admin });
const undoCancellation = (user: TestUser, id: string) =>
  app.call('POST', `/api/subscriptions/${id}/resume`, { user });
const monthAfter = ({ periodEnd }: { periodEnd: Date }) => new Date(periodEnd.getTime() + DAY_MS);

/** Records the calls to the provider, or makes them fail. */
function listen(isSilent = false): void {
  calls = [];
  for (const name of ['cancelAtPeriodEnd', 'cancelNow'] as const) {
    sandbox[name] = async (reference) => {
      if (isSilent) throw new DomainError('provider-unavailable');
      calls.push(`${name} ${reference}`);
    };
  }
}

/** Runs the queued jobs that bring the provider to the state of a subscription. */
async function runJobs(subscriptionId: string): Promise<number> {
  const { rows } = await app.db.execute(sql`select from jobs.job
    where name = 'provider-changes' and data ->> 'subscriptionId' = ${subscriptionId}`);
  for (let left = rows.length; left > 0; left--)
    await applyProviderChange(app.services, { subscriptionId });
  return rows.length;
}

type Bought = Awaited<ReturnType<typeof buy>>;
const PARTIES = [
  ['the fan', ({ fan }: Bought) => fan],
  ['the influencer', ({ influencer }: Bought) => influencer],
] as const;

describe.each(PARTIES)('when %s is suspended', (_, partyOf) => {
  test('nothing renews, and access lasts until the end of the paid period', async () => {
    const bought = await buy(app);
    listen();
    expect((await suspend(partyOf(bought))).status).toBe(200);
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      status: 'active',
      cancelAt: bought.event.periodEnd,
      cancelReason: 'suspension',
    });
    expect(await runJobs(bought.id)).toBe(1);
    expect(calls).toEqual([`cancelAtPeriodEnd ${bought.providerSubscriptionId}`]);
    const mails = await mailsFor(app, bought.fan);
    const mail = mails.find(({ subject }) => subject === 'Your subscription will not renew')!;
    expect(mail.paragraphs[0]).toContain('Our team has cancelled it');
    await billAt(app, monthAfter(bought.event));
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      status: 'cancelled',
      endReason: 'suspension',
    });
  });

  test('a failing provider blocks nothing, and the job is retried', async () => {
    const bought = await buy(app);
    listen(true);
    expect((await suspend(partyOf(bought))).status).toBe(200);
    await expect(runJobs(bought.id)).rejects.toThrow();
    listen();
    expect(await runJobs(bought.id)).toBe(1);
    expect(calls).toHaveLength(1);
  });

  test('a renewal that is charged anyway is refunded, each time', async () => {
    const bought = await buy(app);
    await suspend(partyOf(bought));
    listen();
    for (const month of [1, 2]) {
      await deliver(app, renewed(bought.event, month));
      await deliver(app, { ...renewed(bought.event, month), id: `again-${bought.id}-${month}` });
    }
    const owed = await app.db.select({ cents: refunds.amountCents }).from(refunds)
      .where(sql`${refunds.chargeId} in (
        select id from ledger_transactions where subscription_id = ${bought.id})`);
    expect(owed).toEqual([{ cents: 1999 }, { cents: 1999 }]);
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      cancelAt: bought.event.periodEnd,
      currentPeriodEnd: bought.event.periodEnd,
    });
    expect(await runJobs(bought.id)).toBeGreaterThan(2);
    expect(calls.at(-1)).toContain(bought.providerSubscriptionId);
  });

  test('a subscription with a payment issue ends at once', async () => {
    const bought = await buy(app);
    await app.db
      .update(userSubscriptions)
      .set({ status: 'past_due', pastDueSince: new Date() })
      .where(eq(userSubscriptions.id, bought.id));
    listen();
    await suspend(partyOf(bought));
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      status: 'cancelled',
      endReason: 'suspension',
    });
    await runJobs(bought.id);
    expect(calls).toEqual([`cancelNow ${bought.providerSubscriptionId}`]);
  });

  test('a subscription that renews despite the suspension is not billed, and the job stops it', async () => {
    const bought = await buy(app);
    await app.db
      .update(users)
      .set({ banned: true })
      .where(eq(users.id, partyOf(bought).id));
    await billAt(app, monthAfter(bought.event));
    expect(await chargedPeriods(app, bought.id)).toHaveLength(1);
    expect(await storedSubscription(app, bought.id)).toMatchObject({ cancelReason: 'suspension' });
  });

  test('an earlier cancellation by the fan does not change', async () => {
    const bought = await buy(app);
    await app.call('POST', `/api/subscriptions/${bought.id}/cancel`, { user: bought.fan });
    const before = await storedSubscription(app, bought.id);
    const mails = await mailsFor(app, bought.fan);
    await suspend(partyOf(bought));
    expect(await storedSubscription(app, bought.id)).toEqual(before);
    const after = await mailsFor(app, bought.fan);
    expect(after.filter(({ subject }) => subject !== 'Your account is suspended')).toEqual(mails);
  });

  test('their deletion ends it at once, whatever the provider answers', async () => {
    const bought = await buy(app);
    listen(true);
    expect((await remove(partyOf(bought))).status).toBe(200);
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      status: 'cancelled',
      endReason: 'deletion',
    });
    listen();
    expect(await runJobs(bought.id)).toBe(1);
    expect(calls).toEqual([`cancelNow ${bought.providerSubscriptionId}`]);
  });
});

describe('once the suspension is lifted', () => {
  test('nothing is charged automatically; a fan can resume a subscription that still runs', async () => {
    const bought = await buy(app);
    await suspend(bought.fan);
    await activate(bought.fan);
    expect(await storedSubscription(app, bought.id)).toMatchObject({ cancelReason: 'suspension' });
    const fan = { ...bought.fan, cookie: await app.signIn(bought.fan.email) };
    expect((await undoCancellation(fan, bought.id)).status).toBe(200);
    expect(await storedSubscription(app, bought.id)).toMatchObject({
      cancelAt: null,
      cancelReason: null,
    });
    listen();
    await runJobs(bought.id);
    expect(calls).toEqual([]);
  });

  test('a fan cannot resume a subscription to a suspended influencer, and can afterwards', async () => {
    const { fan, influencer, id } = await buy(app);
    const canResume = async () =>
      (await app.call('GET', '/api/subscriptions', { user: fan })).json.subscriptions[0].canResume;
    await suspend(influencer);
    expect(await canResume()).toBe(false);
    expect((await undoCancellation(fan, id)).status).toBe(409);
    await activate(influencer);
    expect(await canResume()).toBe(true);
    expect((await undoCancellation(fan, id)).status).toBe(200);
  });
});
