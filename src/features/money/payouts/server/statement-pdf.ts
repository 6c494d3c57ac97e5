import type { Pool } from 'pg';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pdfFile, type PdfContent } from '#src/platform/pdf/pdf-document.ts';
import { payoutNumber, periodLabel } from '../payouts.rules.ts';
import { findStatementDocument, payoutDocumentPdf } from './documents/payout-document-pdf.ts';
import { statementTable, statementTotals } from './documents/statement-table.ts';
import type { PayoutRow } from './payout-columns.ts';
import { readStatement } from './statement.ts';

type Dependencies = { pool: Pool; config: Pick<Config, 'agency' | 'tax'> };

/**
 * The statement of a payout as PDF, with all its lines: the self-billed one if there is a valid one.
 * @throws DomainError 'not-found'
 */
export async function statementPdf(
  { pool, config }: Dependencies,
  actor: Actor,
  id: string,
): Promise<Download> {
  const { payout, lines } = await readStatement(pool, actor, id);
  const document = await findStatementDocument(pool, payout);
  if (document) return payoutDocumentPdf(document, payout, lines);
  const { agency, tax } = config;
  const author = agency.name ?? 'Velvet Rope';
  return pdfFile({
    fileName: `statement-${payoutNumber(payout)}.pdf`,
    title: 'Payout Statement',
    number: payoutNumber(payout),
    author,
    createdAt: payout.createdAt,
    parties: [
      {
        label: 'Issued by',
        lines: [
          author,
          agency.legalForm,
          agency.address,
          tax.taxId && `Tax number ${tax.taxId}`,
        ].filter((line): line is string => Boolean(line)),
      },
      {
        label: 'Payee',
        lines: [payout.payeeName, payout.payeeEmail].filter((line) => line !== null),
      },
    ],
    facts: factsOf(payout),
    table: statementTable(lines),
    totals: statementTotals(payout),
    notes: [
      'Not a self-billed document: it gets its number when the payout is sent or paid.',
      'All dates are UTC, all amounts US dollars. Fans are not named.',
    ],
  });
}

function factsOf(payout: PayoutRow): PdfContent['facts'] {
  const facts: PdfContent['facts'] = [
    ['Period', periodLabel(payout.periodStart, payout.periodEnd)],
    ['Created', formatUtcDate(payout.createdAt)],
    ['Subscriptions', formatNumber(payout.totalSubscriptions)],
  ];
  if (payout.paidAt) facts.push(['Paid', formatUtcDate(payout.paidAt)]);
  return facts;
}
