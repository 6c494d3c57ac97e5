import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import {
  deliver,
  refunded,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type {
  BackOfficeSubscriptionRow,
  SubscriptionFigures,
} from '../back-office-subscriptions.schema.ts';
import { addSubscription, TEST_STATES } from './back-office-subscriptions.testing.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const addressOf = (path: string, query: object) =>
  `${path}?${new URLSearchParams(query as Record<string, string>)}`;
const list = async (query: object = {}, user = staff): Promise<BackOfficeSubscriptionRow[]> =>
  (await app.call('GET', addressOf('/api/subscribers', query), { user })).json.rows;
const idsOf = async (query: object, user = staff) => (await list(query, user)).map(({ id }) => id);
const figures = async (query: object = {}, user = staff): Promise<SubscriptionFigures> =>
  (await app.call('GET', addressOf('/api/subscribers/figures', query), { user })).json;
const rename = ({ id }: TestUser, fullName: string) =>
  app.db.update(profiles).set({ fullName }).where(eq(profiles.id, id));

test('it is searched by the name and address of fan and influencer', async () => {
  const influencer = await app.as('influencer');
  const one = await addSubscription(app, influencer);
  await rename(influencer, 'Zora Quillfeather');
  await rename(one.fan, 'Ivo Brackenbury');
  const other = await addSubscription(app, await app.as('influencer'));
  for (const search of ['zora quill', influencer.email, 'brackenb', one.fan.email]) {
    expect(await idsOf({ search }), search).toEqual([one.id]);
  }
  expect(await idsOf({ search: other.fan.email })).toEqual([other.id]);
  expect(await idsOf({ search: '%' })).toEqual([]);
});

test('a search with more matches than are looked up first finds the same', async () => {
  const { id, fan } = await addSubscription(app, await app.as('influencer'));
  await app.db.execute(sql`
    with made as (
      insert into users (email, name) select 'crowd' || n || '@example.test', 'Crowd' from generate_series(1, 1001) n
      returning id, email
    ) insert into profiles (id, email, full_name) select id, email, 'Crowd' from made`);
  expect(await idsOf({ search: 'crowd' })).toEqual([]);
  await rename(fan, 'One of the crowd');
  expect(await idsOf({ search: 'crowd' })).toEqual([id]);
});

test('it shows the pictures of fans who have one', async () => {
  const influencer = await app.as('influencer');
  const [shown, bare] = [
    await addSubscription(app, influencer),
    await addSubscription(app, influencer),
  ];
  const [avatar] = await app.db
    .insert(avatars)
    .values({ userId: shown.fan.id, s3Key: 'avatars/a.webp' })
    .returning({ id: avatars.id });
  const rows = await list({ influencer: influencer.id });
  expect(new Map(rows.map(({ id, subscriber }) => [id, subscriber.avatar]))).toEqual(
    new Map([
      [shown.id, avatar!.id],
      [bare.id, null],
    ]),
  );
});

test('it is filtered by state and influencer', async () => {
  const influencer = await app.as('influencer');
  const made = new Map<string, string>();
  for (const state of TEST_STATES)
    made.set(state, (await addSubscription(app, influencer, state)).id);
  await addSubscription(app, await app.as('influencer'));
  const found = async (query: object) =>
    new Set(await idsOf({ ...query, influencer: influencer.id }));
  const madeIn = (...states: string[]) => new Set(states.map((state) => made.get(state)));
  expect(await found({})).toEqual(madeIn(...TEST_STATES));
  expect(await found({ status: 'active' })).toEqual(madeIn('active', 'cancelling', 'lapsed'));
  expect(await found({ status: 'cancelling' })).toEqual(madeIn('cancelling', 'lapsed'));
  for (const status of ['paused', 'past_due', 'cancelled']) {
    expect(await found({ status }), status).toEqual(madeIn(status));
  }
});

test('it is sorted by age, period end and price, in both directions, and pages by cursor', async () => {
  const influencer = await app.as('influencer');
  const made: string[] = [];
  for (const day of [3, 1, 2]) {
    const from = new Date(Date.now() - day * 86_400_000);
    const values = {
      from,
      priceCents: 1000 + day,
      createdAt: new Date(Date.now() - 1e8 + made.length),
    };
    made.push((await addSubscription(app, influencer, 'active', values)).id);
  }
  const [a, b, c] = made;
  const order = (sort: string) => idsOf({ sort, influencer: influencer.id });
  expect(await order('newest')).toEqual([a, b, c]);
  expect(await order('-newest')).toEqual([c, b, a]);
  expect(await order('periodEnd')).toEqual([a, c, b]);
  expect(await order('-price')).toEqual([a, c, b]);
  const user = staff;
  const { json } = await app.call(
    'GET',
    addressOf('/api/subscribers', { influencer: influencer.id, sort: 'price' }),
    { user },
  );
  expect(json).toMatchObject({ total: 3, previous: null, next: null });
});

test('the file has all data of the filtered subscriptions', async () => {
  const influencer = await app.as('influencer');
  const { fan } = await addSubscription(app, influencer, 'cancelled', { priceCents: 2450 });
  await rename(fan, '=Cleo');
  const address = addressOf('/api/subscribers.csv', { search: fan.email });
  const { json, headers } = await app.call('GET', address, { user: staff });
  expect(headers.get('content-disposition')).toContain('subscribers.csv');
  const lines = (json as string).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Subscriber,Email,Influencer,Influencer Email,Status,Monthly Price');
  expect(lines[1]).toContain(`'=Cleo,${fan.email}`);
  expect(lines[1]).toContain(',cancelled,24.50,24.50,');
});

describe('the figures', () => {
  test('count each state, and what begins and ends this month', async () => {
    const influencer = await app.as('influencer');
    for (const state of TEST_STATES) await addSubscription(app, influencer, state);
    const longAgo = new Date(Date.now() - 70 * 86_400_000);
    await addSubscription(app, influencer, 'active', { createdAt: longAgo, priceCents: 500 });
    const past = { createdAt: longAgo, endedAt: longAgo };
    await addSubscription(app, influencer, 'cancelled', past);
    await addSubscription(app, influencer, 'cancelled', { endReason: 'duplicate' });
    expect(await figures({ influencer: influencer.id })).toEqual({
      active: 4,
      cancelling: 2,
      pastDue: 1,
      paused: 1,
      newThisMonth: 6,
      endedThisMonth: 1,
      recurringCents: 1999 + 500,
      endingCents: 2 * 1999,
    });
  });

  test('cover what limited staff may see', async () => {
    const influencerOfStaff = await app.as('influencer');
    const limited = await createLimitedStaff(app, influencerOfStaff);
    await addSubscription(app, await app.as('influencer'));
    expect(await figures({}, limited)).toMatchObject({ active: 0, recurringCents: 0 });
    const { id } = await addSubscription(app, influencerOfStaff);
    expect(await figures({}, limited)).toMatchObject({ active: 1, recurringCents: 1999 });
    expect(await idsOf({}, limited)).toEqual([id]);
  });
});

describe('one subscription', () => {
  const get = (id: string, user = staff) => app.call('GET', `/api/subscribers/${id}`, { user });
  const payments = (id: string, query: object = {}) =>
    app.call('GET', addressOf(`/api/subscribers/${id}/payments`, query), { user: staff });

  test("has its state, and the plan's current price", async () => {
    const { id, fan, plan } = await addSubscription(app, await app.as('influencer'), 'past_due');
    await app.db
      .update(subscriptionPlans)
      .set({ priceMonthlyCents: 2999, isActive: true })
      .where(eq(subscriptionPlans.id, plan.id));
    expect((await get(id)).json).toMatchObject({
      status: 'past_due',
      priceCents: 1999,
      plan: { priceCents: 2999, isActive: true },
      subscriber: { id: fan.id, email: fan.email },
      failedAttempts: 1,
      nextAttemptAt: expect.any(String),
      provider: 'sandbox',
      providerSubscriptionId: expect.stringMatching(/^sub-/),
    });
  });

  test('is not found by limited staff outside of their limit', async () => {
    const { id } = await addSubscription(app, await app.as('influencer'));
    const limited = await createLimitedStaff(app, await app.as('influencer'));
    expect((await get(id, limited)).status).toBe(404);
  });

  test('lists payments and refunds, newest first, and what is left of each payment', async () => {
    const { id, chargeId, paymentId } = await addSubscription(app, await app.as('influencer'));
    const event = { paymentId, amountCents: 1999, periodStart: new Date() };
    await deliver(app, refunded(event, 500));
    const { json } = await payments(id);
    expect(json.rows).toMatchObject([
      // Made at the provider: the requester is unknown.
      {
        kind: 'refund',
        amountCents: -500,
        reverses: chargeId,
        isRequestedHere: false,
        leftCents: null,
      },
      { kind: 'charge', id: chargeId, amountCents: 1999, leftCents: 1499, requestedRefunds: [] },
    ]);
    expect(json).toMatchObject({ total: 2, next: null });
  });

  test('pages its payments', async () => {
    const { id } = await addSubscription(app, await app.as('influencer'));
    const { providerSubscriptionId } = (await get(id)).json;
    const start = new Date('2020-01-01T00:00:00Z').getTime();
    const day = 86_400_000;
    for (let n = 0; n < 52; n++) {
      await deliver(app, {
        type: 'renewal.paid',
        id: `${id}-${n}`,
        paymentId: `${id}-${n}`,
        providerSubscriptionId,
        occurredAt: new Date(start + n * day),
        periodStart: new Date(start + n * day),
        periodEnd: new Date(start + (n + 1) * day),
        amountCents: 1999,
      });
    }
    const first = (await payments(id)).json;
    const second = (await payments(id, { after: first.next })).json;
    const seen = [...first.rows, ...second.rows].map((row: { id: string }) => row.id);
    expect([seen.length, new Set(seen).size, second.next]).toEqual([53, 53, null]);
  });
});

test.each([
  ['status', 'gone'],
  ['influencer', 'nobody'],
  ['sort', 'name'],
  ['after', 'nonsense'],
  ['search', 'x'.repeat(301)],
])('%s=%s is rejected with a clear message', async (name, value) => {
  const address = addressOf('/api/subscribers', { [name]: value });
  expect((await app.call('GET', address, { user: staff })).status).toBe(400);
});
