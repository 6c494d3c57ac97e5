import { inArray, sql } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { InvoiceContent } from '../invoices.schema.ts';
import { taxOfChange, taxOfSale, type Invoiced, type SaleTax } from '../tax.rules.ts';
import { invoices } from './invoices.table.ts';
import type { PaymentReceipt } from './payment-receipts.ts';
import type { UnissuedPayment } from './unissued-payments.ts';

type NewInvoice = typeof invoices.$inferInsert;
/** The invoice of a payment, with the sums of what changed since. */
export type Issued = Pick<NewInvoice, 'number' | 'issuedAt' | 'content'> &
  Invoiced & { tax: SaleTax };
/** What a document says, before it has a number. */
export type Document = { tax: SaleTax; content: InvoiceContent };

/** The invoices of these payments so far, with the sums of what changed since. */
export async function readIssued(
  tx: Db,
  payments: UnissuedPayment[],
): Promise<Map<string, Issued>> {
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

/** The invoice of a payment, or the same with another change. */
export function addIssued(
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
export function createInvoice(
  { agency, tax: setup }: Pick<Config, 'agency' | 'tax'>,
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
export function createChange({ kind, amountCents }: UnissuedPayment, invoice: Issued): Document {
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
