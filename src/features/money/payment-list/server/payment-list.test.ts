import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import {
  markCheckoutCompleted,
  markCheckoutDeclined,
} from '#src/features/money/payments/server/checkouts.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  openCheckout,
  refunded,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import type { PaymentRow } from '../payment-list.schema.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const list = async (query: Record<string, string> = {}, user = admin): Promise<PaymentRow[]> => {
  const { status, json } = await app.call('GET', `/api/payments?${new URLSearchParams(query)}`, {
    user,
  });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.rows;
};
const open = (id: string, user = admin) => app.call('GET', `/api/payments/${id}`, { user });

/** A payment of 19.99 with the event that its reversals refer to. */
async function addPayment() {
  const influencer = await makeInfluencer(app);
  const added = await addSubscription(app, influencer);
  const periodStart = new Date();
  const event = { paymentId: added.paymentId, amountCents: 1999, periodStart };
  return { ...added, influencer, event: { ...event } as Parameters<typeof disputed>[0] };
}

describe('the state of a payment', () => {
  test.each([
    ['paid', 1999, 'paid', async () => {}],
    ['partly_refunded', 1499, 'refunded', (event) => deliver(app, refunded(event, 500))],
    ['refunded', 0, 'refunded', (event) => deliver(app, refunded(event))],
    ['disputed', 0, 'disputed', (event) => deliver(app, disputed(event))],
    [
      'paid',
      1999,
      'paid',
      async (event) => {
        await deliver(app, disputed(event));
        await deliver(app, disputeWon(event));
      },
    ],
  ] as [string, number, string, (event: Parameters<typeof disputed>[0]) => Promise<unknown>][])(
    'is %s with %i cents left, and listed under %s',
    async (state, leftCents, filter, change) => {
      const { fan, chargeId, event } = await addPayment();
      await change(event);
      const row = { id: chargeId, state, amountCents: 1999, leftCents };
      expect(await list({ fan: fan.id })).toMatchObject([row]);
      expect((await open(chargeId)).json).toMatchObject(row);
      const others = ['paid', 'refunded', 'disputed', 'failed'].filter((each) => each !== filter);
      expect(await list({ fan: fan.id, state: filter })).toHaveLength(1);
      for (const other of others) expect(await list({ fan: fan.id, state: other })).toEqual([]);
    },
  );
});

test('a payment shows its refunds and disputes, oldest first', async () => {
  const { chargeId, event } = await addPayment();
  await deliver(app, refunded(event, 500));
  await deliver(app, disputed(event, 1499));
  await deliver(app, disputeWon(event));
  const { json } = await open(chargeId);
  const amounts = json.reversals.map((each: { kind: string; amountCents: number }) => [
    each.kind,
    each.amountCents,
  ]);
  expect(amounts.toSorted()).toEqual([
    ['dispute', -1499],
    ['dispute_won', 1499],
    ['refund', -500],
  ]);
});

describe('failed payments', () => {
  test('include purchases that were declined, also after the order has expired', async () => {
    const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
    const id = await openCheckout(app, fan, influencer.id);
    expect(await list({ fan: fan.id })).toEqual([]);
    await markCheckoutDeclined(app.db, id);
    const failed = { id, state: 'failed', amountCents: 1999, leftCents: 0, subscriptionId: null };
    expect(await list({ fan: fan.id, state: 'failed' })).toMatchObject([failed]);
    await app.db.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.id, id));
    expect(await list({ fan: fan.id })).toMatchObject([failed]);
    expect((await open(id)).json).toMatchObject({ ...failed, reversals: [] });
    await markCheckoutCompleted(app.db, id);
    expect(await list({ fan: fan.id })).toEqual([]);
  });

  test('include renewals that are retried or ended the subscription', async () => {
    const influencer = await makeInfluencer(app);
    const { id, fan } = await addSubscription(app, influencer, 'past_due');
    const ended = { endedAt: new Date(), endReason: 'unpaid' } as const;
    const unpaid = await addSubscription(app, await makeInfluencer(app), 'cancelled', {
      fan,
      ...ended,
    });
    const failed = await list({ fan: fan.id, state: 'failed' });
    expect(new Set(failed.map((row) => row.subscriptionId))).toEqual(new Set([id, unpaid.id]));
    // Their last payments before that.
    expect(await list({ fan: fan.id })).toHaveLength(4);
  });
});

