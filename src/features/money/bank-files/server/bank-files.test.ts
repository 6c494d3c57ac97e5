import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXAMPLE_IBAN, EXAMPLE_US } from '#src/features/money/payees/example-accounts.ts';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import {
  confirmAccount,
  proposeAccount,
} from '#src/features/money/payees/server/payees.testing.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { makePayout } from '#src/features/money/payouts/server/payouts.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { endToEndIdOf } from '../bank-files.rules.ts';
import { bankFiles, bankPayments } from './bank-files.table.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({
    BANK_HOLDER: 'Example Talent LLC',
    BANK_IBAN: 'GB29NWBK60161331926819',
    BANK_BIC: 'NWBKGB2L',
  });
  staff = await app.as('staff');
});
afterAll(() => app.close());

/** An influencer with a pending payout. */
async function payee(details?: BankDetails) {
  const influencer = await app.as('influencer');
  const { id } = await makePayout(app, influencer, { cents: 1000 });
  if (details) await confirmAccount(app, influencer, { details, by: staff });
  return { influencer, payoutId: id };
}

const post = async (path: string, body: object, user = staff) => {
  const { json } = await app.call('POST', `/api/bank-files${path}`, { user, body });
  return json;
};
const make = (ids: string[], format = 'pain.001', id: string = randomUUID()) =>
  post('', { id, format, ids });
async function download(id: string): Promise<string> {
  const headers = { cookie: staff.cookie };
  return (await app.app.request(`/api/bank-files/${id}/file`, { headers })).text();
}
const statusOf = async (id: string) =>
  (await app.db.select().from(payouts).where(eq(payouts.id, id)))[0]!.status;
async function paymentOf(payoutId: string) {
  const rows = await app.db.select().from(bankPayments).where(eq(bankPayments.payoutId, payoutId));
  return rows.at(-1)!;
}

