import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  recordDisputeWon,
  recordReversal,
} from '#src/features/money/ledger/server/record-transaction.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { STATEMENT_PAGE_SIZE, type Statement } from '../statement.schema.ts';
import { runPayouts } from './payout-run.ts';
import { markPayoutPaid } from './payout-states.ts';
import { payouts } from './payouts.table.ts';
import { addCharge, makePayout, addRefund } from './payouts.testing.ts';

let app: TestApp;
let staff: TestUser;
let nova: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const open = (id: string, user = staff, query = '') =>
  app.call('GET', `/api/payouts/${id}/statement${query}`, { user });
const statementOf = async (id: string, user = staff, query = ''): Promise<Statement> =>
  (await open(id, user, query)).json;
const run = (month: string) => runPayouts(app, { month }, new Date());
const payoutOf = async ({ id }: TestUser, month: string) => {
  const { periodStart } = monthBounds(month);
  const all = await app.db.select().from(payouts).where(eq(payouts.influencerId, id));
  return all.find((payout) => payout.periodStart === periodStart)!;
};
const find = async (id: string) =>
  (await app.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, id)))[0]!;

/** Records a dispute of a payment, and that it was won. */
async function disputeAndWin(chargeId: string, at: Date, wonAt: Date): Promise<void> {
  await app.db.transaction(async (tx) => {
    const provider = 'sandbox';
    const dispute = await recordReversal(tx, await find(chargeId), {
      kind: 'dispute',
      provider,
      reference: randomUUID(),
      occurredAt: at,
      amountCents: 1000,
    });
    const [opened] = await tx
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.id, dispute!));
    const won = { provider, reference: randomUUID(), occurredAt: wonAt };
    await recordDisputeWon(tx, opened!, won);
  });
}

const day = (date: string) => new Date(`2025-${date}T20:00:00Z`);

test('a statement lists everything that a payout settles, and its lines add up to it', async () => {
  const subscriptionId = randomUUID();
  const first = await addCharge(app, nova, { at: day('10-03'), subscriptionId });
  const second = await addCharge(app, nova, { at: day('10-05'), cents: 1000, commission: 12.5 });
  await addRefund(app, first, { at: day('10-08'), cents: 999 });
  await disputeAndWin(second, day('10-09'), day('10-20'));
  await run('2025-10');
  const { id } = await payoutOf(nova, '2025-10');
  const { payout, lines, lineCount, next } = await statementOf(id);
  expect(lines.map(({ kind }) => kind)).toEqual([
    'charge',
    'charge',
    'refund',
    'dispute',
    'dispute_won',
  ]);
  expect({ lineCount, next }).toEqual({ lineCount: 5, next: null });
  expect(lines[0]).toEqual({
    id: first,
    occurredAt: '2025-10-03T20:00:00.000Z',
    kind: 'charge',
    correction: null,
    subscription: subscriptionId.slice(0, 8).toUpperCase(),
    receipt: formatReceiptNumber(first),
    periodStart: '2025-10-03T20:00:00.000Z',
    periodEnd: '2025-11-03T20:00:00.000Z',
    grossCents: 1999,
    merchantFeeCents: 99,
    commissionPercent: 20,
    commissionCents: 380,
    shareCents: 1520,
    isCarriedOver: false,
  });
  expect(lines[2]).toMatchObject({ grossCents: -999, receipt: formatReceiptNumber(first) });
  // A won dispute refers to the payment through the dispute.
  expect(lines[4]).toMatchObject({
    receipt: formatReceiptNumber(second),
    commissionPercent: 12.5,
    periodStart: '2025-10-05T20:00:00.000Z',
    grossCents: 1000,
  });
  const sum = (of: 'grossCents' | 'merchantFeeCents' | 'commissionCents' | 'shareCents') =>
    lines.reduce((cents, line) => cents + line[of], 0);
  expect({
    grossRevenueCents: sum('grossCents'),
    merchantFeeCents: sum('merchantFeeCents'),
    platformCommissionCents: sum('commissionCents'),
    netPayoutCents: sum('shareCents'),
  }).toEqual({
    grossRevenueCents: payout.grossRevenueCents,
    merchantFeeCents: payout.merchantFeeCents,
    platformCommissionCents: payout.platformCommissionCents,
    netPayoutCents: payout.netPayoutCents,
  });
});

