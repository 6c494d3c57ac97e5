import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  EXAMPLE_W8BEN,
  EXAMPLE_W8BENE,
  EXAMPLE_W9,
} from '#src/features/money/payees/example-tax-details.ts';
import { confirmTax, proposeTax } from '#src/features/money/payees/server/payees.testing.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import {
  markPayoutPaid,
  markPayoutReturned,
  voidPayout,
} from '#src/features/money/payouts/server/payout-states.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { eraseUser } from '#src/features/privacy/erasure/server/erase-user.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { PayeeReportSummary } from '../payee-reports.schema.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    AGENCY_NAME: 'Example Talent LLC',
    AGENCY_ADDRESS: '100 Example Street, Reno, NV 89501',
    AGENCY_COUNTRY: 'US',
    AGENCY_TAX_ID: '12-3456789',
    DAC7_COUNTRY: 'IE',
    DAC7_OPERATOR_ID: 'IE9999999WI',
  });
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
});
afterAll(() => app.close());

const payer = () => ({ userId: staff.id, isLimited: false });
type Paid = { month: string; cents?: number; on: string; valueDate?: string };

/** A payout of a month that was paid on a day. @returns its net amount in cents */
async function pay(influencer: TestUser, { month, cents, on, valueDate }: Paid) {
  const payout = await makePayout(app, influencer, { month, ...(cents && { cents }) });
  const payment = { id: payout.id, notes: null, ...(valueDate && { valueDate }) };
  await markPayoutPaid(app.services, payer(), payment, new Date(`${on}T12:00:00Z`));
  return payout;
}
async function payee(details: TaxDetails | null): Promise<TestUser> {
  const influencer = await app.as('influencer');
  if (details) await confirmTax(app, influencer, { by: staff, details });
  return influencer;
}
const get = (path: string, user = admin) => app.call('GET', `/api/payee-reports${path}`, { user });
const summary = async (year: number): Promise<PayeeReportSummary> =>
  (await get(`/summary?year=${year}`)).json;
const rows = async (year: number, filter = '') =>
  (await get(`?year=${year}${filter}`)).json.rows as Record<string, unknown>[];
const file = async (name: string, year: number): Promise<string> => {
  const { status, json } = await get(`/${name}?year=${year}`);
  expect(status).toBe(200);
  return json;
};

describe('a payee of a year', () => {
  test('is reported by the day of payment, not by the period or the mark', async () => {
    const nova = await payee(EXAMPLE_W9);
    await pay(nova, { month: '2022-11', on: '2022-12-31' });
    await pay(nova, { month: '2022-12', on: '2023-01-03', valueDate: '2022-12-30' });
    const { netPayoutCents } = await pay(nova, { month: '2023-01', on: '2023-01-01' });
    const of = async (year: number) =>
      (await rows(year)).find(({ influencerId }) => influencerId === nova.id);
    expect(await of(2022)).toMatchObject({ payouts: 2, paidCents: 2 * netPayoutCents });
    expect(await of(2023)).toMatchObject({ payouts: 1, paidCents: netPayoutCents });
  });

  test('has nothing of payouts that wait, were voided or came back', async () => {
    const nova = await payee(EXAMPLE_W9);
    const { id: returned } = await pay(nova, { month: '2021-01', on: '2021-02-03' });
    await markPayoutReturned(app.services, payer(), returned, { reason: 'Account closed' });
    const { id: voided } = await makePayout(app, nova, { month: '2021-02' });
    await voidPayout(app.services, payer(), voided, { reason: 'Wrong month' });
    await makePayout(app, nova, { month: '2021-03' });
    expect(await rows(2021)).toEqual([]);
    expect((await summary(2021)).all).toEqual({ payees: 0, cents: 0 });
  });

  test('who was deleted is reported with the details that were retained', async () => {
    const nova = await payee(EXAMPLE_W8BEN);
    await pay(nova, { month: '2020-01', on: '2020-02-03' });
    await app.db.transaction((tx) => eraseUser(tx, app.services, nova.id));
    expect(await rows(2020)).toMatchObject([
      { influencerId: null, state: 'reported', legalName: 'Zoë Ångström' },
    ]);
    expect(await file('dac7.xml', 2020)).toContain('<dpi:LastName>Ångström</dpi:LastName>');
  });
});

