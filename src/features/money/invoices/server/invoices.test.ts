import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  deliver,
  disputed,
  disputeWon,
  makeInfluencer,
  makeSubscription,
  openCheckout,
  paid,
  refunded,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { INVOICE_LEDGER_RULES } from './invoice-ledger-rules.ts';
import { documentSeries, invoices } from './invoices.table.ts';
import { issueInvoices, issueRecentInvoices } from './issue-invoices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    TAX_RULES: 'eu',
    AGENCY_NAME: 'Velvet Rope GmbH',
    AGENCY_ADDRESS: 'Example Street 1, 10115 Berlin',
    AGENCY_COUNTRY: 'DE',
    AGENCY_TAX_ID: 'DE123456789',
  });
});
afterAll(() => app.close());

const NOW = new Date('2026-12-01T09:00:00Z');
const BOUGHT = new Date('2026-11-20T18:30:00Z');

/** A fan of a country with a paid subscription. */
async function buy(country: string, cardLastFour?: string) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id, country };
  const { json } = await app.call('POST', '/api/checkouts', { user: fan, body });
  const event = paid(json.url.split('/').at(-1), BOUGHT);
  await deliver(app, { ...event, cardLastFour });
  return { fan, influencer, event };
}

const issue = (now = NOW) => issueInvoices(app, now);
const invoicesOf = (fan: TestUser) =>
  app.db
    .select()
    .from(invoices)
    .where(eq(invoices.subscriberId, fan.id))
    .orderBy(invoices.kind, invoices.sequence);
const pdfOf = async (user: TestUser, id: string) => {
  const response = await app.app.request(`/api/invoices/${id}/document.pdf`, {
    headers: { cookie: user.cookie },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), response };
};

test('each payment and each refund gets one document, however often the job runs', async () => {
  const { fan, event } = await buy('NL', '4242');
  await deliver(app, renewed(event));
  await deliver(app, refunded(event, 500));
  await Promise.all([issue(), issue(), issueRecentInvoices(app, NOW)]);
  expect(await issue()).toBe(0);
  const [note, first, renewal] = await invoicesOf(fan);
  expect(first).toMatchObject({
    kind: 'invoice',
    number: `INV-2026-${String(first!.sequence).padStart(6, '0')}`,
    grossCents: 1999,
    taxCents: 347,
    scheme: 'oss',
    country: 'NL',
    rateBasisPoints: 2100,
    content: {
      seller: { name: 'Velvet Rope GmbH', taxId: 'DE123456789', country: 'DE' },
      buyer: { email: fan.email, country: 'NL', countrySource: 'stated', isBusiness: false },
      payment: { cardLastFour: '4242', provider: 'sandbox' },
      corrects: null,
    },
  });
  expect(note).toMatchObject({
    kind: 'credit_note',
    grossCents: -500,
    taxCents: -87,
    content: { corrects: { number: first!.number }, line: { kind: 'refund' } },
  });
  // The renewal is dated after the run.
  expect(renewal).toBeUndefined();
  await issue(new Date('2026-12-21T00:00:00Z'));
  expect(await invoicesOf(fan)).toHaveLength(3);
  expect(await checkLedger(app.db, INVOICE_LEDGER_RULES)).toEqual([]);
});

test('a dispute is credited, and invoiced again when it is won', async () => {
  const { fan, event } = await buy('FR');
  await deliver(app, refunded(event, 999));
  await deliver(app, disputed(event, 1000));
  await deliver(app, disputeWon(event));
  await issue();
  const documents = await invoicesOf(fan);
  expect(documents.map(({ content, grossCents }) => [content.line.kind, grossCents])).toEqual(
    expect.arrayContaining([
      ['refund', -999],
      ['dispute', -1000],
      ['charge', 1999],
      ['dispute_won', 1000],
    ]),
  );
  const left = documents.reduce((sum, { taxCents }) => sum + taxCents, 0);
  expect(left).toBe(167);
});

