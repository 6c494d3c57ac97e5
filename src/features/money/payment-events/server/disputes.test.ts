import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispute } from '#src/features/money/disputes/disputes.schema.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { purchaseBlocks } from '#src/features/money/disputes/server/purchase-blocks.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeSubscription,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';

type Report = Extract<PaymentEvent, { type: 'dispute.reported' }>;

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  await app.db.delete(purchaseBlocks);
  await app.db.delete(disputes);
});
afterAll(() => app.close());

type Bought = Awaited<ReturnType<typeof makeSubscription>>;
let reports = 0;

/** What the provider reports about a dispute of the first payment. */
const report = ({ event }: Bought, values: Partial<Report> = {}): Report => ({
  type: 'dispute.reported',
  id: `report-${reports++}`,
  disputeId: `${event.paymentId}-dispute`,
  paymentId: event.paymentId,
  stage: 'dispute',
  status: 'opened',
  occurredAt: new Date(event.periodStart.getTime() + HOUR_MS),
  reason: 'fraudulent',
  reasonCode: '10.4',
  amountCents: 1999,
  challengeBy: new Date(event.periodStart.getTime() + 7 * 24 * HOUR_MS),
  ...values,
});
const list = async (query = '', user = staff): Promise<Dispute[]> => {
  const { status, json } = await app.call('GET', `/api/disputes${query}`, { user });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.rows;
};
const stored = async ({ event }: Bought) => {
  const rows = await app.db
    .select()
    .from(disputes)
    .where(eq(disputes.providerDisputeId, `${event.paymentId}-dispute`));
  expect(rows.length).toBeLessThan(2);
  return rows[0];
};

test('a chargeback without further reports is a dispute without a deadline', async () => {
  const bought = await makeSubscription(app);
  await deliver(app, disputed(bought.event));
  expect(await list()).toMatchObject([
    {
      stage: 'dispute',
      status: 'opened',
      amountCents: 1999,
      reason: null,
      challengeBy: null,
      fan: { id: bought.fan.id },
      influencer: { id: bought.influencer.id },
    },
  ]);
  await deliver(app, disputeWon(bought.event));
  expect(await list()).toMatchObject([{ status: 'won' }]);
});

test('an alert moves no money and ends no subscription', async () => {
  const bought = await makeSubscription(app);
  await deliver(app, report(bought, { stage: 'pre_dispute', amountCents: null }));
  expect(await list()).toMatchObject([{ stage: 'pre_dispute', amountCents: 1999 }]);
  expect(await subscriptionOf(app, bought.fan)).toMatchObject({ status: 'active' });
});

test('a report waits until its payment is known', async () => {
  const bought = await makeSubscription(app);
  const unknown = report(bought, { paymentId: 'payment-of-nobody' });
  expect((await deliver(app, unknown)).status).toBe(202);
  expect(await list()).toEqual([]);
});

describe('reports in any order, and more than once, lead to the same dispute:', () => {
  const at = ({ event }: Bought, hours: number) =>
    new Date(event.periodStart.getTime() + hours * HOUR_MS);
  const historyOf = (bought: Bought) => [
    report(bought, { stage: 'pre_dispute', occurredAt: at(bought, 1) }),
    disputed(bought.event),
    report(bought, { occurredAt: at(bought, 2), providerStatus: 'needs_response' }),
    report(bought, { status: 'challenged', occurredAt: at(bought, 3) }),
    disputeWon(bought.event),
    report(bought, { status: 'won', occurredAt: at(bought, 5), providerStatus: 'won' }),
  ];

  test('the furthest stage and status, and all facts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 }),
        async (repeated, order) => {
          const bought = await makeSubscription(app);
          const events = historyOf(bought);
          for (const index of [...order, ...repeated]) await deliver(app, events[index]!);
          expect(await stored(bought)).toMatchObject({
            stage: 'dispute',
            status: 'won',
            providerStatus: 'won',
            reason: 'fraudulent',
            reasonCode: '10.4',
            openedAt: bought.event.periodStart,
            reportedAt: at(bought, 5),
          });
        },
      ),
      { numRuns: 15 },
    );
  });

  test('an appeal is ahead of what was decided before, and its decision ends it', async () => {
    const bought = await makeSubscription(app);
    const lost = report(bought, { status: 'lost', occurredAt: at(bought, 1) });
    const appeal = report(bought, { stage: 'pre_arbitration', occurredAt: at(bought, 5) });
    const won = report(bought, { status: 'won', occurredAt: at(bought, 9) });
    for (const event of [appeal, lost]) await deliver(app, event);
    expect(await stored(bought)).toMatchObject({ stage: 'pre_arbitration', status: 'opened' });
    for (const event of [won, lost, appeal]) await deliver(app, event);
    expect(await stored(bought)).toMatchObject({ stage: 'pre_arbitration', status: 'won' });

    const other = await makeSubscription(app);
    await deliver(app, report(other, { status: 'won', occurredAt: at(other, 9) }));
    const late = { stage: 'pre_arbitration', occurredAt: at(other, 5) } as const;
    await deliver(app, report(other, late));
    expect(await stored(other)).toMatchObject({ status: 'won' });
  });

  test('of two decisions, the later one counts', async () => {
    const bought = await makeSubscription(app);
    await deliver(app, report(bought, { status: 'won', occurredAt: at(bought, 9) }));
    await deliver(app, report(bought, { status: 'lost', occurredAt: at(bought, 8) }));
    expect(await stored(bought)).toMatchObject({ status: 'won' });
    await deliver(app, report(bought, { status: 'lost', occurredAt: at(bought, 10) }));
    expect(await stored(bought)).toMatchObject({ status: 'lost' });
  });
});