test('lines that were carried over from earlier months are marked', async () => {
  await addCharge(app, nova, { at: day('09-30') });
  await addCharge(app, nova, { at: monthBounds('2025-10').from });
  await run('2025-10');
  const { lines } = await statementOf((await payoutOf(nova, '2025-10')).id);
  expect(lines.map(({ isCarriedOver }) => isCarriedOver)).toEqual([true, false]);
});

test('a statement contains nothing about the fans', async () => {
  const charge = await addCharge(app, nova, { at: day('10-03') });
  await run('2025-10');
  const { subscriberId, subscriptionId, providerReference } = await find(charge);
  const text = JSON.stringify(await statementOf((await payoutOf(nova, '2025-10')).id, nova));
  for (const secret of [subscriberId, subscriptionId, providerReference]) {
    expect(text).not.toContain(secret!);
  }
});

test('influencers see their own statements without the payer; staff see the payer', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const payer = { userId: staff.id, isLimited: false };
  await markPayoutPaid(app.services, payer, { id, notes: 'Wire 4711' });
  expect((await open(id, await app.as('influencer'))).status).toBe(404);
  expect((await open(randomUUID(), nova)).status).toBe(404);
  expect((await open(id, await app.as('subscriber'))).status).toBe(403);
  expect((await statementOf(id, nova)).payout).toMatchObject({
    status: 'paid',
    makerId: null,
    paidBy: null,
    notes: 'Wire 4711',
  });
  expect((await statementOf(id)).payout.paidBy).toMatch(/^staff/);
});

test('limited staff see only the statements of their influencers', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  expect((await open(id, await createLimitedStaff(app, nova))).status).toBe(200);
  expect((await open(id, await createLimitedStaff(app))).status).toBe(404);
});

test('many lines are paged without repetitions or gaps, and the file has all', async () => {
  // Many transactions as the database stores them: some at the same instant.
  const count = STATEMENT_PAGE_SIZE + 2;
  const at = day('10-03');
  for (let each = 0; each < count; each += 6) {
    await Promise.all(
      Array.from({ length: Math.min(6, count - each) }, () =>
        addCharge(app, nova, { at: new Date(at.getTime() + each) }),
      ),
    );
  }
  await run('2025-10');
  const { id } = await payoutOf(nova, '2025-10');
  const first = await statementOf(id, nova);
  expect(first).toMatchObject({ lineCount: count, next: expect.any(String) });
  const second = await statementOf(id, nova, `?after=${first.next}`);
  expect(second.next).toBeNull();
  const lines = [...first.lines, ...second.lines];
  expect(new Set(lines.map((line) => line.id)).size).toBe(count);
  const order = lines.map((line) => `${line.occurredAt} ${line.id}`);
  expect(order).toEqual(order.toSorted());

  const { json, headers } = await app.call('GET', `/api/payouts/${id}/statement.csv`, {
    user: nova,
  });
  expect((json as string).split('\r\n')).toHaveLength(count + 2);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="statement-PO-2025-10-${id.slice(0, 8).toUpperCase()}.csv"`,
  );
});

test('the file has reversals as numbers, and is accessible to its influencer only', async () => {
  const charge = await addCharge(app, nova, { at: day('10-03') });
  await addCharge(app, nova, { at: day('10-04') });
  await addRefund(app, charge, { at: day('10-05') });
  await run('2025-10');
  const { id } = await payoutOf(nova, '2025-10');
  const file = `/api/payouts/${id}/statement.csv`;
  const { json } = await app.call('GET', file, { user: nova });
  expect(json).toContain(',-19.99,-0.99,20,-3.8,-15.2,no\r\n');
  const other = await app.as('influencer');
  expect((await app.call('GET', file, { user: other })).status).toBe(404);
});

test('a statement is a PDF of its own, the same each time, for its influencer and the back office', async () => {
  const charge = await addCharge(app, nova, { at: day('10-03') });
  await addRefund(app, charge, { at: day('10-05'), cents: 500 });
  await run('2025-10');
  const { id } = await payoutOf(nova, '2025-10');
  const read = async (user: TestUser) => {
    const headers = { cookie: user.cookie };
    const response = await app.app.request(`/api/payouts/${id}/statement.pdf`, { headers });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const own = await read(nova);
  expect(own.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await read(staff)).bytes.equals(own.bytes)).toBe(true);
  expect((await read(await app.as('influencer'))).status).toBe(404);
});
