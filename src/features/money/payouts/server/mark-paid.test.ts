import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { payouts } from './payouts.table.ts';
import { makePayout } from './payouts.testing.ts';

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

const pay = (id: string, { user = staff, notes }: { user?: TestUser; notes?: unknown } = {}) =>
  app.call('POST', `/api/payouts/${id}/pay`, { user, body: { notes } });
const stored = async (id: string) =>
  (await app.db.select().from(payouts).where(eq(payouts.id, id)))[0]!;
const mailsTo = async (email: string) =>
  (
    await app.db.execute<{ data: { subject: string; paragraphs: string[]; action: object } }>(
      sql`select data from jobs.job where name = 'mail' and data ->> 'to' = ${email}`,
    )
  ).rows.map(({ data }) => data);

test('a payout that is marked as paid shows when, by whom and with which notes', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const before = Date.now();
  const { status, json } = await pay(id, { notes: '  Wire 4711 ' });
  expect(status).toBe(200);
  const payout = await stored(id);
  expect(payout).toMatchObject({ status: 'paid', paidBy: staff.id, notes: 'Wire 4711' });
  expect(payout.paidAt!.toISOString()).toBe(json.paidAt);
  expect(payout.paidAt!.getTime()).toBeGreaterThanOrEqual(before);
});

test('the ledger records that the money was paid', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await pay(id);
  const { paidTransactionId, paidAt } = await stored(id);
  const entries = await app.db
    .select({
      kind: ledgerTransactions.kind,
      occurredAt: ledgerTransactions.occurredAt,
      account: ledgerAccounts.kind,
      cents: ledgerEntries.amountCents,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerEntries.transactionId, paidTransactionId!))
    .orderBy(asc(ledgerEntries.amountCents));
  const transaction = { kind: 'payout_paid', occurredAt: paidAt };
  expect(entries).toEqual([
    { ...transaction, account: 'cash', cents: -1520 },
    { ...transaction, account: 'payouts_due', cents: 1520 },
  ]);
});

test('the influencer gets a mail with a link to the statement', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await pay(id);
  expect(await mailsTo(nova.email)).toMatchObject([
    {
      subject: 'Your payout for October 2025: $15.20',
      paragraphs: [
        'Your payout of $15.20 for October 2025 has been paid. Your bank may take a few days to show it.',
        expect.any(String),
      ],
      action: { url: `${app.config.publicUrl}/statements/${id}` },
    },
  ]);
});

test('a payout for a deleted influencer can be paid, without a mail about it', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await app.call('DELETE', `/api/users/${nova.id}`, { user: await app.as('admin') });
  expect((await pay(id)).status).toBe(200);
  const subjects = (await mailsTo(nova.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your account was deleted']);
});

test('of two concurrent requests the second is rejected with the name and time of the first', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const colleagues = [staff, await app.as('staff'), await app.as('admin')];
  await app.db.update(users).set({ name: 'Odile' });
  const answers = await Promise.all(
    colleagues.map((user, index) => pay(id, { user, notes: `Note ${index}` })),
  );
  const first = answers.findIndex(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(2);
  const { paidAt, paidBy, notes } = await stored(id);
  expect({ paidBy, notes }).toEqual({ paidBy: colleagues[first]!.id, notes: `Note ${first}` });
  const clock = paidAt!.toISOString().slice(11, 16);
  for (const { json } of refused) {
    expect(json.code).toBe('not-allowed-in-state');
    expect(json.detail).toMatch(/^It was marked as paid by Odile on \w+ \d+, \d{4} at /);
    expect(json.detail.endsWith(`at ${clock} UTC`)).toBe(true);
  }
  expect(await mailsTo(nova.email)).toHaveLength(1);
  expect(
    await app.db
      .select()
      .from(ledgerTransactions)
      .where(
        and(
          eq(ledgerTransactions.kind, 'payout_paid'),
          eq(ledgerTransactions.shareAccountId, (await stored(id)).shareAccountId),
        ),
      ),
  ).toHaveLength(1);
});

test('a payment without notes has none', async () => {
  for (const notes of [undefined, null, '   ']) {
    const influencer = await app.as('influencer');
    const { id } = await makePayout(app, influencer, { month: '2025-10' });
    expect((await pay(id, { notes })).status).toBe(200);
    expect((await stored(id)).notes).toBeNull();
  }
});

test('notes that cannot be stored are rejected at their field', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  for (const notes of ['x'.repeat(2001), 'a\0b']) {
    const { status, json } = await pay(id, { notes });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path: 'notes' }]);
  }
  expect((await stored(id)).status).toBe('pending');
});

test('limited staff can mark only the payouts of their influencers', async () => {
  const limited = await createLimitedStaff(app, nova);
  const own = await makePayout(app, nova, { month: '2025-10' });
  const foreign = await makePayout(app, await app.as('influencer'), { month: '2025-10' });
  expect((await pay(foreign.id, { user: limited })).status).toBe(404);
  expect((await pay(randomUUID(), { user: limited })).status).toBe(404);
  expect((await stored(foreign.id)).status).toBe('pending');
  expect((await pay(own.id, { user: limited })).status).toBe(200);
});

test('after all these payments the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
