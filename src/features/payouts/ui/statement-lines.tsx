import { memo } from 'react';
import { formatUtcDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { monthLabel, payoutNumber, periodLabel } from '../payouts.rules.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import type { StatementLine } from '../statement.schema.ts';
import styles from './statement.module.css';

const KINDS: Record<StatementLine['kind'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
};

const COLUMNS = 9;

type StatementLinesProps = { payout: PayoutRow; lines: StatementLine[]; lineCount: number };

/** What the payout settles, with sums of all lines; its head is on every printed page. */
export const StatementLines = ({ payout, lines, lineCount }: StatementLinesProps) => (
  // Wide content is scrolled by keyboard too.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles.scroll} tabIndex={0} role="group" aria-label="Lines of the statement">
    <table className={styles.lines}>
      <thead>
        <tr className={styles.runningHead} aria-hidden="true">
          <td colSpan={COLUMNS}>
            Velvet Rope · Payout Statement {payoutNumber(payout)} · <bdi>{payout.payeeName}</bdi> ·{' '}
            {monthLabel(payout.periodStart)}
          </td>
        </tr>
        <tr>
          <th scope="col">Date (UTC)</th>
          <th scope="col">Entry</th>
          <th scope="col">Paid for</th>
          <th scope="col">Receipt</th>
          <th scope="col">Subscription</th>
          <th scope="col" data-number>
            Gross
          </th>
          <th scope="col" data-number>
            Merchant fee
          </th>
          <th scope="col" data-number>
            Commission
          </th>
          <th scope="col" data-number>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            {lineCount === 1 ? 'Total' : `Total of ${lineCount.toLocaleString('en-US')} lines`}
          </th>
          <td data-number data-label="Gross">
            {formatCents(payout.grossRevenueCents)}
          </td>
          <td data-number data-label="Merchant fee">
            {formatCents(payout.merchantFeeCents)}
          </td>
          <td data-number data-label="Commission">
            {formatCents(payout.platformCommissionCents)}
          </td>
          <td data-number data-label="Share">
            {formatCents(payout.netPayoutCents)}
          </td>
        </tr>
      </tfoot>
    </table>
  </div>
);

// There may be thousands: more of them must not draw all anew.
const Line = memo(function Line({ line }: { line: StatementLine }) {
  return (
    <tr data-reversal={line.grossCents < 0 || undefined}>
      <th scope="row">
        <time dateTime={line.occurredAt}>{formatUtcDate(line.occurredAt)}</time>
      </th>
      <td data-label="Entry">
        {KINDS[line.kind]}
        {line.isCarriedOver && <small>carried over</small>}
      </td>
      <td data-label="Paid for">{periodLabel(line.periodStart, line.periodEnd)}</td>
      <td data-label="Receipt" className={styles.reference}>
        {line.receipt}
      </td>
      <td data-label="Subscription" className={styles.reference}>
        {line.subscription}
      </td>
      <td data-number data-label="Gross">
        {formatCents(line.grossCents)}
      </td>
      <td data-number data-label="Merchant fee">
        {formatCents(line.merchantFeeCents)}
      </td>
      <td data-number data-label="Commission">
        <small>{line.commissionPercent}%</small> {formatCents(line.commissionCents)}
      </td>
      <td data-number data-label="Share">
        {formatCents(line.shareCents)}
      </td>
    </tr>
  );
});
