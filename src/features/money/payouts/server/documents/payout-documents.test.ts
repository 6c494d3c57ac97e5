import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentSeries } from '#src/features/money/invoices/server/invoices.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  EXAMPLE_W8BEN,
  EXAMPLE_W8BENE,
  EXAMPLE_W9,
} from '#src/features/money/payees/example-tax-details.ts';
import { confirmAccount, confirmTax } from '#src/features/money/payees/server/payees.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { payoutDocuments } from '../payout-documents.table.ts';
import {
  markPayoutPaid,
  markPayoutReturned,
  markPayoutsSent,
  voidPayout,
} from '../payout-states.ts';
import { payouts } from '../payouts.table.ts';
import { makePayout, makeStatement } from '../payouts.testing.ts';
import { issuePayoutDocuments } from './issue-payout-documents.ts';
import { PAYOUT_DOCUMENT_RULES } from './payout-document-rules.ts';

let app: TestApp;
let admin: TestUser;
let nova: TestUser;
let prefix: string;
beforeAll(async () => {
  app = await createTestApp({ AGENCY_NAME: 'Velvet Rope GmbH', AGENCY_TAX_ID: 'DE123456789' });
  admin = await app.as('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  nova = await app.as('influencer');
});

const NOW = new Date('2026-12-01T09:00:00Z');
const issue = (now = NOW) => issuePayoutDocuments(app, now);
const documentsOf = (payoutId: string) =>
  app.db
    .select()
    .from(payoutDocuments)
    .where(eq(payoutDocuments.payoutId, payoutId))
    .orderBy(payoutDocuments.year, payoutDocuments.sequence);
const payoutOf = async (month: string) => {
  const payout = await makePayout(app, nova, { month });
  prefix = `SB-${payout.shareAccountId}-2026`;
  return payout;
};
const actor = () => ({ userId: admin.id, isLimited: false });
const pay = (id: string, at: Date) =>
  markPayoutPaid(app.services, actor(), { id, notes: null }, at);
const returnIt = (id: string) =>
  markPayoutReturned(app.services, actor(), id, { reason: 'Unknown account' });
const pdf = async (path: string, user: TestUser) => {
  const response = await app.app.request(path, { headers: { cookie: user.cookie } });
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    name: response.headers.get('content-disposition'),
  };
};

test('payouts that left get the numbers of their payee in order, however often the job runs', async () => {
  const first = await payoutOf('2026-08');
  const second = await payoutOf('2026-09');
  const open = await payoutOf('2026-10');
  await pay(first.id, new Date('2026-09-04T09:00:00Z'));
  await markPayoutsSent(app.services, actor(), [second.id], { batchReference: null });
  await app.db
    .update(payouts)
    .set({ sentAt: new Date('2026-10-04T09:00:00Z') })
    .where(eq(payouts.id, second.id));
  await Promise.all([issue(), issue(), issue()]);
  expect(await issue()).toBe(0);
  expect(await documentsOf(first.id)).toMatchObject([
    {
      kind: 'statement',
      number: `${prefix}-000001`,
      netCents: first.netPayoutCents,
      content: {
        agency: { name: 'Velvet Rope GmbH', taxId: 'DE123456789' },
        payee: { name: first.payeeName, email: first.payeeEmail, account: null },
        corrects: null,
      },
    },
  ]);
  expect(await documentsOf(second.id)).toMatchObject([{ number: `${prefix}-000002` }]);
  expect(await documentsOf(open.id)).toEqual([]);
  // From sent to paid is no new document.
  await pay(second.id, new Date('2026-10-05T09:00:00Z'));
  await issue();
  expect(await documentsOf(second.id)).toHaveLength(1);
  expect(await checkLedger(app.db, PAYOUT_DOCUMENT_RULES)).toEqual([]);
});

test('a payment that can still be undone gets no number', async () => {
  const { id } = await payoutOf('2026-10');
  await pay(id, NOW);
  await issue(new Date(NOW.getTime() + 29_000));
  expect(await documentsOf(id)).toEqual([]);
  await issue(new Date(NOW.getTime() + 31_000));
  expect(await documentsOf(id)).toHaveLength(1);
});

test('a returned payout gets a credit note, and another number when it is paid again', async () => {
  const { id, netPayoutCents } = await payoutOf('2026-10');
  await pay(id, new Date('2026-11-04T09:00:00Z'));
  await issue();
  await returnIt(id);
  await issue();
  const { json: returned } = await app.call('GET', `/api/payouts/${id}/statement`, { user: nova });
  expect(returned.payout.statementNumber).toBeNull();
  await pay(id, new Date('2026-11-20T09:00:00Z'));
  await issue();
  const [statement, note, again] = await documentsOf(id);
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: `${prefix}-000002`,
    corrects: statement!.id,
    netCents: -netPayoutCents,
    content: { corrects: { number: `${prefix}-000001`, reason: 'Unknown account' } },
  });
  expect(again).toMatchObject({ kind: 'statement', number: `${prefix}-000003` });
  const { json } = await app.call('GET', `/api/payouts/${id}/statement`, { user: nova });
  expect(json.payout.statementNumber).toBe(`${prefix}-000003`);
  expect(json.documents.map(({ number }: { number: string }) => number)).toEqual([
    `${prefix}-000001`,
    `${prefix}-000002`,
    `${prefix}-000003`,
  ]);
  expect(await checkLedger(app.db, PAYOUT_DOCUMENT_RULES)).toEqual([]);
});