describe('a file for the bank', () => {
  test('pays the selected payouts once, and its downloads have the same bytes', async () => {
    const { payoutId } = await payee(EXAMPLE_IBAN);
    const id = randomUUID();
    const expected = { payments: 1, leftOut: [] };
    expect(await make([payoutId], 'pain.001', id)).toMatchObject(expected);
    expect(await make([payoutId], 'pain.001', id)).toMatchObject(expected);
    const content = await download(id);
    expect(content).toContain(EXAMPLE_IBAN.iban);
    expect(content.split('<CdtTrfTxInf>')).toHaveLength(2);
    expect(await download(id)).toBe(content);
    expect(
      await app.db.select().from(bankPayments).where(eq(bankPayments.bankFileId, id)),
    ).toHaveLength(1);
  });

  test('leaves out whoever cannot be paid, with the reason', async () => {
    const ready = await payee(EXAMPLE_IBAN);
    const none = await payee();
    const us = await payee(EXAMPLE_US);
    const held = await payee();
    await confirmAccount(app, held.influencer, { by: staff, daysAgo: 2 });
    const changing = await payee(EXAMPLE_IBAN);
    await proposeAccount(app, changing.influencer, EXAMPLE_US);
    const suspended = await payee(EXAMPLE_IBAN);
    await app.call('POST', `/api/users/${suspended.influencer.id}/suspend`, {
      user: staff,
      body: { reason: 'other' },
    });
    const paid = await payee(EXAMPLE_IBAN);
    await app.call('POST', '/api/payouts/pay', { user: staff, body: { ids: [paid.payoutId] } });
    const toApprove = await payee(EXAMPLE_IBAN);
    const approved = await payee(EXAMPLE_IBAN);
    await app.db
      .update(payouts)
      .set({ needsApproval: true, createdBy: (await app.as('admin')).id })
      .where(inArray(payouts.id, [toApprove.payoutId, approved.payoutId]));
    const approve = { user: staff, body: { ids: [approved.payoutId] } };
    await app.call('POST', '/api/payouts/approve', approve);
    const each = [ready, none, us, held, changing, suspended, paid, toApprove, approved];
    const all = each.map(({ payoutId }) => payoutId);

    const draft = await post('/draft', { format: 'pain.001', ids: all });
    const reasons = new Map(
      draft.leftOut.map((each: { payoutId: string; reason: string }) => [
        each.payoutId,
        each.reason,
      ]),
    );
    expect(draft.payments).toBe(1);
    expect(await statusOf(ready.payoutId)).toBe('pending');
    expect(all.map((id) => reasons.get(id))).toEqual([
      undefined,
      'There are no bank details',
      'It goes to a US account',
      expect.stringMatching(/^The bank details are new: held until /),
      'A change of the bank details waits for confirmation',
      'The influencer is suspended',
      expect.stringMatching(/^It was marked as paid by /),
      'It has to be approved first',
      'You approved this payout, so somebody else has to send or pay it',
    ]);
    expect(await make(all)).toEqual(draft);
    expect(await statusOf(ready.payoutId)).toBe('sent');
    expect(await statusOf(us.payoutId)).toBe('pending');
    expect(await make([ready.payoutId])).toMatchObject({ code: 'not-allowed-in-state' });
  });

  test('pays a payout once when two files are made at the same time', async () => {
    const { payoutId } = await payee(EXAMPLE_IBAN);
    const results = await Promise.all([make([payoutId]), make([payoutId], 'csv')]);
    expect(results.filter(({ payments }) => payments === 1)).toHaveLength(1);
    const [{ bankFileId } = { bankFileId: '' }] = await app.db
      .select()
      .from(bankPayments)
      .where(eq(bankPayments.payoutId, payoutId));
    const twice = app.db.insert(bankPayments).values({ bankFileId, payoutId, amountCents: 1 });
    await expect(twice).rejects.toMatchObject({ cause: { constraint: 'bank_payments_open_key' } });
  });

  test('needs the account of the agency, and somebody who is not limited', async () => {
    const { payoutId, influencer } = await payee(EXAMPLE_US);
    expect((await make([payoutId], 'nacha')).detail).toContain('ACH_ROUTING_NUMBER');
    const limited = await createLimitedStaff(app, influencer);
    expect((await post('/draft', { format: 'csv', ids: [payoutId] }, limited)).code).toBe(
      'forbidden',
    );
  });

  test('is sealed in the database', async () => {
    const { payoutId } = await payee(EXAMPLE_IBAN);
    await make([payoutId], 'csv');
    const { rows } = await app.db.execute(sql`select f::text as row from bank_files f`);
    expect(JSON.stringify(rows)).not.toContain(EXAMPLE_IBAN.iban);
  });
});

