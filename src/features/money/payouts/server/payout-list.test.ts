import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { payoutQuerySchema, type PayoutRow } from '../payouts.schema.ts';
import { listPayouts } from './payout-list.ts';
import { runPayouts } from './payout-run.ts';
import { getPayoutTotals } from './payout-totals.ts';
import { payouts } from './payouts.table.ts';
import { addCharge, makePayout, addRefund } from './payouts.testing.ts';

let app: TestApp;
let staff: TestUser;
let limited: TestUser;
let nova: TestUser;
let vera: TestUser;

async function createInfluencer(fullName: string): Promise<TestUser> {
  const influencer = await app.as('influencer');
  await app.db.update(profiles).set({ fullName }).where(eq(profiles.id, influencer.id));
  return influencer;
}

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  await app.db.update(users).set({ name: 'Odile' }).where(eq(users.id, staff.id));
  nova = await createInfluencer('Nova 100% Sterling');
  vera = await createInfluencer('=Vera, "Noir"');
  limited = await createLimitedStaff(app, vera);
  const paid = (at: string) => ({ by: staff, at: new Date(at) });
  await makePayout(app, nova, { month: '2025-12', cents: 1000, paid: paid('2026-01-04T10:00Z') });
  await makePayout(app, vera, { month: '2025-12', cents: 2000, paid: paid('2026-01-31T10:00Z') });
  await makePayout(app, nova, {
    month: '2026-01',
    cents: 4000,
    paid: { ...paid('2026-02-01T00:00Z'), notes: 'Wire 4711' },
  });
  const pending = await makePayout(app, vera, { month: '2026-01', cents: 8000 });
  const createdAt = new Date('2026-02-01T03:00Z');
  await app.db.update(payouts).set({ createdAt }).where(eq(payouts.id, pending.id));
});
afterAll(() => app.close());

const now = new Date('2026-02-15T12:00:00Z');
const actorOf = ({ id, email }: TestUser, isLimited = false) => ({
  userId: id,
  email,
  isLimited,
  role: 'staff' as const,
  sessionId: '',
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  viewedBy: null,
  isConfirmed: true,
  fullName: '',
});
const net = (rows: { netPayoutCents: number }[]) =>
  rows.map(({ netPayoutCents }) => netPayoutCents);
const list = async (query: Record<string, string> = {}) =>
  (await app.call('GET', `/api/payouts?${new URLSearchParams(query)}`, { user: staff })).json;
const listAt = async (query: object) =>
  net(
    (await listPayouts(app.pool, actorOf(staff), payoutQuerySchema.parse(query), now)).rows,
  ).toSorted((a, b) => a - b);

describe('the list', () => {
  test('has the newest periods first, with every field of a payout', async () => {
    const { rows, total } = await list({ search: 'nova' });
    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({
      influencerId: nova.id,
      payeeName: 'Nova 100% Sterling',
      payeeEmail: nova.email,
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
      totalSubscriptions: 1,
      grossRevenueCents: 4000,
      merchantFeeCents: 200,
      platformCommissionCents: 760,
      netPayoutCents: 3040,
      status: 'paid',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      paidAt: '2026-02-01T00:00:00.000Z',
      paidBy: 'Odile',
      notes: 'Wire 4711',
    });
    expect(net(rows)).toEqual([3040, 760]);
  });

  test('is filtered by status, influencer, and a search in name and address', async () => {
    expect(net((await list({ status: 'pending' })).rows)).toEqual([6080]);
    expect(net((await list({ influencer: vera.id })).rows)).toEqual([6080, 1520]);
    expect(net((await list({ search: vera.email, status: 'paid' })).rows)).toEqual([1520]);
    expect(net((await list({ search: '0% ster' })).rows)).toEqual([3040, 760]);
    expect((await list({ search: 'nobody' })).rows).toEqual([]);
  });

  test('is filtered by when a payout was paid, or created while it is pending (UTC)', async () => {
    expect(await listAt({ dates: 'this-month' })).toEqual([3040, 6080]);
    expect(await listAt({ dates: 'this-month', status: 'paid' })).toEqual([3040]);
    expect(await listAt({ dates: 'last-month' })).toEqual([760, 1520]);
    expect(await listAt({ dates: 'this-year' })).toEqual([760, 1520, 3040, 6080]);
    expect(await listAt({})).toHaveLength(4);
  });

  test('adds up to the total of this month next to it', async () => {
    const { thisMonth } = await getPayoutTotals(app.pool, actorOf(staff), now);
    const rows = await listAt({ dates: 'this-month', status: 'paid' });
    expect(thisMonth).toEqual({ count: rows.length, cents: rows.reduce((a, b) => a + b, 0) });
  });

  test('is sorted by name and by amounts', async () => {
    expect(net((await list({ sort: 'net' })).rows)).toEqual([760, 1520, 3040, 6080]);
    expect(net((await list({ sort: '-net', influencer: vera.id })).rows)).toEqual([6080, 1520]);
    const names = (await list({ sort: 'name' })).rows.map((row: PayoutRow) => row.payeeName[0]);
    expect(names).toEqual(['=', '=', 'N', 'N']);
  });

  test.each(['status=unpaid', 'dates=next-month', 'influencer=me', 'sort=notes'])(
    'rejects an invalid query: %s',
    async (query) => {
      const { status } = await app.call('GET', `/api/payouts?${query}`, { user: staff });
      expect(status).toBe(400);
    },
  );
});