describe('the reports of a year', () => {
  const YEAR = 2024;
  const CORPORATION = {
    classification: 's_corporation',
    tinKind: 'ein',
    tin: '911144442',
  } as const;
  const paid: Record<string, number> = {};
  beforeAll(async () => {
    const people: [name: string, details: TaxDetails | null, cents: number][] = [
      ['us', EXAMPLE_W9, 100_000],
      ['small', EXAMPLE_W9, 2_000],
      ['corporation', { ...EXAMPLE_W9, ...CORPORATION }, 100_000],
      ['person', EXAMPLE_W8BEN, 3_000],
      ['company', EXAMPLE_W8BENE, 4_000],
      ['briton', { ...EXAMPLE_W8BEN, country: 'GB', tin: null }, 5_000],
      ['nobody', null, 6_000],
    ];
    for (const [index, [name, details, cents]] of people.entries()) {
      const influencer = await payee(details);
      // A thousand accounts between two payees, so that they are read in different batches.
      await app.db
        .insert(ledgerAccounts)
        .values(Array.from({ length: 400 }, () => ({ kind: 'influencer_share' as const })));
      const month = `${YEAR}-0${index + 1}`;
      const payout = await pay(influencer, { month, cents, on: `${YEAR}-0${index + 2}-04` });
      paid[name] = payout.netPayoutCents;
      if (name === 'nobody') await proposeTax(app, influencer, EXAMPLE_W9);
    }
  });
  const sumOf = (...names: string[]) => ({
    payees: names.length,
    cents: names.reduce((sum, name) => sum + paid[name]!, 0),
  });

  test('contain everybody who was paid, once', async () => {
    expect(await summary(YEAR)).toMatchObject({
      all: sumOf(...Object.keys(paid)),
      groups: {
        us: sumOf('us', 'small', 'corporation'),
        eu: sumOf('person', 'company'),
        elsewhere: sumOf('briton'),
        missing: sumOf('nobody'),
      },
      form1099: {
        thresholdCents: 60_000,
        reported: sumOf('us'),
        belowThreshold: sumOf('small'),
        corporations: sumOf('corporation'),
      },
      dac7: { country: 'IE', reported: sumOf('person', 'company') },
    });
  });

  test('list by group, with what is missing', async () => {
    expect(await rows(YEAR, '&group=missing')).toMatchObject([
      { state: 'missing', isProposed: true, form: null, paidCents: paid.nobody },
    ]);
    const states = (await rows(YEAR, '&group=us&sort=paid')).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['below-threshold', 'corporation', 'reported']));
  });

  test('are in sum what the ledger says was paid', async () => {
    const { years } = await summary(YEAR);
    let cents = 0;
    for (const year of years) cents += (await summary(year)).all.cents;
    const { rows: ledger } = await app.db.execute<{ cents: number }>(sql`
      select -sum(e.amount_cents)::float8 as cents from ledger_entries e
      join ledger_accounts a on a.id = e.account_id and a.kind = 'cash'
      join ledger_transactions t on t.id = e.transaction_id
      where t.kind in ('payout_paid', 'payout_unpaid', 'payout_returned')`);
    expect(cents).toBe(ledger[0]!.cents);
  });

  test('Form 1099-NEC has one row for each US payee who is no corporation, from the threshold on', async () => {
    const [head, ...lines] = (await file('1099-nec.csv', YEAR)).trim().split('\r\n');
    expect(head).toMatch(/^\uFEFF?Tax Year,Form,Account Number,TIN Type,Recipient TIN/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      `,536904399,Marlowe Vesperine,,Individual or single-member LLC,12 Example Avenue,Springfield,IL,62701,US,${(paid.us! / 100).toFixed(2)},0.00,`,
    );
  });

  test('all payees are exported without their tax numbers', async () => {
    const csv = await file('payees.csv', YEAR);
    expect(csv.trim().split('\r\n')).toHaveLength(8);
    for (const { tin } of [EXAMPLE_W9, EXAMPLE_W8BEN, EXAMPLE_W8BENE]) {
      expect(csv).not.toContain(tin);
    }
  });

  test('each download is in the audit trail', async () => {
    await file('1099-nec.csv', YEAR);
    const path = '/api/payee-reports/1099-nec.csv';
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entityId, path), eq(auditEntries.action, 'exported')));
    expect(entries.at(-1)).toMatchObject({ actorId: admin.id, after: { year: String(YEAR) } });
  });
});
