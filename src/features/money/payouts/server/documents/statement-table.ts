import { correctionLabel } from '#src/features/money/corrections/corrections.rules.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { PdfContent } from '#src/platform/pdf/pdf-document.ts';
import { ENTRY_LABELS } from '../../statement.schema.ts';
import type { PayoutRow } from '../payout-columns.ts';
import type { StatementLine } from '../statement.ts';

/** Everything that a payout settles, line by line. */
export function statementTable(lines: AsyncIterable<StatementLine[]>): PdfContent['table'] {
  return {
    columns: [
      { label: 'Date (UTC)', width: 17 },
      { label: 'Entry', width: 31 },
      { label: 'Gross', width: 13, isNumber: true },
      { label: 'Fee', width: 12, isNumber: true },
      { label: 'Commission', width: 14, isNumber: true },
      { label: 'Share', width: 13, isNumber: true },
    ],
    rows: rowsOf(lines),
  };
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

/** The sums of a payout, with the net payout last. */
export function statementTotals(payout: PayoutRow): PdfContent['totals'] {
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
