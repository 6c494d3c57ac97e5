import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { CURRENCY } from '#src/lib/locale/locale.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import type { Download } from '#src/platform/http/download.ts';
import { pdfFile, type PdfContent } from '#src/platform/pdf/pdf-document.ts';
import { formatRate, INVOICE_LABELS, type InvoiceContent } from '../invoices.schema.ts';
import type { StoredInvoice } from './list-invoices.ts';

const LINES: Record<InvoiceContent['line']['kind'], string> = {
  charge: 'Monthly subscription',
  refund: 'Refund of the monthly subscription',
  refund_failed: 'Refund that failed, paid again: monthly subscription',
  dispute: 'Payment reversed by the bank: monthly subscription',
  dispute_won: 'Payment restored after a dispute: monthly subscription',
};

const PROVIDERS: Record<string, string> = {
  sandbox: 'Test mode (no money moved)',
  stripe: 'Stripe',
  ccbill: 'CCBill',
  verotel: 'Verotel',
};

/** The PDF of an invoice or a credit note. */
export function invoicePdf(invoice: StoredInvoice): Download {
  const { number, kind, issuedAt, content } = invoice;
  const { netCents, taxCents, grossCents } = invoice;
  return pdfFile({
    fileName: `${number}.pdf`,
    title: INVOICE_LABELS[kind],
    number,
    author: content.seller.name,
    createdAt: issuedAt,
    parties: [
      { label: 'Seller', lines: sellerLines(content) },
      { label: 'Buyer', lines: buyerLines(invoice) },
    ],
    facts: factsOf(invoice),
    table: {
      columns: [
        { label: 'Item', width: 50 },
        { label: 'Period', width: 30 },
        { label: `Amount (${CURRENCY})`, width: 20, isNumber: true },
      ],
      rows: [lineOf(invoice)],
    },
    totals: [
      ['Net', formatCents(netCents)],
      [taxLabel(invoice), formatCents(taxCents)],
      [grossCents < 0 ? 'Total credited' : 'Total paid', formatCents(grossCents)],
    ],
    notes: notesOf(invoice),
  });
}

const sellerLines = ({ seller }: InvoiceContent): string[] =>
  [
    seller.name,
    seller.legalForm,
    seller.address,
    seller.country && countryName(seller.country),
    seller.taxId && `Tax number ${seller.taxId}`,
  ].filter((line): line is string => Boolean(line));

function buyerLines({ content: { buyer }, chargeId }: StoredInvoice): string[] {
  const { name, email, country } = buyer;
  const lines = [name, email, country && countryName(country)].filter((line) => line !== null);
  return lines.length > 0 ? lines : [`Customer of payment ${formatReceiptNumber(chargeId)}`];
}

function factsOf({ issuedAt, occurredAt, kind, chargeId, content }: StoredInvoice) {
  const { payment, corrects } = content;
  const facts: PdfContent['facts'] = [
    ['Issued', formatUtcDate(issuedAt)],
    [kind === 'invoice' ? 'Paid' : 'Refunded or reversed', formatUtcDate(occurredAt)],
    ['Payment', formatReceiptNumber(chargeId)],
    ['Paid through', PROVIDERS[payment.provider] ?? payment.provider],
  ];
  if (payment.cardLastFour) facts.push(['Card', `ending in ${payment.cardLastFour}`]);
  if (payment.statementDescriptor) {
    facts.push(['On your card statement', payment.statementDescriptor]);
  }
  if (corrects) {
    facts.push(['About invoice', `${corrects.number}, ${formatUtcDate(corrects.issuedAt)}`]);
  }
  return facts;
}

function lineOf({ content: { line }, grossCents }: StoredInvoice): string[] {
  return [
    `${LINES[line.kind]}: ${line.influencerName}`,
    `${formatUtcDate(line.periodStart)} – ${formatUtcDate(line.periodEnd)}`,
    formatCents(grossCents),
  ];
}

function taxLabel({ scheme, country, rateBasisPoints }: StoredInvoice): string {
  if (scheme === 'none' || scheme === 'outside') return 'Tax';
  if (scheme === 'provider') return 'Tax included';
  return `VAT ${formatRate(rateBasisPoints)} ${countryName(country!)}, included`;
}

function notesOf({ scheme }: StoredInvoice): string[] {
  const notes = ['All dates are UTC. Prices include tax where tax applies.'];
  if (scheme === 'oss') {
    notes.push(
      'Electronic service to a consumer: the VAT of the buyer’s member state is declared in the EU One Stop Shop. Reverse charge does not apply, because the buyer has no business tax number.',
    );
  }
  if (scheme === 'domestic') {
    notes.push(
      'Electronic service to a consumer. Reverse charge does not apply, because the buyer has no business tax number.',
    );
  }
  if (scheme === 'outside') {
    notes.push('Electronic service to a consumer outside the EU: no EU VAT is charged.');
  }
  if (scheme === 'none') notes.push('No tax is shown separately on this document.');
  if (scheme === 'provider') notes.push('The tax was calculated by Stripe Tax.');
  return notes;
}
