import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { itemsOf, reconcile } from './reconciliation.testing.ts';
import {
  openCcbill,
  openVerotel,
  order,
  type SimulatedState,
} from './simulated-providers.testing.ts';

describe.each([
  ['verotel', openVerotel],
  ['ccbill', openCcbill],
] as const)('%s, which answers about one subscription at a time', (name, open) => {
  let provider: Awaited<ReturnType<typeof open>>;
  let app: TestApp;
  beforeAll(async () => {
    provider = await open();
    app = await createTestApp(provider.environment);
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  type Change = Partial<typeof userSubscriptions.$inferInsert>;
  /** A subscription that we know, and its state at the provider; null if it is unknown there. */
  async function make(id: string, there: SimulatedState | null, change: Change = {}) {
    const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
    const row = createSubscriptionRow({
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: influencer.plan.id,
      priceCents: 0,
      provider: name,
      providerSubscriptionId: id,
      ...change,
    });
    await app.db.insert(userSubscriptions).values(row);
    if (there) provider.set(id, there);
  }
  const stored = async (id: string) =>
    (
      await app.db
        .select()
        .from(userSubscriptions)
        .where(eq(userSubscriptions.providerSubscriptionId, id))
    )[0]!;

  test('repairs what it did not report, and lists what a person has to decide', async () => {
    await make('1001', 'renewing');
    await make('1002', 'stopping');
    await make('1003', null);
    const ended = { status: 'cancelled', endedAt: new Date(), endReason: 'staff' } as const;
    await make('1004', 'renewing', ended);
    await make('1005', 'ended', ended);
    const run = await reconcile(app);
    expect(run).toMatchObject({ status: 'completed', repaired: 1, opened: 2, error: null });
    expect(await stored('1002')).toMatchObject({ status: 'active', cancelAt: expect.any(Date) });
    expect(await itemsOf(app, '1003')).toMatchObject([{ difference: 'missing_there' }]);
    expect(await itemsOf(app, '1004')).toMatchObject([
      { difference: 'different', theirs: { state: 'renewing' }, ours: { state: 'ended' } },
    ]);
    // The same differences are the same items, and what is repaired is none.
    expect(await reconcile(app)).toMatchObject({ repaired: 0, opened: 0 });
    provider.set('1001', 'ended');
    expect(await reconcile(app)).toMatchObject({ repaired: 1, opened: 0 });
    const { status, cancelAt } = await stored('1001');
    expect(status === 'cancelled' || cancelAt !== null).toBe(true);
  });

  test('is questioned again after a lost answer, and changes nothing if it does not answer', async () => {
    await make('2001', 'stopping');
    provider.fail(1);
    expect(await reconcile(app)).toMatchObject({ status: 'completed', repaired: 1 });
    expect(await stored('2001')).toMatchObject({ cancelAt: expect.any(Date) });
    await make('2002', 'stopping');
    provider.fail(20);
    expect(await reconcile(app)).toMatchObject({ status: 'failed' });
    expect(await stored('2002')).toMatchObject({ cancelAt: null });
  });
});

test('a renewal that Verotel did not report is an item, which its late report closes', async () => {
  const verotel = await openVerotel();
  const app = await createTestApp(verotel.environment);
  const { fan, url } = await order(app);
  const { id, deliver } = verotel.sell(app, url);
  await deliver('sale');
  const { currentPeriodEnd } = (await subscriptionOf(app, fan))!;
  const dayAfter = (days: number) =>
    new Date(currentPeriodEnd!.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  // Days may be cut differently, and a charge may be late.
  verotel.sales.set(id, { nextChargeOn: dayAfter(2) });
  expect(await reconcile(app)).toMatchObject({ opened: 0, repaired: 0 });
  verotel.sales.set(id, { nextChargeOn: dayAfter(30) });
  expect(await reconcile(app)).toMatchObject({ opened: 1, repaired: 0 });
  expect(await itemsOf(app, `${id}:${dayAfter(30)}`)).toMatchObject([
    {
      kind: 'charge',
      difference: 'missing_here',
      status: 'open',
      theirs: { amountCents: 1999, currency: 'usd', subscriptionReference: id },
    },
  ]);
  expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 0 });
  await deliver('renewal');
  expect(await reconcile(app)).toMatchObject({ opened: 0, closed: 1 });
  await app.close();
  await verotel.stop();
});
