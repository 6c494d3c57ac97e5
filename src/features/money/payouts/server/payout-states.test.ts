import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { readMail } from '#test/read-mail.ts';
import { ALL_LEDGER_RULES } from './all-ledger-rules.ts';
import { PAYOUT_MAIL_QUEUE, sendPayoutMail } from './payout-mails.ts';
import { payoutRules } from './payout-rules.table.ts';
import { runPayouts } from './payout-run.ts';
import { payouts } from './payouts.table.ts';
import { addCharge, addRefund, makePayout } from './payouts.testing.ts';

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

type Options = { user?: TestUser; notes?: unknown };
const payAll = (ids: string[], { user = staff, notes }: Options = {}) =>
  app.call('POST', '/api/payouts/pay', { user, body: { ids, notes } });
const pay = (id: string, options?: Options) => payAll([id], options);
const undo = (ids: string[], user = staff) =>
  app.call('POST', '/api/payouts/undo', { user, body: { ids } });
const NOT_FOUND = 'Payout not found';
/** The outcome of a change of one payout: null, or the reason of the refusal. */
const reasonOf = ({ json }: { json: { refused: { reason: string }[] } }) =>
  json.refused[0]?.reason ?? null;
const stored = async (id: string) =>
  (await app.db.select().from(payouts).where(eq(payouts.id, id)))[0]!;
/** Sends the mails about payouts that wait, and returns those to this address so far. */
async function mailsTo(email: string) {
  const { rows } = await app.db.execute<{ id: string; data: Parameters<typeof sendPayoutMail>[1] }>(
    sql`delete from jobs.job where name = ${PAYOUT_MAIL_QUEUE.name} returning id, data`,
  );
  for (const { id, data } of rows) await sendPayoutMail(app.services, data, id);
  const folder = path.join(app.config.dataDir, 'mail');
  return readdirSync(folder)
    .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))
    .filter(({ headers }) => headers.get('to') === email)
    .map(({ headers, text }) => ({ subject: headers.get('subject'), text }));
}

test.each([
  [1_001, 400, 'At most 1,000 rows can be changed at once'],
  [50_000, 413, 'The request is too large'],
])('%d selected payouts are refused as a whole, in clear words', async (many, status, message) => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const ids = [id, ...Array.from({ length: many - 1 }, () => randomUUID())];
  const answer = await payAll(ids);
  expect([answer.status, JSON.stringify(answer.json)]).toEqual([
    status,
    expect.stringContaining(message),
  ]);
  expect((await stored(id)).status).toBe('pending');
});

test('a payout that is marked as paid shows when, by whom and with which notes', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const before = Date.now();
  const { json } = await pay(id, { notes: '  Wire 4711 ' });
  expect(json).toEqual({ changed: [id], refused: [] });
  const payout = await stored(id);
  expect(payout).toMatchObject({ status: 'paid', paidBy: staff.id, notes: 'Wire 4711' });
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
      text: expect.stringContaining(`${app.config.publicUrl}/statements/${id}`),
    },
  ]);
});

test('the mail waits until the payment can no longer be undone', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await pay(id);
  const { rows } = await app.db.execute(sql`
    select extract(epoch from start_after - created_on)::int as seconds from jobs.job
    where name = ${PAYOUT_MAIL_QUEUE.name}`);
  expect(rows).toContainEqual({ seconds: UNDO_SECONDS });
  expect(await mailsTo(nova.email)).toHaveLength(1);
});

test('a payout for a deleted influencer can be paid, without a mail about it', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await app.call('DELETE', `/api/users/${nova.id}`, { user: await app.as('admin') });
  expect((await pay(id)).json.changed).toEqual([id]);
  expect(await mailsTo(nova.email)).toEqual([]);
});

test('of two concurrent requests the second is rejected with the name and time of the first', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const colleagues = [staff, await app.as('staff'), await app.as('admin')];
  await app.db.update(users).set({ name: 'Odile' });
  const answers = await Promise.all(
    colleagues.map((user, index) => pay(id, { user, notes: `Note ${index}` })),
  );
  const first = answers.findIndex(({ json }) => json.changed.length === 1);
  const refused = answers.filter((_, index) => index !== first);
  const { paidAt, paidBy, notes } = await stored(id);
  expect({ paidBy, notes }).toEqual({ paidBy: colleagues[first]!.id, notes: `Note ${first}` });
  const clock = paidAt!.toISOString().slice(11, 16);
  for (const answer of refused) {
    expect(answer.json.changed).toEqual([]);
    expect(reasonOf(answer)).toMatch(/^It was marked as paid by Odile on \w+ \d+, \d{4} at /);
    expect(reasonOf(answer)!.endsWith(`at ${clock} UTC`)).toBe(true);
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
    expect((await pay(id, { notes })).json.changed).toEqual([id]);
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
  for (const id of [foreign.id, randomUUID()]) {
    expect(reasonOf(await pay(id, { user: limited }))).toBe(NOT_FOUND);
  }
  expect((await stored(foreign.id)).status).toBe('pending');
  expect((await pay(own.id, { user: limited })).json.changed).toEqual([own.id]);
  expect(reasonOf(await undo([foreign.id], limited))).toBe(NOT_FOUND);
});