describe('the search', () => {
  test('finds a payment by its receipt number, from four characters on', async () => {
    const { chargeId } = await addPayment();
    const number = formatReceiptNumber(chargeId);
    for (const search of [number, number.toLowerCase(), number.replaceAll('-', ''), chargeId]) {
      expect(await list({ search })).toMatchObject([{ id: chargeId }]);
    }
    const ids = async (search: string) => (await list({ search })).map(({ id }) => id);
    expect(await ids(number.slice(0, 4))).toContain(chargeId);
    expect(await ids(number.slice(0, 3))).not.toContain(chargeId);
  });

  test('finds a payment by the provider’s id of the payment, a refund or a won dispute', async () => {
    const { chargeId, event } = await addPayment();
    await deliver(app, refunded(event, 500));
    await deliver(app, disputed(event, 1499));
    await deliver(app, disputeWon(event));
    for (const search of [
      event.paymentId,
      `${event.paymentId}-refund-1`,
      `${event.paymentId}-dispute`,
    ]) {
      expect(await list({ search })).toMatchObject([{ id: chargeId }]);
    }
  });

  test('finds payments and failed ones by fan and influencer', async () => {
    const { fan, influencer, chargeId } = await addPayment();
    const declined = await openCheckout(app, await app.as('subscriber'), influencer.id);
    await markCheckoutDeclined(app.db, declined);
    expect(await list({ search: fan.email })).toMatchObject([{ id: chargeId }]);
    const ofInfluencer = [declined, chargeId].toSorted();
    for (const [name, value] of [
      ['search', influencer.email],
      ['influencer', influencer.id],
    ] as const) {
      const found = await list({ [name]: value });
      expect(found.map(({ id }) => id).toSorted()).toEqual(ofInfluencer);
    }
  });

  test('of a palette finds the payment first, within the scope', async () => {
    const { chargeId, fan, influencer } = await addPayment();
    const limited = await app.as('staff');
    const search = async (user: TestUser) => {
      const q = formatReceiptNumber(chargeId).slice(0, 7);
      return (await app.call('GET', `/api/search?q=${q}`, { user })).json.results;
    };
    const found = { kind: 'payment', id: chargeId, detail: expect.stringContaining('$19.99') };
    expect((await search(admin))[0]).toMatchObject(found);
    await limitStaffTo(app, limited, await app.as('influencer'));
    expect(await search(limited)).toEqual([]);
    await limitStaffTo(app, limited, influencer);
    expect((await search(limited))[0]).toMatchObject(found);
    expect(await search(fan)).toEqual([]);
  });
});

/** A fan's payment and 60 declined purchases from the same influencer. */
async function addManyPayments() {
  const influencer = await makeInfluencer(app);
  const fan = await app.as('subscriber');
  const at = new Date('2026-03-01T00:00:00Z');
  const { chargeId } = await addSubscription(app, influencer, 'active', { fan });
  const [charge] = await app.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, chargeId));
  await app.db.insert(checkouts).values(
    Array.from({ length: 60 }, (_, index) => ({
      provider: charge!.provider!,
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: influencer.plan.id,
      priceCents: 1999,
      status: 'expired' as const,
      expiresAt: at,
      declinedAt: new Date(at.getTime() + Math.floor(index / 3) * 1000),
    })),
  );
  return { fan, influencer, chargeId };
}

test('a search counts each payment once, also with very many people of the name', async () => {
  const { fan, influencer, chargeId } = await addManyPayments();
  const name = async (id: string, fullName: string) =>
    app.db.update(profiles).set({ fullName }).where(eq(profiles.id, id));
  await name(fan.id, 'Zed Quill');
  const totalOf = async (query: string) =>
    (await app.call('GET', `/api/payments?${query}`, { user: admin })).json.total;
  expect(await totalOf('search=zed+quill')).toBe(61);
  await name(influencer.id, 'Zed Quillon');
  const other = await addPayment();
  await name(other.influencer.id, 'Zed Quillfeather');
  const totals = async () => [
    await totalOf('search=zed+quill'),
    await totalOf('search=quillon'),
    await totalOf(`search=zed&influencer=${influencer.id}`),
    await totalOf('search=zed&state=failed'),
    await totalOf(`search=${chargeId.slice(0, 8)}`),
  ];
  const expected = [62, 61, 61, 60, 1];
  expect(await totals()).toEqual(expected);
  // Payments are looked up by person, compared by ids, then by names.
  for (const [first, last] of [[1, 1_001] as const, [1_002, 5_001] as const]) {
    await app.db.execute(sql`
      with made as (
        insert into users (email, name) select 'zed' || n || '@example.test', 'Zed Quill'
        from generate_series(${first}::int, ${last}::int) n
        returning id, email
      ) insert into profiles (id, email, full_name) select id, email, 'Zed Quill' from made`);
    expect(await totals()).toEqual(expected);
  }
});

test('the list pages by time without repetitions, failed payments among the others', async () => {
  const { fan } = await addManyPayments();
  const call = async (after = '') =>
    (await app.call('GET', `/api/payments?fan=${fan.id}${after}`, { user: admin })).json;
  const first = await call();
  const second = await call(`&after=${first.next}`);
  const rows: PaymentRow[] = [...first.rows, ...second.rows];
  expect(rows).toHaveLength(61);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(61);
  const times = rows.map((row) => row.at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('payments of deleted fans remain, without a name', async () => {
  const { fan, chargeId } = await addPayment();
  expect((await app.call('DELETE', `/api/users/${fan.id}`, { user: admin })).status).toBe(200);
  const deleted = { fullName: '', email: 'Deleted fan', isDeleted: true };
  expect((await open(chargeId)).json).toMatchObject({ fan: deleted });
});
