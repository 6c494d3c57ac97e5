import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monthBefore } from '#src/lib/locale/months.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { makePayout } from './payouts.testing.ts';

let app: TestApp;
let staff: TestUser;
let star: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());
beforeEach(async () => {
  star = await app.as('influencer');
  other = await app.as('influencer');
});

/** The month this many months before November 2026. */
const month = (back: number) => monthBefore(new Date('2026-11-15'), back);
const paidAt = new Date('2026-11-03T09:15:00Z');
const list = (of: TestUser, user = staff, query = '') =>
  app.call('GET', `/api/influencers/${of.id}/payouts${query}`, { user });

test('payouts are listed newest first, with the paid total, when and by whom', async () => {
  const paid = { by: staff, at: paidAt, notes: 'By wire' };
  await makePayout(app, star, { month: month(2), cents: 1000, paid });
  await makePayout(app, star, { month: month(1) });
  await makePayout(app, other, { month: month(1) });
  const { json } = await list(star);
  expect(json).toMatchObject({
    total: 2,
    rows: [
      { periodStart: '2026-10-01', periodEnd: '2026-10-31', status: 'pending', paidAt: null },
      {
        periodStart: '2026-09-01',
        periodEnd: '2026-09-30',
        totalSubscriptions: 1,
        grossRevenueCents: 1_000,
        merchantFeeCents: 50,
        platformCommissionCents: 190,
        netPayoutCents: 760,
        status: 'paid',
        paidAt: '2026-11-03T09:15:00.000Z',
        paidBy: expect.stringMatching(/^staff/),
        notes: 'By wire',
      },
    ],
  });
});

test('the totals count paid payouts only, to the cent and beyond the range of an integer', async () => {
  const paid = { by: staff, at: paidAt };
  const large = { cents: 2_147_483_647, commission: 0 };
  await makePayout(app, star, { month: month(3), ...large, paid });
  await makePayout(app, star, { month: month(2), ...large, paid });
  await makePayout(app, star, { month: month(1), cents: 1000, paid });
  await makePayout(app, star, { month: month(0) });
  expect((await list(star)).json.paid).toEqual({
    count: 3,
    grossRevenueCents: 2 * 2_147_483_647 + 1000,
    platformCommissionCents: 190,
    netPayoutCents: 2 * 2_040_109_465 + 760,
  });
});

test('without payouts the totals are zero', async () => {
  expect((await list(star)).json).toMatchObject({
    rows: [],
    total: 0,
    paid: { netPayoutCents: 0 },
  });
});

test('a long history pages in both directions', async () => {
  for (let back = 60; back > 0; back--) await makePayout(app, star, { month: month(back) });
  const first = (await list(star)).json;
  expect(first).toMatchObject({ total: 60, previous: null });
  const second = (await list(star, staff, `?after=${first.next}`)).json;
  expect(second.rows).toHaveLength(10);
  expect(second.next).toBeNull();
  expect((await list(star, staff, `?before=${second.previous}`)).json.rows).toEqual(first.rows);
});

test.each(['?after=nonsense', '?after=%00', `?after=${'x'.repeat(700)}`])(
  'an invalid cursor is rejected: %s',
  async (query) => {
    expect((await list(star, staff, query)).status).toBe(400);
  },
);

test('limited staff see only the payouts of their influencers', async () => {
  const limited = await app.as('staff');
  await limitStaffTo(app, limited, star);
  await makePayout(app, other, { month: month(1) });
  expect((await list(star, limited)).status).toBe(200);
  expect((await list(other, limited)).status).toBe(404);
});

test('users who are not influencers have no payouts', async () => {
  expect((await list(await app.as('subscriber'))).status).toBe(404);
});
