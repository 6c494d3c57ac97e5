import { correctionLabel } from '#src/features/money/corrections/corrections.rules.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import {
  HeadCells,
  RowCells,
  TableFrame,
  type TableColumn,
} from '#src/ui/list-view/card-table.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import { payoutNumber, periodLabel } from '../../payouts.rules.ts';
import type { PayoutRow } from '../../payouts.schema.ts';
import { ENTRY_LABELS, type StatementLine } from '../../statement.schema.ts';
import styles from './statement-lines.module.css';

const Reference = ({ text }: { text: string | null }) =>
  text === null ? NONE : <span className={styles.reference}>{text}</span>;

function entryLabel({ kind, correction }: StatementLine): string {
  return correction ? correctionLabel(correction) : ENTRY_LABELS[kind];
}

const COLUMNS: TableColumn<StatementLine>[] = [
  {
    label: 'Date (UTC)',
    cell: ({ occurredAt }) => <time dateTime={occurredAt}>{formatUtcDate(occurredAt)}</time>,
  },
  {
    label: 'Entry',
    cell: (line) => (
      <>
        {entryLabel(line)}
        {line.correction?.text && <small dir="auto">{line.correction.text}</small>}
        {line.isCarriedOver && <small>carried over</small>}
      </>
    ),
  },
  {
    label: 'Paid for',
    cell: ({ periodStart, periodEnd }) =>
      periodStart && periodEnd ? periodLabel(periodStart, periodEnd) : NONE,
  },
  { label: 'Receipt', cell: ({ receipt }) => <Reference text={receipt} /> },
  { label: 'Subscription', cell: ({ subscription }) => <Reference text={subscription} /> },
  { label: 'Gross', isNumber: true, cell: ({ grossCents }) => formatCents(grossCents) },
  {
    label: 'Merchant fee',
    isNumber: true,
    cell: ({ merchantFeeCents }) => formatCents(merchantFeeCents),
  },
  {
    label: 'Commission',
    isNumber: true,
    cell: ({ commissionPercent, commissionCents }) => (
      <>
        {commissionCents !== 0 && <small>{commissionPercent}%</small>}{' '}
        {formatCents(commissionCents)}
      </>
    ),
  },
  { label: 'Share', isNumber: true, cell: ({ shareCents }) => formatCents(shareCents) },
];

/** The sums of the last columns. */
const SUMS = [
  ['Gross', 'grossRevenueCents'],
  ['Merchant fee', 'merchantFeeCents'],
  ['Commission', 'platformCommissionCents'],
  ['Share', 'shareCents'],
] as const;

// What this payout withholds is no line of it.
const sumsOf = (payout: PayoutRow) => ({
  ...payout,
  shareCents: payout.netPayoutCents + payout.reserveHeldCents,
});

type StatementLinesProps = { payout: PayoutRow; lines: StatementLine[]; lineCount: number };

/**
 * What the payout settles, with the sums of all lines; the header repeats on every printed page.
 */
export function StatementLines({ payout, lines, lineCount }: StatementLinesProps) {
  return (
    <TableFrame label="Statement lines" className={styles.scroll}>
      <table className={styles.lines}>
        <thead>
          <tr className={styles.runningHead} aria-hidden="true">
            <td colSpan={COLUMNS.length}>
              Velvet Rope · Payout Statement {payoutNumber(payout)} · <bdi>{payout.payeeName}</bdi>{' '}
              · {monthLabel(payout.periodStart)}
            </td>
          </tr>
          <tr>
            <HeadCells columns={COLUMNS} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-reversal={line.shareCents < 0 || undefined}>
              <RowCells columns={COLUMNS} row={line} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={COLUMNS.length - SUMS.length}>
              {lineCount === 1 ? 'Total' : `Total of ${formatNumber(lineCount)} lines`}
            </th>
            {SUMS.map(([label, sum]) => (
              <td key={label} data-number data-label={label}>
                {formatCents(sumsOf(payout)[sum])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  );
}