test('a refund that fails is invoiced again', async () => {
  const { fan, event } = await buy('FR');
  const refund = refunded(event, 999);
  await deliver(app, refund);
  const { refundId, paymentId, occurredAt } = refund;
  const failure = { id: `${refundId}-failed`, refundId, paymentId, occurredAt };
  await deliver(app, { type: 'refund.failed', ...failure });
  await issue();
  const documents = await invoicesOf(fan);
  expect(documents.map(({ content }) => content.line.kind)).toContain('refund_failed');
  expect(documents.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(333);
});

test('numbers have no gaps when the issue fails and when many run at once', async () => {
  await buy('IT');
  await app.db.execute(sql`
    create function refuse_late() returns trigger language plpgsql as $$
    begin raise exception 'full'; end $$`);
  await app.db.execute(sql`
    create trigger refuse_late after insert on invoices for each row execute function refuse_late()`);
  await expect(issue()).rejects.toThrow();
  await app.db.execute(sql`drop trigger refuse_late on invoices`);
  await Promise.all([buy('IT'), buy('SE')]);
  await Promise.all([issue(), issue(), issue()]);
  const rows = await app.db.select().from(invoices).where(eq(invoices.prefix, 'INV'));
  const numbers = rows.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
  expect(numbers).toEqual(rows.map((_, index) => index + 1));
});

test.each([
  ['change of an invoice', sql`update invoices set tax_cents = 0`],
  ['deletion of an invoice', sql`delete from invoices`],
  ['truncation', sql`truncate invoices`],
  ['return of a number', sql`update document_series set last_sequence = last_sequence - 1`],
  ['deletion of a series', sql`delete from document_series`],
])('the database rejects every %s', async (_, statement) => {
  await buy('AT');
  await issue();
  await expect(app.db.execute(statement)).rejects.toMatchObject({
    cause: { constraint: 'documents_final' },
  });
});

test('the check finds a payment without a document, and a missing number', async () => {
  await buy('BE');
  await issue();
  await app.db.execute(sql`alter table invoices disable trigger invoices_final`);
  await app.db.execute(sql`delete from invoices where sequence = 1 and kind = 'invoice'`);
  await app.db.execute(sql`alter table invoices enable trigger invoices_final`);
  const found = await checkLedger(app.db, INVOICE_LEDGER_RULES);
  expect(found.map(({ rule }) => rule)).toContain('the numbers of documents have no gaps');
  // Issued again, under the next number: the gap stays.
  await issue();
});

test('another company needs another prefix', async () => {
  await buy('BE');
  await issue();
  await buy('BE');
  const other = { ...app.config, tax: { ...app.config.tax, taxId: 'FR12345678901' } };
  await expect(issueInvoices({ ...app, config: other }, NOW)).rejects.toThrow(/another prefix/);
  const prefixes = { invoicePrefix: 'VRF', creditNotePrefix: 'VRFC' };
  const configured = { ...other, tax: { ...other.tax, ...prefixes } };
  expect(await issueInvoices({ ...app, config: configured }, NOW)).toBe(1);
  const [series] = await app.db
    .select()
    .from(documentSeries)
    .where(eq(documentSeries.prefix, 'VRF'));
  expect(series).toMatchObject({ lastSequence: 1, taxId: 'FR12345678901' });
});

test('a fan has to state the country where the tax depends on it, and then never again', async () => {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id };
  const refused = await app.call('POST', '/api/checkouts', { user: fan, body });
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid-input' } });
  const get = () => app.call('GET', '/api/tax-residence', { user: fan });
  expect((await get()).json).toEqual({ isRequired: true, country: null });
  const call = (country: string) =>
    app.call('POST', '/api/checkouts', { user: fan, body: { ...body, country } });
  const card = { ...body, cardId: 'card', priceCents: 1999 };
  const withCard = await app.call('POST', '/api/checkouts/saved-card', { user: fan, body: card });
  expect(withCard.json.errors).toMatchObject([{ path: 'country' }]);
  expect((await call('XX')).status).toBe(400);
  expect((await call('PT')).status).toBe(200);
  expect((await get()).json).toEqual({ isRequired: true, country: 'PT' });
  expect((await app.call('POST', '/api/checkouts', { user: fan, body })).status).toBe(200);
});

