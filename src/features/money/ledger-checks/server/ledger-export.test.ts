import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDispute, addDisputeWon } from '#src/features/money/earnings/server/earnings.testing.ts';
import { invoices } from '#src/features/money/invoices/server/invoices.table.ts';
import { issueInvoices } from '#src/features/money/invoices/server/issue-invoices.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { runPayouts } from '#src/features/money/payouts/server/payout-run.ts';
import {
  markPayoutPaid,
  markPayoutReturned,
  voidPayout,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { addCharge, addRefund } from '#src/features/money/payouts/server/payouts.testing.ts';
import { releaseReserves } from '#src/features/money/payouts/server/release-reserves.ts';
import { monthBefore } from '#src/lib/locale/months.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';

/** More than one page of the export, all at the same time. */
const MANY = 1_100;
const AUGUST = '2026-08';
const SEPTEMBER = '2026-09';
const at = (iso: string): Date => new Date(iso);

let app: TestApp;
let admin: TestUser;
let nova: TestUser;
let gone: TestUser;
let chargeId: string;
let refundId: string;
let wonId: string;
beforeAll(async () => {
  app = await createTestApp();
  [admin, nova, gone] = [
    await app.as('admin'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
  chargeId = await addCharge(app, nova, { at: at('2026-08-31T23:59:59.999Z'), cents: 20_001 });
  const next = await addCharge(app, nova, { at: at('2026-09-01T00:00:00Z'), commission: 33.33 });
  refundId = await addRefund(app, next, { at: at('2026-09-20T10:00:00Z'), cents: 777 });
  const disputed = await addCharge(app, gone, { at: at('2026-09-02T00:00:00Z'), cents: 3_001 });
  const dispute = await addDispute(app, disputed, at('2026-09-05T00:00:00Z'), 3_001);
  wonId = (await addDisputeWon(app, dispute, at('2026-09-09T00:00:00Z')))!;
  await settle();
  await issueInvoices(app, new Date());
  await app.call('DELETE', `/api/influencers/${gone.id}`, { user: admin });
});
afterAll(() => app.close());

/** Makes payouts that are paid, returned with a fee, voided and made again, with a reserve. */
async function settle() {
  await app.db.execute(sql`update payout_rules set reserve_percent = 10, reserve_days = 30`);
  await runPayouts(app, { month: AUGUST }, at('2026-09-10T00:00:00Z'));
  const actor = { userId: admin.id, isLimited: false };
  const [made] = await app.db.select().from(payouts).where(eq(payouts.influencerId, nova.id));
  const { id } = made!;
  await markPayoutPaid(app.services, actor, { id, notes: null }, at('2026-09-11T00:00:00Z'));
  const returned = { reason: 'Closed', at: at('2026-09-12T00:00:00Z'), feeCents: 350 };
  await markPayoutReturned(app.services, actor, id, returned);
  await voidPayout(app.services, actor, id, { reason: 'Wrong', at: at('2026-09-13T00:00:00Z') });
  await runPayouts(app, { month: AUGUST }, at('2026-09-14T00:00:00Z'));
  await releaseReserves(app, at('2026-10-20T00:00:00Z'));
}

async function readCsv(path: string, month: string): Promise<Record<string, string>[]> {
  const { status, json } = await app.call('GET', `/api/${path}.csv?month=${month}`, {
    user: admin,
  });
  expect(status).toBe(200);
  const [header, ...lines] = (json as string).replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = header!.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, values[index]!]));
  });
}

const entriesOf = (month: string) => readCsv('ledger-entries', month);
const totalsOf = (month: string) => readCsv('ledger-totals', month);

/** All months from the first transaction to the current one, oldest first. */
async function listMonths(): Promise<string[]> {
  const { json } = await app.call('GET', '/api/ledger-checks', { user: admin });
  const months = [monthBefore(new Date(), 0)];
  while (months.at(-1)! > json.firstMonth) months.push(monthBefore(new Date(), months.length));
  return months.toReversed();
}