describe('the queue', () => {
  test('has the nearest deadline first, then those without one, then what others decide or have decided', async () => {
    const due = (hours: number) => ({ challengeBy: new Date(Date.now() + hours * HOUR_MS) });
    const [late, soon, never, sent, done] = [
      await makeSubscription(app),
      await makeSubscription(app),
      await makeSubscription(app),
      await makeSubscription(app),
      await makeSubscription(app),
    ];
    await deliver(app, report(done, { ...due(1), status: 'lost' }));
    await deliver(app, report(sent, { ...due(1), status: 'challenged' }));
    await deliver(app, report(never, { challengeBy: null }));
    await deliver(app, report(late, due(90)));
    await deliver(app, report(soon, due(20)));
    const fans = (await list()).map(({ fan }) => fan.id);
    expect(fans).toEqual([soon, late, never, sent, done].map(({ fan }) => fan.id));
    const { json } = await app.call('GET', '/api/work-queue', { user: staff });
    const work = json.items.find(({ kind }: { kind: string }) => kind === 'dispute');
    expect(work).toMatchObject({ count: 3, late: 1 });
  });

  test('shows limited staff the disputes of their influencers only', async () => {
    const [own, other] = [await makeSubscription(app), await makeSubscription(app)];
    await deliver(app, disputed(own.event));
    await deliver(app, disputed(other.event));
    const limited = await createLimitedStaff(app, own.influencer);
    expect((await list('', limited)).map(({ fan }) => fan.id)).toEqual([own.fan.id]);
    const { json } = await app.call('GET', '/api/staff-notifications', { user: limited });
    expect(json.notifications).toMatchObject([{ kind: 'dispute' }]);
  });
});

describe('a person', () => {
  const mark = async (id: string, status: string) =>
    app.call('POST', `/api/disputes/${id}/mark`, {
      user: staff,
      body: { status, note: 'By mail' },
    });

  test('records what happened at the provider, until the dispute is decided', async () => {
    const bought = await makeSubscription(app);
    await deliver(app, disputed(bought.event));
    const [{ id }] = (await list()) as [Dispute];
    expect((await mark(id, 'challenged')).status).toBe(200);
    expect(await list()).toMatchObject([{ status: 'challenged', note: 'By mail' }]);
    expect((await mark(id, 'lost')).status).toBe(200);
    expect(await mark(id, 'accepted')).toMatchObject({
      status: 409,
      json: { code: 'not-allowed-in-state' },
    });
  });

  test('is overruled by what the provider reports later', async () => {
    const bought = await makeSubscription(app);
    await deliver(app, disputed(bought.event));
    const [{ id }] = (await list()) as [Dispute];
    await mark(id, 'accepted');
    await deliver(app, disputeWon(bought.event));
    expect(await list()).toMatchObject([{ status: 'won' }]);
  });
});

test('disputes and alerts are counted by month, beside the payments', async () => {
  const [one, two] = [await makeSubscription(app), await makeSubscription(app)];
  await deliver(app, disputed(one.event));
  await deliver(app, report(two, { stage: 'pre_dispute' }));
  const { json } = await app.call('GET', '/api/dispute-ratios', { user: staff });
  expect(json.months).toHaveLength(7);
  expect(json.months[0]).toMatchObject({ disputes: 1, alerts: 1, payments: expect.any(Number) });
  expect(json.months[0].payments).toBeGreaterThan(1);
  expect(json.months[1]).toMatchObject({ disputes: 0, alerts: 0, payments: 0 });
  expect(json.thresholds).toEqual([
    { network: 'visa', count: 1500, percent: 1.5 },
    { network: 'mastercard', count: 100, percent: 1.5 },
  ]);
});