describe('a return of the bank', () => {
  let payoutId: string;
  let reference: string;
  beforeEach(async () => {
    ({ payoutId } = await payee(EXAMPLE_IBAN));
    await make([payoutId]);
    reference = endToEndIdOf((await paymentOf(payoutId)).number!);
  });
  const cents = async () => (await paymentOf(payoutId)).amountCents;
  const csv = (...rows: string[]) =>
    ['End-to-end ID,Amount,Date,Status,Reference,Reason', ...rows].join('\n');
  const row = async (status: string, more = ',') =>
    `${reference},${((await cents()) / 100).toFixed(2)},2026-10-05,${status},${more}`;
  const importFile = async (content: string, isDryRun = false) =>
    post('/returns', { content, isDryRun });
  const resultsOf = (imported: { lines: { result: string }[] }) =>
    imported.lines.map(({ result }) => result);

  test('marks payouts as paid, and nothing when it is only checked or imported again', async () => {
    const content = csv(await row('paid', 'BANK-77,'));
    expect(resultsOf(await importFile(content, true))).toEqual(['paid']);
    expect(await statusOf(payoutId)).toBe('sent');
    expect(resultsOf(await importFile(content))).toEqual(['paid']);
    expect(await statusOf(payoutId)).toBe('paid');
    expect(await paymentOf(payoutId)).toMatchObject({
      outcome: 'paid',
      valueDate: '2026-10-05',
      bankReference: 'BANK-77',
    });
    const [before] = await app.db.select().from(payouts).where(eq(payouts.id, payoutId));
    expect(resultsOf(await importFile(content))).toEqual(['known']);
    const [after] = await app.db.select().from(payouts).where(eq(payouts.id, payoutId));
    expect(after).toEqual(before);
  });

  test('with a returned payment keeps the reason, and the payout can be paid again', async () => {
    const content = csv(await row('returned', ',AC04: Account closed'));
    const { lines } = await importFile(content);
    expect(lines[0]).toMatchObject({ result: 'returned', detail: 'AC04: Account closed' });
    expect(await paymentOf(payoutId)).toMatchObject({ outcome: 'returned' });
    expect(await statusOf(payoutId)).toBe('returned');
    expect(await make([payoutId])).toMatchObject({ payments: 1 });
    // The earlier payment stays returned, whatever follows.
    expect(resultsOf(await importFile(content))).toEqual(['known']);
    expect(resultsOf(await importFile(csv(await row('paid'))))).toEqual(['known']);
  });

  test('returns a payout that was paid already', async () => {
    await importFile(csv(await row('paid')));
    expect(resultsOf(await importFile(csv(await row('returned'))))).toEqual(['returned']);
    expect(await statusOf(payoutId)).toBe('returned');
  });

  test('comes after people marked the payout as returned, and paid it again', async () => {
    const returned = { ids: [payoutId], reason: 'The bank called' };
    await app.call('POST', '/api/payouts/return', { user: staff, body: returned });
    const [paid, back] = [csv(await row('paid')), csv(await row('returned', ',AC04'))];
    expect(await make([payoutId])).toMatchObject({ payments: 1 });
    expect(resultsOf(await importFile(paid))).toEqual(['problem']);
    expect(resultsOf(await importFile(back))).toEqual(['returned']);
    expect(resultsOf(await importFile(back))).toEqual(['known']);
    expect(await statusOf(payoutId)).toBe('sent');
  });

  test('comes after people marked the payout as returned, and sent it by hand', async () => {
    const [paid, back] = [csv(await row('paid')), csv(await row('returned', ',AC04'))];
    const body = { ids: [payoutId], reason: 'The bank called' };
    await app.call('POST', '/api/payouts/return', { user: staff, body });
    await app.call('POST', '/api/payouts/send', { user: staff, body: { ids: [payoutId] } });
    expect(await statusOf(payoutId)).toBe('sent');
    expect(await paymentOf(payoutId)).toMatchObject({ outcome: 'returned', valueDate: null });
    expect(resultsOf(await importFile(paid))).toEqual(['problem']);
    expect(resultsOf(await importFile(back))).toEqual(['returned']);
    expect(await statusOf(payoutId)).toBe('sent');
  });

  test('lists lines that differ or that nobody knows, and imports the others', async () => {
    const other = await payee(EXAMPLE_IBAN);
    await make([other.payoutId], 'csv');
    const wrong = endToEndIdOf((await paymentOf(other.payoutId)).number!);
    const content = csv(
      `${wrong},999999.00,2026-10-05,paid,,`,
      'SOMEBODY-ELSE,1.00,2026-10-05,paid,,',
      'VR9999999999999,1.00,2026-10-05,paid,,',
      await row('paid'),
    );
    const imported = await importFile(content);
    expect(resultsOf(imported)).toEqual(['problem', 'unknown', 'unknown', 'paid']);
    expect([await statusOf(other.payoutId), await statusOf(payoutId)]).toEqual(['sent', 'paid']);
  });

  test('in camt.053 is matched by the end-to-end id of the file', async () => {
    const amount = ((await cents()) / 100).toFixed(2);
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
      <Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <ValDt><Dt>2026-10-05</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
      </TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
    expect(resultsOf(await importFile(xml.replace('Ccy="USD"', 'Ccy="EUR"')))).toEqual(['problem']);
    expect(resultsOf(await importFile(xml))).toEqual(['paid']);
    const { lines, ...file } = (
      await app.call('GET', `/api/bank-files/${(await paymentOf(payoutId)).bankFileId}`, {
        user: staff,
      })
    ).json;
    expect(file).toMatchObject({ payments: 1, paid: 1, returned: 0 });
    expect(lines[0]).toMatchObject({ endToEndId: reference, outcome: 'paid' });
  });
});

test('every file has its own number', async () => {
  const files = await app.db.select().from(bankFiles);
  expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(files.length);
});