const entry = ({ Transaction, Account, Kind, 'Amount in Cents': cents }: Record<string, string>) =>
  `${Transaction} ${Kind} ${Account} ${cents}`;

/** Adds fees of one cent at the same instant. */
const addMany = () =>
  app.db.execute(sql`
    with fees as (
      insert into ${ledgerTransactions} (kind, occurred_at, share_account_id)
      select 'provider_fee', '2026-08-15T12:00:00Z', (select ${ledgerAccounts.id}
        from ${ledgerAccounts} where ${ledgerAccounts.influencerId} = ${nova.id})
      from generate_series(1, ${MANY}::int) returning id, occurred_at)
    insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, occurred_at)
    select fees.id, ${ledgerAccounts.id},
      case ${ledgerAccounts.kind} when 'cash' then -1 else 1 end, fees.occurred_at
    from fees cross join ${ledgerAccounts} where ${ledgerAccounts.kind} in ('cash', 'provider_fees')`);

test('the files of all months together are the ledger, entry by entry', async () => {
  await addMany();
  const months = await listMonths();
  expect(months[0]).toBe(AUGUST);
  const exported = (await Promise.all(months.map(entriesOf))).flat();
  const { rows } = await app.db.execute<{ entry: string }>(sql`
    select ${ledgerTransactions.id} || ' ' || ${ledgerTransactions.kind} || ' ' ||
      ${ledgerAccounts.kind} || ' ' || ${ledgerEntries.amountCents} as entry
    from ${ledgerEntries}
    join ${ledgerTransactions} on ${ledgerTransactions.id} = ${ledgerEntries.transactionId}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}`);
  expect(rows.length).toBeGreaterThan(2 * MANY);
  expect(exported.map(entry).toSorted()).toEqual(rows.map((row) => row.entry).toSorted());
  for (const row of exported) {
    expect(Number(row['Amount']) * 100).toBeCloseTo(Number(row['Amount in Cents']), 5);
    expect(row['Currency']).toBe('USD');
  }
});

test('a month has its entries in the order of time, from its first to its last millisecond', async () => {
  const [august, september] = [await entriesOf(AUGUST), await entriesOf(SEPTEMBER)];
  expect(august.at(-1)).toMatchObject({
    Transaction: chargeId,
    'Time (UTC)': '2026-08-31T23:59:59.999Z',
  });
  expect(september[0]!['Time (UTC)']).toBe('2026-09-01T00:00:00.000Z');
  const times = september.map((row) => row['Time (UTC)']!);
  expect(times).toEqual(times.toSorted());
});

test('the totals of a month are the sums of its entries, and all accounts together are 0', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  const balances = new Map<string, number>();
  for (const month of await listMonths()) {
    const [totals, entries] = [await totalsOf(month), await entriesOf(month)];
    const changes = new Map<string, number>();
    for (const { Account, Kind, 'Amount in Cents': cents } of entries) {
      const key = `${Account} ${Kind}`;
      changes.set(key, (changes.get(key) ?? 0) + Number(cents));
    }
    for (const row of totals.filter(({ Kind }) => Kind !== 'all')) {
      const key = `${row['Account']} ${row['Kind']}`;
      const [opening, change] = [balances.get(key) ?? 0, changes.get(key) ?? 0];
      expect(row).toMatchObject({
        'Opening Balance': String(opening / 100),
        Change: String(change / 100),
        'Closing Balance': String((opening + change) / 100),
      });
      balances.set(key, opening + change);
      changes.delete(key);
    }
    expect([...changes]).toEqual([]);
    expect(totals.at(-1)).toMatchObject({
      Account: 'all',
      'Opening Balance': '0',
      Change: '0',
      'Closing Balance': '0',
      Entries: String(entries.length),
    });
  }
});

test('the sum of an account is that of its kinds', async () => {
  const rows = await totalsOf(SEPTEMBER);
  const cash = rows.filter(({ Account }) => Account === 'cash');
  expect(cash.at(-1)!['Kind']).toBe('all');
  const sum = cash.slice(0, -1).reduce((total, row) => total + Number(row['Change']), 0);
  expect(Number(cash.at(-1)!['Change'])).toBeCloseTo(sum, 5);
});

