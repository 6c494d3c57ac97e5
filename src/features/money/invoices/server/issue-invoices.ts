import { inArray, sql } from 'drizzle-orm';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { InvoiceContent, InvoiceKind } from '../invoices.schema.ts';
import { taxOfChange, taxOfSale, type Invoiced, type SaleTax } from '../tax.rules.ts';
import { invoices } from './invoices.table.ts';
import { documentNumber, lockSeries, saveSeries, type Series } from './number-documents.ts';
import { readReceipts, receiptKey, type PaymentReceipt } from './payment-receipts.ts';
import { listUnissuedPayments, type UnissuedPayment } from './unissued-payments.ts';

export type InvoiceDependencies = {
  db: Db;
  log: Log;
  payments: Payments;
  config: Pick<Config, 'agency' | 'tax'>;
};

const BATCH = 200;
const RECENT_MS = 2 * 24 * 60 * 60 * 1000;

/** The document that each kind of change of a payment gets: a won dispute is invoiced again. */
const KIND_OF = {
  charge: 'invoice',
  dispute_won: 'invoice',
  refund: 'credit_note',
  dispute: 'credit_note',
} as const satisfies Record<UnissuedPayment['kind'], InvoiceKind>;

/** Issues the documents of what was recorded in the last two days. @returns their number */
export function issueRecentInvoices(dependencies: InvoiceDependencies, now: Date): Promise<number> {
  return issueInvoices(dependencies, now, new Date(now.getTime() - RECENT_MS));
}

/**
 * Issues the missing documents of all payments, refunds and disputes, the oldest first. Repeating it
 * issues nothing twice.
 * @param since only what was recorded since then
 * @returns their number
 */
export async function issueInvoices(
  dependencies: InvoiceDependencies,
  now: Date,
  since?: Date,
): Promise<number> {
  let total = 0;
  let issued: number;
  do {
    issued = await dependencies.db.transaction((tx) =>
      issueBatch({ ...dependencies, tx }, now, since),
    );
    total += issued;
  } while (issued > 0);
  return total;
}

type Context = InvoiceDependencies & { tx: Db };
type NewInvoice = typeof invoices.$inferInsert;
type Issued = Pick<NewInvoice, 'number' | 'issuedAt' | 'content'> & Invoiced & { tax: SaleTax };

async function issueBatch(context: Context, now: Date, since: Date | undefined): Promise<number> {
  const { tx, config } = context;
  const { taxId, invoicePrefix, creditNotePrefix } = config.tax;
  const year = now.getUTCFullYear();
  const series: Record<InvoiceKind, Series> = {
    invoice: { prefix: invoicePrefix, year, taxId },
    credit_note: { prefix: creditNotePrefix, year, taxId },
  };
  // Locked before the payments are read, so that two calls cannot read the same ones.
  const last = {
    invoice: await lockSeries(tx, series.invoice),
    credit_note: await lockSeries(tx, series.credit_note),
  };
  const payments = await listUnissuedPayments(tx, { until: now, since, limit: BATCH });
  if (payments.length === 0) return 0;
  const receipts = await readReceipts(tx, context, payments.filter(isCharge));
  const issuedFor = await readIssued(tx, payments);
  const rows: NewInvoice[] = [];
  for (const payment of payments) {
    const before = issuedFor.get(payment.chargeId);
    // A refund that is dated before its payment waits for the invoice.
    if (!isCharge(payment) && !before) continue;
    const kind = KIND_OF[payment.kind];
    const sequence = ++last[kind];
    const number = documentNumber(series[kind], sequence);
    const receipt = receipts.get(receiptKey(payment));
    const document = before ? changeOf(payment, before) : saleOf(config, payment, receipt);
    rows.push({
      kind,
      prefix: series[kind].prefix,
      year,
      sequence,
      number,
      issuedAt: now,
      occurredAt: payment.occurredAt,
      transactionId: payment.id,
      chargeId: payment.chargeId,
      subscriberId: payment.subscriberId,
      grossCents: payment.amountCents,
      taxCents: document.tax.taxCents,
      scheme: document.tax.scheme,
      country: document.tax.country,
      rateBasisPoints: document.tax.rateBasisPoints,
      content: document.content,
    });
    issuedFor.set(
      payment.chargeId,
      addIssued(before, { number, issuedAt: now, ...document, payment }),
    );
  }
  if (rows.length === 0) return 0;
  await tx.insert(invoices).values(rows);
  await saveSeries(tx, series.invoice, last.invoice);
  await saveSeries(tx, series.credit_note, last.credit_note);
  return rows.length;
}