describe('the file', () => {
  const file = async (query = '', user = staff) => {
    const { json } = await app.call('GET', `/api/payouts.csv?${query}`, { user });
    return (json as string).split('\r\n');
  };

  test('has the columns of the specification, in dollars', async () => {
    const [head, ...lines] = await file('sort=net');
    expect(head).toBe(
      'Influencer,Email,Period Start,Period End,Total Subscriptions,Gross Revenue,Platform Commission,Net Payout,Status,Paid At,Notes',
    );
    expect(lines).toEqual([
      `Nova 100% Sterling,${nova.email},2025-12-01,2025-12-31,1,10.00,1.90,7.60,paid,2026-01-04T10:00:00.000Z,`,
      `"'=Vera, ""Noir""",${vera.email},2025-12-01,2025-12-31,1,20.00,3.80,15.20,paid,2026-01-31T10:00:00.000Z,`,
      `Nova 100% Sterling,${nova.email},2026-01-01,2026-01-31,1,40.00,7.60,30.40,paid,2026-02-01T00:00:00.000Z,Wire 4711`,
      `"'=Vera, ""Noir""",${vera.email},2026-01-01,2026-01-31,1,80.00,15.20,60.80,pending,,`,
      '',
    ]);
  });

  test('has the filtered payouts, and only those of their influencers for limited staff', async () => {
    expect(await file(`influencer=${nova.id}`)).toHaveLength(4);
    const [, ...lines] = await file('', limited);
    expect(lines.slice(0, -1).every((line) => line.includes(vera.email))).toBe(true);
    expect(lines).toHaveLength(3);
  });

  test('has a negative gross as a number', async () => {
    const odd = await app.as('influencer');
    const month = '2024-05';
    const charge = await addCharge(app, odd, {
      at: monthBounds('2024-04').from,
      cents: 10_000,
      commission: 90,
    });
    await runPayouts(app, { month: '2024-04' }, now);
    await addRefund(app, charge, { at: monthBounds(month).from, cents: 10_000 });
    await addCharge(app, odd, { at: monthBounds(month).from, cents: 2_000, commission: 0 });
    await runPayouts(app, { month }, now);
    const lines = await file(`influencer=${odd.id}`);
    expect(lines[1]).toContain('2024-05-01,2024-05-31,1,-80,-85.5,9.50,pending');
  });
});

describe('the totals', () => {
  const totals = (user: TestUser, isLimited = false, at = now) =>
    getPayoutTotals(app.pool, actorOf(user, isLimited), at);

  test('count paid payouts by the date of payment, and pending ones, of influencers in scope', async () => {
    expect(await totals(limited, true, new Date('2026-01-31T12:00Z'))).toEqual({
      thisMonth: { count: 1, cents: 1520 },
      thisYear: { count: 1, cents: 1520 },
      allTime: { count: 1, cents: 1520 },
      pending: { count: 1, cents: 6080 },
    });
    expect((await totals(limited, true)).thisMonth).toEqual({ count: 0, cents: 0 });
  });

  test('are the same from the ledger as from the payouts', async () => {
    const all = await createLimitedStaff(app, nova, vera);
    const late = await app.as('influencer');
    const from = await totals(all, true);
    expect(from.allTime).toEqual({ count: 3, cents: 760 + 1520 + 3040 });
    expect(from.thisMonth).toEqual({ count: 1, cents: 3040 });
    const after = await totals(staff);
    expect({ ...after, pending: from.pending }).toEqual(from);
    await makePayout(app, late, { month: monthBefore(now), cents: 1000 });
    const { pending } = await totals(staff);
    expect(pending).toEqual({
      count: after.pending.count + 1,
      cents: after.pending.cents + 760,
    });
  });

  test('without influencers are zero', async () => {
    const nothing = { count: 0, cents: 0 };
    expect(await totals(await createLimitedStaff(app), true)).toEqual({
      thisMonth: nothing,
      thisYear: nothing,
      allTime: nothing,
      pending: nothing,
    });
  });
});