test('payments are named by their receipt, refunds and won disputes by the payment', async () => {
  const rows = [...(await entriesOf(AUGUST)), ...(await entriesOf(SEPTEMBER))];
  const find = (id: string) => rows.find((row) => row['Transaction'] === id)!;
  const numberOf = async (id: string) =>
    (await app.db.select().from(invoices).where(eq(invoices.transactionId, id)))[0]!.number;
  expect(find(chargeId)).toMatchObject({
    Payment: chargeId,
    Receipt: formatReceiptNumber(chargeId),
    Invoice: await numberOf(chargeId),
    Provider: 'sandbox',
  });
  const refund = find(refundId);
  expect(refund).toMatchObject({ Payment: refund['Reverses'], Invoice: await numberOf(refundId) });
  const won = find(wonId);
  expect(find(won['Payment']!)).toMatchObject({ Kind: 'charge' });
  expect(find(won['Reverses']!)).toMatchObject({ Kind: 'dispute', Payment: won['Payment'] });
});

test('each transaction of a payout, and each payment that it settles, names the payout', async () => {
  const made = await app.db.select().from(payouts).where(eq(payouts.influencerId, nova.id));
  const voided = made.find(({ status }) => status === 'voided')!;
  const valid = made.find(({ status }) => status !== 'voided')!;
  const rows = (await Promise.all([AUGUST, SEPTEMBER, '2026-10'].map(entriesOf))).flat();
  const payoutsOf = (kind: string) =>
    new Set(rows.filter(({ Kind }) => Kind === kind).map(({ Payout }) => Payout));
  const both = new Set([voided.id, valid.id]);
  expect(payoutsOf('payout')).toEqual(both);
  expect(payoutsOf('reserve_held')).toEqual(both);
  expect(payoutsOf('payout_paid')).toEqual(new Set([voided.id]));
  expect(payoutsOf('payout_returned')).toEqual(new Set([voided.id]));
  expect(payoutsOf('payout_voided')).toEqual(new Set([voided.id]));
  expect(payoutsOf('reserve_released')).toEqual(new Set([valid.id]));
  const find = (id: string) => rows.find(({ Transaction }) => Transaction === id);
  expect(find(chargeId)).toMatchObject({ Payout: valid.id });
  expect(rows.find(({ Payout, Kind }) => Kind === 'provider_fee' && Payout)).toMatchObject({
    Payout: voided.id,
    Amount: '-3.5',
    Reason: 'Closed',
    Author: 'admin 1',
  });
});

test('a correction has its reason, its author and who approved it', async () => {
  const bruno = await app.as('staff');
  const id = randomUUID();
  const body = {
    id,
    kind: 'bonus',
    influencerId: nova.id,
    amountCents: 50_000,
    reason: '=Agreed',
    chargeId,
  };
  await app.call('POST', '/api/corrections', { user: admin, body });
  await app.call('POST', `/api/corrections/${id}/approve`, { user: bruno, body: {} });
  const rows = await entriesOf(monthBefore(new Date(), 0));
  expect(rows.find(({ Kind }) => Kind === 'adjustment')).toMatchObject({
    Reason: "'=Agreed",
    Author: 'admin 1',
    'Approved By': expect.stringMatching(/^staff /),
    Payment: chargeId,
  });
});

test('the entries of a deleted influencer keep the name', async () => {
  const [account] = await app.db
    .select({ name: ledgerAccounts.payeeName })
    .from(ledgerAccounts)
    .where(sql`${ledgerAccounts.payeeName} is not null`);
  const rows = await entriesOf(SEPTEMBER);
  expect(rows.find(({ Transaction }) => Transaction === wonId)!['Influencer']).toBe(account!.name);
});

test('a month must be one', async () => {
  const { status } = await app.call('GET', '/api/ledger-entries.csv?month=2026-13', {
    user: admin,
  });
  expect(status).toBe(400);
});