test('of many payouts those that cannot be marked are refused, each with its reason', async () => {
  const made = await Promise.all(
    [nova, await app.as('influencer'), await app.as('influencer')].map((influencer) =>
      makePayout(app, influencer, { month: '2025-10' }),
    ),
  );
  const [first, second, third] = made.map(({ id }) => id) as [string, string, string];
  await pay(second);
  const missing = randomUUID();
  const { status, json } = await payAll([first, second, missing, third, first]);
  expect(status).toBe(200);
  expect(json.changed).toEqual([first, third]);
  expect(json.refused).toEqual([
    { id: second, reason: expect.stringMatching(/^It was marked as paid by /) },
    { id: missing, reason: NOT_FOUND },
  ]);
  expect((await payAll([])).status).toBe(400);
  expect((await payAll(Array.from({ length: 1_001 }, () => randomUUID()))).status).toBe(400);
});

test('an undone payment is pending again, without a mail, and can be marked again', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const totals = async () => (await app.call('GET', '/api/payouts/totals', { user: staff })).json;
  const before = await totals();
  await pay(id, { notes: 'Wire 4711' });
  const { paidTransactionId } = await stored(id);
  expect((await undo([id])).json).toEqual({ changed: [id], refused: [] });
  expect(await stored(id)).toMatchObject({
    status: 'pending',
    paidAt: null,
    paidBy: null,
    notes: null,
    paidTransactionId: null,
  });
  expect(await totals()).toEqual(before);
  const [reversal] = await app.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reverses, paidTransactionId!));
  expect(reversal).toMatchObject({ kind: 'payout_unpaid' });
  expect(await mailsTo(nova.email)).toEqual([]);
  expect(reasonOf(await undo([id]))).toBe('There is nothing to undo');
  expect((await pay(id)).json.changed).toEqual([id]);
  expect(await mailsTo(nova.email)).toHaveLength(1);
});

test('nobody undoes the payment of somebody else, or one of earlier', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await pay(id);
  expect(reasonOf(await undo([id], await app.as('admin')))).toMatch(/^It was marked as paid by /);
  await app.db
    .update(payouts)
    .set({ paidAt: sql`now() - make_interval(secs => ${UNDO_SECONDS + 1})` })
    .where(eq(payouts.id, id));
  expect(reasonOf(await undo([id]))).toBe('It is too late to undo this');
  expect((await stored(id)).status).toBe('paid');
});

test('of two simultaneous undos one is refused, and the ledger reverses the payment once', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await pay(id);
  const answers = await Promise.all([undo([id]), undo([id])]);
  const refused = answers.map(reasonOf).filter((reason) => reason !== null);
  expect(refused).toEqual(['There is nothing to undo']);
});

const post = (path: string, body: object, user = staff) =>
  app.call('POST', `/api/payouts/${path}`, { user, body });
const sharesOf = async (influencer: TestUser) =>
  (
    await app.db.execute<{ cents: number }>(sql`
      select (-coalesce(sum(e.amount_cents), 0))::float8 as cents from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where a.influencer_id = ${influencer.id}::uuid`)
  ).rows[0]!.cents;

/** A payout that an admin made under rules that demand approval. */
async function payoutToApprove(by: TestUser) {
  await app.db.update(payoutRules).set({ needsApproval: true });
  await addCharge(app, nova, { at: monthBounds('2025-10').from });
  await runPayouts(app, { month: '2025-10', by: by.id }, new Date());
  await app.db.update(payoutRules).set({ needsApproval: false });
  const [payout] = await app.db.select().from(payouts).where(eq(payouts.influencerId, nova.id));
  return payout!;
}

test('a payout that needs approval is paid only after a second person approved it', async () => {
  const [admin, colleague] = [await app.as('admin'), await app.as('staff')];
  const { id } = await payoutToApprove(admin);
  expect(reasonOf(await pay(id))).toBe('It has to be approved first');
  expect(reasonOf(await post('approve', { ids: [id] }, admin))).toMatch(/^You made this payout/);
  expect((await post('approve', { ids: [id] }, colleague)).json.changed).toEqual([id]);
  expect(reasonOf(await post('approve', { ids: [id] }))).toMatch(/^It was approved by /);
  expect(reasonOf(await pay(id, { user: colleague }))).toMatch(/^You approved this payout/);
  expect((await pay(id, { user: admin })).json.changed).toEqual([id]);
  const approvedByPayer = app.db
    .update(payouts)
    .set({ approvedBy: admin.id })
    .where(eq(payouts.id, id));
  await expect(approvedByPayer).rejects.toThrow();
  const { json } = await app.call('GET', `/api/payouts/${id}/transitions`, { user: admin });
  expect(json.transitions).toMatchObject([
    { fromStatus: 'approved', toStatus: 'paid' },
    { fromStatus: 'pending', toStatus: 'approved' },
  ]);
});

