import type { Pool } from 'pg';
import { correctionLabel } from '#src/features/money/corrections/corrections.rules.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Download } from '#src/platform/http/download.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pdfFile, type PdfContent } from '#src/platform/pdf/pdf-document.ts';
import { payoutNumber, periodLabel } from '../payouts.rules.ts';
import { ENTRY_LABELS } from '../statement.schema.ts';
import type { PayoutRow } from './payout-columns.ts';
import { readStatement, type StatementLine } from './statement.ts';

type Dependencies = { pool: Pool; config: Pick<Config, 'agency' | 'tax'> };

/** The statement of a payout as PDF, with all its lines. @throws DomainError 'not-found' */
export async function statementPdf(
  { pool, config }: Dependencies,
  actor: Actor,
  id: string,
): Promise<Download> {
  const { payout, lines } = await readStatement(pool, actor, id);
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
    table: {
      columns: [
        { label: 'Date (UTC)', width: 17 },
        { label: 'Entry', width: 31 },
        { label: 'Gross', width: 13, isNumber: true },
        { label: 'Fee', width: 12, isNumber: true },
        { label: 'Commission', width: 14, isNumber: true },
        { label: 'Share', width: 13, isNumber: true },
      ],
      rows: rowsOf(lines),
    },
    totals: totalsOf(payout),
    notes: ['All dates are UTC, all amounts US dollars. Fans are not named.'],
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

async function* rowsOf(pages: AsyncIterable<StatementLine[]>): AsyncGenerator<string[]> {
  for await (const lines of pages) {
    for (const line of lines) {
      const { correction, kind, isCarriedOver, receipt } = line;
      const label = correction ? correctionLabel(correction) : ENTRY_LABELS[kind];
      const details = [correction?.text, receipt, isCarriedOver && 'carried over'];
      yield [
        formatUtcDate(line.occurredAt),
        [label, ...details].filter(Boolean).join(', '),
        formatCents(line.grossCents),
        formatCents(0 - line.merchantFeeCents),
        formatCents(0 - line.commissionCents),
        formatCents(line.shareCents),
      ];
    }
  }
}

function totalsOf(payout: PayoutRow): PdfContent['totals'] {
  const totals: PdfContent['totals'] = [
    ['Gross revenue', formatCents(payout.grossRevenueCents)],
    ['Merchant fee', formatCents(0 - payout.merchantFeeCents)],
    ['Commission', formatCents(0 - payout.platformCommissionCents)],
  ];
  const optional: PdfContent['totals'] = [];
  if (payout.adjustmentCents !== 0) {
    optional.push(['Adjustments', formatCents(payout.adjustmentCents)]);
  }
  if (payout.reserveReleasedCents > 0) {
    optional.push(['Reserve released', formatCents(payout.reserveReleasedCents)]);
  }
  if (payout.reserveHeldCents > 0) {
    optional.push(['Reserve held', formatCents(0 - payout.reserveHeldCents)]);
  }
  return [...totals, ...optional, ['Net payout', formatCents(payout.netPayoutCents)]];
}
