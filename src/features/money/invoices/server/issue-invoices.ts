import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { InvoiceKind } from '../invoices.schema.ts';
import { addIssued, createChange, createInvoice, readIssued } from './invoice-documents.ts';
import { invoices } from './invoices.table.ts';
import { documentNumber, lockSeries, saveSeries, type Series } from './number-documents.ts';
import { readReceipts, receiptKey } from './payment-receipts.ts';
import { listUnissuedPayments, type UnissuedPayment } from './unissued-payments.ts';

export type InvoiceDependencies = {
  db: Db;
  log: Log;
  payments: Payments;
  config: Pick<Config, 'agency' | 'tax'>;
};

const BATCH = 200;
const RECENT_MS = 2 * 24 * 60 * 60 * 1000;

/** The document that each kind of change of a payment gets: a won dispute or a failed refund is invoiced again. */
const KIND_OF = {
  charge: 'invoice',
  dispute_won: 'invoice',
  refund_failed: 'invoice',
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
  const nextNumber = (kind: InvoiceKind) => {
    const { prefix } = series[kind];
    const sequence = ++last[kind];
    const number = documentNumber(series[kind], sequence);
    return { kind, prefix, year, sequence, number, issuedAt: now };
  };
  const rows = await createRows(context, payments, nextNumber);
  if (rows.length === 0) return 0;
  await tx.insert(invoices).values(rows);
  await saveSeries(tx, series.invoice, last.invoice);
  await saveSeries(tx, series.credit_note, last.credit_note);
  return rows.length;
}

type NewInvoice = typeof invoices.$inferInsert;
type Numbered = Pick<NewInvoice, 'kind' | 'prefix' | 'year' | 'sequence' | 'number' | 'issuedAt'>;

async function createRows(
  context: Context,
  payments: UnissuedPayment[],
  nextNumber: (kind: InvoiceKind) => Numbered,
): Promise<NewInvoice[]> {
  const { tx, config } = context;
  const receipts = await readReceipts(tx, context, payments.filter(isCharge));
  const issued = await readIssued(tx, payments);
  const rows: NewInvoice[] = [];
  for (const payment of payments) {
    const { chargeId, occurredAt, subscriberId, amountCents: grossCents } = payment;
    const before = issued.get(chargeId);
    // A refund that is dated before its payment waits for the invoice.
    if (!isCharge(payment) && !before) continue;
    const numbered = nextNumber(KIND_OF[payment.kind]);
    const { tax, content } = before
      ? createChange(payment, before)
      : createInvoice(config, payment, receipts.get(receiptKey(payment)));
    const about = { transactionId: payment.id, chargeId, subscriberId, occurredAt };
    rows.push({ ...numbered, ...about, ...tax, grossCents, content });
    issued.set(chargeId, addIssued(before, { ...numbered, tax, content, payment }));
  }
  return rows;
}

const isCharge = ({ kind }: UnissuedPayment): boolean => kind === 'charge';
