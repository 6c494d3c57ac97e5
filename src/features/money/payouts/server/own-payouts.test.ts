import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { PAYOUT_PAGE_SIZE } from '../own-payouts.schema.ts';
import { sumOwnPayouts } from './own-payouts.ts';
import { makePayout } from './payouts.testing.ts';

let app: TestApp;
let admin: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const list = async (query = '', user = nova) => {
  const { status, json } = await app.call('GET', `/api/my-payouts${query}`, { user });
  expect(status).toBe(200);
  return json;
};

test("payouts are listed newest first, with their amounts and without the back office's data", async () => {
  const other = await app.as('influencer');
  await makePayout(app, other, { month: '2026-08', cents: 5_000 });
  const paid = { by: admin, notes: 'By wire', at: new Date('2026-10-02T09:15:00Z') };
  const september = await makePayout(app, nova, { month: '2026-09', cents: 999, paid });
  const october = await makePayout(app, nova, { month: '2026-10' });
  const { rows, total, page, pageCount, terms } = await list();
  expect(terms).toEqual({ days: 30, method: 'bank transfer' });
  expect({ total, page, pageCount }).toEqual({ total: 2, page: 1, pageCount: 1 });
  expect(rows).toEqual([
    {
      id: october.id,
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      totalSubscriptions: 1,
      grossRevenueCents: 1_999,
      merchantFeeCents: 99,
      platformCommissionCents: 380,
      adjustmentCents: 0,
      reserveHeldCents: 0,
      reserveReleasedCents: 0,
      reserveReleaseAt: null,
      netPayoutCents: 1_520,
      status: 'pending',
      needsTaxDetails: false,
      paidAt: null,
      statementNumber: null,
    },
    {
      id: september.id,
      periodStart: '2026-09-01',
      periodEnd: '2026-09-30',
      totalSubscriptions: 1,
      grossRevenueCents: 999,
      merchantFeeCents: 49,
      platformCommissionCents: 190,
      adjustmentCents: 0,
      reserveHeldCents: 0,
      reserveReleasedCents: 0,
      reserveReleaseAt: null,
      netPayoutCents: 760,
      status: 'paid',
      needsTaxDetails: false,
      paidAt: '2026-10-02T09:15:00.000Z',
      statementNumber: null,
    },
  ]);
});

describe('pages', () => {
  test('have 25 payouts and an exact count, and a number beyond the last page means the last', async () => {
    const count = 2 * PAYOUT_PAGE_SIZE + 1;
    const months = Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2020, index)).toISOString().slice(0, 7),
    );
    for (const month of months) await makePayout(app, nova, { month });
    const pages = [await list(), await list('?page=2'), await list('?page=3')];
    expect(pages.map(({ rows }) => rows.length)).toEqual([25, 25, 1]);
    for (const { total, pageCount } of pages) {
      expect({ total, pageCount }).toEqual({ total: 51, pageCount: 3 });
    }
    const listed = pages.flatMap(({ rows }) => rows) as { periodStart: string }[];
    expect(listed.map(({ periodStart }) => periodStart)).toEqual(
      months.toReversed().map((month) => `${month}-01`),
    );
    for (const beyond of ['4', '1000000000000']) {
      expect(await list(`?page=${beyond}`)).toEqual(pages[2]);
    }
  }, 60_000);

  test('number one without payouts', async () => {
    expect(await list('?page=7')).toMatchObject({ rows: [], total: 0, page: 1, pageCount: 1 });
  });

  test.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?page=', '?page=1e400'])(
    'an invalid page is rejected: %s',
    async (query) => {
      const { status } = await app.call('GET', `/api/my-payouts${query}`, { user: nova });
      expect(status).toBe(400);
    },
  );
});

test('totals count paid payouts only, by the date of payment, in UTC months and years', async () => {
  const paidAt = (iso: string) => ({ by: admin, at: new Date(iso) });
  const made = [
    { month: '2025-10', cents: 1_000, paid: paidAt('2025-12-31T23:59:59.999Z') },
    { month: '2025-11', cents: 2_000, paid: paidAt('2026-01-01T00:00:00Z') },
    { month: '2026-08', cents: 4_000, paid: paidAt('2026-10-31T23:59:59.999Z') },
    { month: '2026-09', cents: 8_000, paid: paidAt('2026-11-01T00:00:00Z') },
    { month: '2026-10', cents: 16_000 },
  ];
  for (const payout of made) await makePayout(app, nova, { ...payout, commission: 0 });
  const other = await app.as('influencer');
  await makePayout(app, other, { month: '2026-09', paid: paidAt('2026-11-02T00:00:00Z') });

  const now = new Date('2026-11-21T12:00:00Z');
  const { totals } = await sumOwnPayouts(app.pool, { userId: nova.id }, now);
  expect(totals).toEqual({
    thisMonth: { count: 1, cents: 7_600 },
    thisYear: { count: 3, cents: 1_900 + 3_800 + 7_600 },
    allTime: { count: 4, cents: 950 + 1_900 + 3_800 + 7_600 },
    pending: { count: 1, cents: 15_200 },
  });
});