test('a payment remembers value date and reference, and refuses a day that has not come', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  await post('send', { ids: [id], batchReference: 'Batch 7' });
  expect((await stored(id)).status).toBe('sent');
  const valueDate = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const late = await post('pay', { ids: [id], valueDate: valueDate(2) });
  expect(reasonOf(late)).toBe('The value date is in the future');
  await post('pay', { ids: [id], valueDate: valueDate(-1), reference: 'Wire 4711' });
  const { json } = await app.call('GET', `/api/payouts/${id}/transitions`, { user: staff });
  expect(json.transitions).toMatchObject([
    { toStatus: 'paid', valueDate: valueDate(-1), reference: 'Wire 4711' },
    { toStatus: 'sent', reference: 'Batch 7' },
  ]);
});

test('a returned payout is owed again, mailed, and can be paid again', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const totals = async () => (await app.call('GET', '/api/payouts/totals', { user: staff })).json;
  const before = await totals();
  const early = await post('return', { ids: [id], reason: 'Closed' });
  expect(reasonOf(early)).toBe('It is pending');
  expect(reasonOf(await post('approve', { ids: [id] }))).toBe('It needs no approval');
  await pay(id);
  await mailsTo(nova.email);
  const body = { ids: [id], reason: 'Account closed', feeCents: 350 };
  expect((await post('return', body)).json.changed).toEqual([id]);
  expect(await stored(id)).toMatchObject({
    status: 'returned',
    paidAt: null,
    netPayoutCents: 1520,
  });
  expect(await totals()).toEqual(before);
  expect(await mailsTo(nova.email)).toMatchObject([
    {},
    { subject: 'Your payout for October 2025 could not be delivered' },
  ]);
  const [fee] = await app.db
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.kind, 'provider_fees'));
  expect(fee).toEqual({ cents: 350 });
  expect((await pay(id)).json.changed).toEqual([id]);
});

test('a voided payout opens what it settled, with its reserve, and its month can run again', async () => {
  await app.db.update(payoutRules).set({ reservePercent: 10 });
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  expect(await stored(id)).toMatchObject({ reserveHeldCents: 152, netPayoutCents: 1368 });
  await app.db.update(payoutRules).set({ reservePercent: 0 });
  const voided = await post('void', { ids: [id], reason: 'Wrong reserve' });
  expect(voided.json.changed).toEqual([id]);
  expect(await sharesOf(nova)).toBe(1520);
  await runPayouts(app, { month: '2025-10' }, new Date());
  expect(await sharesOf(nova)).toBe(0);
  const own = await app.call('GET', '/api/my-payouts', { user: nova });
  expect(own.json).toMatchObject({ total: 1, rows: [{ netPayoutCents: 1520 }] });
  const statement = await app.call('GET', `/api/payouts/${id}/statement`, { user: nova });
  expect(statement.status).toBe(404);
  await pay(own.json.rows[0].id);
  const paid = await post('void', { ids: [own.json.rows[0].id], reason: 'Too late' });
  expect(reasonOf(paid)).toMatch(/^It was marked as paid by /);
});

test('of simultaneous changes of a payout one wins, and the others say why they lost', async () => {
  const { id } = await makePayout(app, nova, { month: '2025-10' });
  const answers = await Promise.all([
    pay(id),
    post('void', { ids: [id], reason: 'Recompute' }),
    pay(id, { user: await app.as('admin') }),
  ]);
  expect(answers.filter(({ json }) => json.changed.length === 1)).toHaveLength(1);
  for (const reason of answers.map(reasonOf).filter((each) => each !== null)) {
    expect(reason).toMatch(/^It was (marked as paid|voided) by /);
  }
});

test('the review shows the balance, open disputes and what was reversed since', async () => {
  const { id, madeTransactionId } = await makePayout(app, nova, { month: '2025-10' });
  expect(madeTransactionId).not.toBeNull();
  const charge = await addCharge(app, nova, { at: new Date(), cents: 1000 });
  await addRefund(app, charge, { at: new Date(), cents: 500 });
  const { json } = await post('review', { ids: [id] });
  expect(json.payouts).toEqual([
    {
      id,
      balanceCents: 380,
      openDisputes: 0,
      disputedCents: 0,
      reversedSinceCents: -380,
      needsTaxDetails: false,
    },
  ]);
});

test('after all these payments the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