test('without a stated country, that of the card counts, and then that of the last sign-in', async () => {
  const { fan, event } = await buy('NL');
  await app.db.execute(sql`delete from tax_residences where user_id = ${fan.id}`);
  await app.db.update(sessions).set({ country: 'ES' }).where(eq(sessions.userId, fan.id));
  const card = { ...renewed(event), occurredAt: BOUGHT, billingCountry: 'IE' };
  await deliver(app, card);
  await issue();
  const rows = await invoicesOf(fan);
  expect(rows.map(({ country, content }) => [country, content.buyer.countrySource])).toEqual(
    expect.arrayContaining([
      ['ES', 'network'],
      ['IE', 'provider'],
    ]),
  );
});

test('a document is the same PDF each time, for its fan and the back office within its limits', async () => {
  const { fan } = await buy('GR', '4242');
  await issue();
  const [invoice] = await invoicesOf(fan);
  const first = await pdfOf(fan, invoice!.id);
  expect(first.response.headers.get('content-type')).toBe('application/pdf');
  expect(first.response.headers.get('content-disposition')).toContain(`${invoice!.number}.pdf`);
  expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const staff = await app.as('staff');
  expect((await pdfOf(staff, invoice!.id)).bytes.equals(first.bytes)).toBe(true);
  expect((await pdfOf(await app.as('subscriber'), invoice!.id)).status).toBe(404);
  expect((await pdfOf(await app.as('influencer'), invoice!.id)).status).toBe(403);
});

test('the tax report sums a quarter by country and rate, and corrections of earlier quarters', async () => {
  const { event } = await buy('LU');
  const { event: other } = await buy('LU');
  await deliver(app, refunded(event, 999));
  await deliver(app, { ...refunded(other, 1999), occurredAt: new Date('2027-01-05T12:00:00Z') });
  await issue(new Date('2027-01-06T00:00:00Z'));
  const admin = await app.as('admin');
  const report = async (quarter: string) => {
    const { json } = await app.call('GET', `/api/tax-report?quarter=${quarter}`, { user: admin });
    return json.rows.filter(({ country }: { country: string }) => country === 'LU');
  };
  expect(await report('2026-Q4')).toEqual([
    expect.objectContaining({
      scheme: 'oss',
      corrects: null,
      documents: 3,
      grossCents: 2999,
      taxCents: 435,
    }),
  ]);
  expect(await report('2027-Q1')).toEqual([
    expect.objectContaining({ corrects: '2026-Q4', grossCents: -1999, taxCents: -290 }),
  ]);
  const csv = await app.call('GET', '/api/tax-report.csv?quarter=2026-Q4', { user: admin });
  expect(csv.json).toContain('EU One Stop Shop,,LU,Luxembourg,17,3,25.64,4.35,29.99');
});

test('the purchase history names the document of each payment', async () => {
  const { fan } = await buy('DK');
  const list = async () => (await app.call('GET', '/api/purchases', { user: fan })).json.rows;
  expect(await list()).toMatchObject([{ document: null }]);
  await issue();
  const [invoice] = await invoicesOf(fan);
  expect(await list()).toMatchObject([{ document: { id: invoice!.id, number: invoice!.number } }]);
});

test('without tax rules every payment gets a receipt of the platform, with zero configuration', async () => {
  const plain = await createTestApp();
  try {
    const { fan } = await makeSubscription(plain, BOUGHT);
    expect(await issueInvoices(plain, NOW)).toBe(1);
    const rows = await plain.db.select().from(invoices).where(eq(invoices.subscriberId, fan.id));
    expect(rows).toMatchObject([
      {
        scheme: 'none',
        taxCents: 0,
        country: null,
        content: { seller: { name: 'Velvet Rope', taxId: null } },
      },
    ]);
    const again = await openCheckout(
      plain,
      await plain.as('subscriber'),
      (await makeInfluencer(plain)).id,
    );
    expect(again).toBeTruthy();
  } finally {
    await plain.close();
  }
});