const isCharge = ({ kind }: UnissuedPayment): boolean => kind === 'charge';

/** The invoices of these payments so far, with the sums of what changed since. */
async function readIssued(tx: Db, payments: UnissuedPayment[]): Promise<Map<string, Issued>> {
  const chargeIds = [...new Set(payments.map(({ chargeId }) => chargeId))];
  const found = await tx
    .select()
    .from(invoices)
    .where(inArray(invoices.chargeId, chargeIds))
    .orderBy(sql`${invoices.transactionId} <> ${invoices.chargeId}`);
  const issued = new Map<string, Issued>();
  for (const { chargeId, transactionId, ...document } of found) {
    const before = issued.get(chargeId);
    const { number, issuedAt, content, grossCents, taxCents } = document;
    if (transactionId === chargeId) {
      const { scheme, country, rateBasisPoints } = document;
      const tax = { scheme, country, rateBasisPoints, taxCents };
      const invoiced = { grossCents, taxCents, creditedGrossCents: 0, creditedTaxCents: 0 };
      issued.set(chargeId, { number, issuedAt, content, tax, ...invoiced });
    } else if (before) {
      before.creditedGrossCents += grossCents;
      before.creditedTaxCents += taxCents;
    }
  }
  return issued;
}

type Document = { tax: SaleTax; content: InvoiceContent };

function addIssued(
  before: Issued | undefined,
  {
    payment,
    tax,
    ...document
  }: Document & {
    number: string;
    issuedAt: Date;
    payment: UnissuedPayment;
  },
): Issued {
  const { amountCents: grossCents } = payment;
  if (!before) {
    const { taxCents } = tax;
    return { ...document, tax, grossCents, taxCents, creditedGrossCents: 0, creditedTaxCents: 0 };
  }
  return {
    ...before,
    creditedGrossCents: before.creditedGrossCents + grossCents,
    creditedTaxCents: before.creditedTaxCents + tax.taxCents,
  };
}

/** The invoice of a payment. */
function saleOf(
  { agency, tax: setup }: InvoiceDependencies['config'],
  payment: UnissuedPayment,
  receipt: PaymentReceipt | undefined,
): Document {
  const { occurredAt, amountCents: grossCents } = payment;
  const { country, countrySource } = countryOf(payment, receipt);
  const providerTaxCents = receipt?.taxCents ?? null;
  const tax = taxOfSale(setup, { country, occurredAt, grossCents, providerTaxCents });
  return {
    tax,
    content: {
      seller: {
        name: agency.name ?? 'Velvet Rope',
        legalForm: agency.legalForm ?? null,
        address: agency.address ?? null,
        country: setup.country,
        taxId: setup.taxId,
      },
      buyer: {
        name: payment.fanName,
        email: payment.fanEmail,
        country,
        countrySource,
        isBusiness: false,
      },
      line: {
        kind: payment.kind,
        influencerName: payment.influencerName,
        periodStart: payment.periodStart!.toISOString(),
        periodEnd: payment.periodEnd!.toISOString(),
      },
      payment: {
        provider: payment.provider,
        cardLastFour: receipt?.cardLastFour ?? null,
        statementDescriptor: receipt?.statementDescriptor ?? agency.paymentDescriptor ?? null,
      },
      corrects: null,
    },
  };
}

/** The document of a refund or dispute repeats seller, buyer and rate of the invoice. */
function changeOf({ kind, amountCents }: UnissuedPayment, invoice: Issued): Document {
  const { content, number, issuedAt } = invoice;
  return {
    tax: { ...invoice.tax, taxCents: taxOfChange(invoice, amountCents) },
    content: {
      ...content,
      line: { ...content.line, kind },
      corrects: { number, issuedAt: issuedAt.toISOString() },
    },
  };
}

function countryOf(
  { statedCountry, networkCountry }: UnissuedPayment,
  receipt: PaymentReceipt | undefined,
): Pick<InvoiceContent['buyer'], 'country' | 'countrySource'> {
  if (statedCountry) return { country: statedCountry, countrySource: 'stated' };
  if (receipt?.billingCountry) {
    return { country: receipt.billingCountry, countrySource: 'provider' };
  }
  if (networkCountry) return { country: networkCountry, countrySource: 'network' };
  return { country: null, countrySource: null };
}
