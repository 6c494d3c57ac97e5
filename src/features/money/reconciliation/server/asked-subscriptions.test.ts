import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { makeInfluencer } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';
import { itemsOf, reconcile } from './reconciliation.testing.ts';
import { openCcbill, openVerotel, type SimulatedState } from './simulated-providers.testing.ts';

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
