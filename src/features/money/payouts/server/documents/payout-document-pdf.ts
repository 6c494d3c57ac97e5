import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { maskedAccount } from '#src/features/money/payees/payees.rules.ts';
import type { TaxIdentity } from '#src/features/money/payees/tax-details.rules.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pdfFile, type PdfContent } from '#src/platform/pdf/pdf-document.ts';
import {
  PAYOUT_DOCUMENT_LABELS,
  type PayoutDocumentContent,
} from '../../payout-documents.schema.ts';
import { payoutNumber, periodLabel } from '../../payouts.rules.ts';
import type { PayoutRow } from '../payout-columns.ts';
import { payoutDocuments } from '../payout-documents.table.ts';
import { payouts } from '../payouts.table.ts';
import { isVisibleTo, readStatement, type StatementLine } from '../statement.ts';
import { statementTable, statementTotals } from './statement-table.ts';

const COLUMNS = {
  kind: payoutDocuments.kind,
  number: payoutDocuments.number,
  issuedAt: payoutDocuments.issuedAt,
  payoutId: payoutDocuments.payoutId,
  netCents: payoutDocuments.netCents,
  content: payoutDocuments.content,
};

const readDocuments = (pool: Pool, where: SQL) =>
  selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from ${payoutDocuments}
      join ${payouts} on ${payouts.id} = ${payoutDocuments.payoutId}
      where ${where}`,
  );

type StoredDocument = Awaited<ReturnType<typeof readDocuments>>[number];

/** The valid self-billed statement of a payout; null without one. */
export async function findStatementDocument(
  pool: Pool,
  { statementNumber }: PayoutRow,
): Promise<StoredDocument | null> {
  if (!statementNumber) return null;
  const [found] = await readDocuments(pool, sql`${payoutDocuments.number} = ${statementNumber}`);
  return found ?? null;
}

/** A numbered document of a payout as PDF. @throws DomainError 'not-found' */
export async function getPayoutDocument(pool: Pool, actor: Actor, id: string): Promise<Download> {
  const [found] = await readDocuments(
    pool,
    sql`${payoutDocuments.id} = ${id}::uuid and ${isVisibleTo(actor)}`,
  );
  if (!found) throw new DomainError('not-found', 'Document not found');
  const { payout, lines } = await readStatement(pool, actor, found.payoutId);
  return payoutDocumentPdf(found, payout, lines);
}

/** Draws a numbered document of a payout. */
export function payoutDocumentPdf(
  document: StoredDocument,
  payout: PayoutRow,
  lines: AsyncIterable<StatementLine[]>,
): Download {
  const { kind, number, issuedAt, content } = document;
  return pdfFile({
    fileName: `${number}.pdf`,
    title: PAYOUT_DOCUMENT_LABELS[kind],
    number,
    author: content.agency.name,
    createdAt: issuedAt,
    parties: [
      { label: 'Supplier', lines: payeeLines(content) },
      { label: 'Customer, who issues this document', lines: agencyLines(content) },
    ],
    facts: factsOf(document, payout),
    ...(kind === 'statement'
      ? { table: statementTable(lines), totals: statementTotals(payout) }
      : creditOf(document, payout)),
    notes: notesOf(document),
  });
}

const agencyLines = ({ agency }: PayoutDocumentContent): string[] =>
  [
    agency.name,
    agency.legalForm,
    agency.address,
    agency.country && countryName(agency.country),
    agency.taxId && `Tax number ${agency.taxId}`,
  ].filter((line): line is string => Boolean(line));

function payeeLines({ payee: { name, email, tax, account } }: PayoutDocumentContent): string[] {
  const lines = [...(tax ? identityLines(tax) : [name]), email].filter(Boolean);
  if (!account) return lines;
  const { holderName, country } = account;
  if (!lines.includes(holderName)) lines.push(`Account holder ${holderName}`);
  return [...lines, `${maskedAccount(account)}, ${countryName(country)}`];
}

const identityLines = (tax: TaxIdentity): string[] =>
  [
    tax.legalName,
    tax.businessName,
    tax.street,
    tax.place,
    countryName(tax.country),
    tax.vatNumber && `VAT number ${tax.vatNumber}`,
    tax.lastFour && `Tax number ending in ${tax.lastFour}`,
  ].filter((line): line is string => Boolean(line));

function factsOf({ issuedAt, content }: StoredDocument, payout: PayoutRow): PdfContent['facts'] {
  const facts: PdfContent['facts'] = [
    ['Issued', formatUtcDate(issuedAt)],
    ['Period of supply', periodLabel(payout.periodStart, payout.periodEnd)],
    ['Payout', payoutNumber(payout)],
  ];
  const { corrects } = content;
  if (corrects) {
    facts.push(['Corrects', `${corrects.number}, ${formatUtcDate(corrects.issuedAt)}`]);
    if (corrects.reason) facts.push(['Reason', corrects.reason]);
  } else {
    facts.push(['Subscriptions', formatNumber(payout.totalSubscriptions)]);
  }
  return facts;
}

function creditOf(
  { netCents, content }: StoredDocument,
  payout: PayoutRow,
): Pick<PdfContent, 'table' | 'totals'> {
  const { number } = content.corrects!;
  const period = periodLabel(payout.periodStart, payout.periodEnd);
  const amount = formatCents(netCents);
  return {
    table: {
      columns: [
        { label: 'Item', width: 75 },
        { label: 'Net payout', width: 25, isNumber: true },
      ],
      rows: [[`Correction in full of ${number}, ${period}`, amount]],
    },
    totals: [['Total credited', amount]],
  };
}

function notesOf({ kind, content: { agency, payee } }: StoredDocument): string[] {
  return [
    `Self-billing (article 226 (10a) of Directive 2006/112/EC): ${agency.name} issues this document in the name and on behalf of the supplier.`,
    payee.tax?.vatNumber
      ? 'No VAT is shown. If the supplier has to charge VAT, the agency’s accounting issues another document.'
      : 'No VAT is shown: no VAT number of the supplier is part of this document.',
    ...(kind === 'credit_note'
      ? ['The payout did not reach the supplier. If it is paid again, a new statement is issued.']
      : []),
    'All dates are UTC, all amounts US dollars. Fans are not named.',
  ];
}
