import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitTo } from '#test/limited.ts';
import { payouts } from './payouts.table.ts';

let house: TestApp;
let staff: TestUser;
let star: TestUser;
let other: TestUser;

beforeAll(async () => {
  house = await createTestApp();
  staff = await house.as('staff');
  star = await house.as('influencer');
  other = await house.as('influencer');
});
afterAll(() => house.close());
beforeEach(() => house.db.delete(payouts));

/** A payout of the month that lies so many months back. */
function month(back: number, values: Partial<typeof payouts.$inferInsert> = {}) {
  const start = new Date(Date.UTC(2026, 9 - back, 1));
  const end = new Date(Date.UTC(2026, 10 - back, 0));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    influencerId: star.id,
    payeeName: 'Star',
    payeeEmail: star.email,
    periodStart: day(start),
    periodEnd: day(end),
    totalSubscriptions: 3,
    grossRevenueCents: 10_000,
    merchantFeeCents: 500,
    platformCommissionCents: 1_900,
    netPayoutCents: 7_600,
    createdAt: end,
    ...values,
  };
}
const paid = { status: 'paid', paidAt: new Date('2026-11-03T09:15:00Z') } as const;
const list = (of: TestUser, user = staff, query = '') =>
  house.call('GET', `/api/influencers/${of.id}/payouts${query}`, { user });

test('payouts are listed newest first with all that was paid, when and by whom', async () => {
  await house.db
    .insert(payouts)
    .values([
      month(1, { ...paid, paidBy: staff.id, notes: 'By wire' }),
      month(0),
      month(0, { influencerId: other.id }),
    ]);
  const { json } = await list(star);
  expect(json).toMatchObject({
    total: 2,
    rows: [
      { periodStart: '2026-10-01', periodEnd: '2026-10-31', status: 'pending', paidAt: null },
      {
        periodStart: '2026-09-01',
        periodEnd: '2026-09-30',
        totalSubscriptions: 3,
        grossRevenueCents: 10_000,
        merchantFeeCents: 500,
        platformCommissionCents: 1_900,
        netPayoutCents: 7_600,
        status: 'paid',
        paidAt: '2026-11-03T09:15:00.000Z',
        paidBy: expect.stringMatching(/^staff/),
        notes: 'By wire',
      },
    ],
  });
});

test('the totals count paid payouts alone, to the cent and beyond what an integer holds', async () => {
  const large = { grossRevenueCents: 2_147_483_647, merchantFeeCents: 0 };
  const rest = { platformCommissionCents: 0, netPayoutCents: 2_147_483_647 };
  await house.db
    .insert(payouts)
    .values([month(0), month(1, paid), month(2, { ...paid, ...large, ...rest })]);
  expect((await list(star)).json.paid).toEqual({
    count: 2,
    grossRevenueCents: 2_147_493_647,
    platformCommissionCents: 1_900,
    netPayoutCents: 2_147_491_247,
  });
});

test('without payouts the totals are nought', async () => {
  expect((await list(star)).json).toMatchObject({
    rows: [],
    total: 0,
    paid: { netPayoutCents: 0 },
  });
});

test('more than a page is turned through both ways', async () => {
  await house.db.insert(payouts).values(Array.from({ length: 60 }, (_, back) => month(back)));
  const first = (await list(star)).json;
  expect(first).toMatchObject({ total: 60, previous: null });
  const second = (await list(star, staff, `?after=${first.next}`)).json;
  expect(second.rows).toHaveLength(10);
  expect(second.next).toBeNull();
  expect((await list(star, staff, `?before=${second.previous}`)).json.rows).toEqual(first.rows);
});

test.each(['?after=nonsense', '?after=%00', `?after=${'x'.repeat(700)}`])(
  'what is no cursor is refused: %s',
  async (query) => {
    expect((await list(star, staff, query)).status).toBe(400);
  },
);

test('staff who are held to certain influencers see the payouts of these alone', async () => {
  const limited = await house.as('staff');
  await limitTo(house, limited, star);
  await house.db.insert(payouts).values(month(0, { influencerId: other.id }));
  expect((await list(star, limited)).status).toBe(200);
  expect((await list(other, limited)).status).toBe(404);
});

test('whoever is no influencer has no payouts', async () => {
  expect((await list(await house.as('subscriber'))).status).toBe(404);
});