test('the documents of a payout that was returned and voided stay with the influencer', async () => {
  const { id } = await payoutOf('2026-10');
  await pay(id, new Date('2026-11-04T09:00:00Z'));
  await issue();
  await returnIt(id);
  await voidPayout(app.services, actor(), id, { reason: 'To be made again' });
  await issue();
  const [, note] = await documentsOf(id);
  expect(note).toMatchObject({ kind: 'credit_note' });
  const { json } = await app.call('GET', '/api/my-payouts', { user: nova });
  expect(json.rows).toMatchObject([{ id, status: 'voided', statementNumber: null }]);
  expect((await pdf(`/api/payout-documents/${note!.id}/document.pdf`, nova)).status).toBe(200);
});

test('a statement has the account that was confirmed when the payout left, without its number', async () => {
  await confirmAccount(app, nova, { by: admin });
  const statement = await makeStatement(app, nova);
  expect(statement.content.payee.account).toMatchObject({ kind: 'iban', lastFour: '3000' });
  expect(JSON.stringify(statement.content)).not.toMatch(/\d{10}/);
});

test('a statement has the tax details that were confirmed when the payout left, with the end of the number', async () => {
  await confirmTax(app, nova, { by: admin, details: EXAMPLE_W8BENE });
  const { id } = await payoutOf('2026-10');
  await pay(id, new Date());
  await confirmTax(app, nova, { by: admin, details: EXAMPLE_W8BEN });
  await issue(new Date(Date.now() + 60_000));
  const [statement] = await documentsOf(id);
  expect(statement!.content.payee.tax).toEqual({
    legalName: 'Velours Productions SARL',
    businessName: null,
    street: '3 rue des Exemples',
    place: '69001 Lyon',
    country: 'FR',
    vatNumber: 'FR44732829320',
    lastFour: '9320',
  });
});

test('a statement says the end of a tax number only, and nothing of details that came later', async () => {
  const before = await payoutOf('2026-09');
  await pay(before.id, new Date());
  await confirmTax(app, nova, { by: admin, details: EXAMPLE_W9 });
  const after = await payoutOf('2026-10');
  await pay(after.id, new Date());
  await issue(new Date(Date.now() + 60_000));
  const [first] = await documentsOf(before.id);
  expect(first!.content.payee.tax).toBeNull();
  const [second] = await documentsOf(after.id);
  expect(second!.content.payee.tax).toMatchObject({
    legalName: EXAMPLE_W9.legalName,
    place: 'Springfield, IL 62701',
    lastFour: '4399',
  });
  expect(JSON.stringify(second!.content)).not.toContain(EXAMPLE_W9.tin);
});

test('the PDF has the number, the same bytes each time, and only its influencer and the back office get it', async () => {
  const { id, payoutId, number } = await makeStatement(app, nova);
  const own = await pdf(`/api/payout-documents/${id}/document.pdf`, nova);
  expect(own.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(own.name).toContain(`${number}.pdf`);
  const statement = await pdf(`/api/payouts/${payoutId}/statement.pdf`, admin);
  expect(statement.bytes.equals(own.bytes)).toBe(true);
  const other = await app.as('influencer');
  expect((await pdf(`/api/payout-documents/${id}/document.pdf`, other)).status).toBe(404);
});

test.each([
  ['a changed document', sql`update payout_documents set content = '{}'`],
  ['a deleted document', sql`delete from payout_documents`],
  ['a returned number', sql`update document_series set last_sequence = last_sequence - 1`],
])('the database refuses %s', async (_, statement) => {
  await makeStatement(app, nova);
  await expect(app.db.execute(statement)).rejects.toMatchObject({
    cause: { constraint: 'documents_final' },
  });
});

test('another company needs another prefix', async () => {
  await makeStatement(app, nova);
  const { id } = await payoutOf('2026-09');
  await pay(id, new Date('2026-10-04T09:00:00Z'));
  const tax = { ...app.config.tax, taxId: 'FR98765432100' };
  const other = { ...app, config: { ...app.config, tax } };
  await expect(issuePayoutDocuments(other, NOW)).rejects.toThrow(/another prefix/);
  const config = { ...app.config, tax: { ...tax, statementPrefix: 'SBF' } };
  expect(await issuePayoutDocuments({ ...app, config }, NOW)).toBe(1);
  const [document] = await documentsOf(id);
  expect(document!.number).toMatch(/^SBF-\d+-2026-000001$/);
  const [series] = await app.db
    .select()
    .from(documentSeries)
    .where(eq(documentSeries.prefix, document!.prefix));
  expect(series).toMatchObject({ taxId: 'FR98765432100', lastSequence: 1 });
});
