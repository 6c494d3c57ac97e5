import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import type { OwnPayout } from '../own-payouts.schema.ts';
import { monthLabel } from '../payouts.rules.ts';
import { OwnPayoutState } from './my-payouts-state.tsx';
import styles from './my-payouts-table.module.css';

/** A page of payouts; on a phone each is a card. */
export const MyPayoutsTable = ({ rows }: { rows: OwnPayout[] }) => (
  // Wide content is scrolled by keyboard too.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles.scroll} tabIndex={0} role="group" aria-label="Payouts">
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col" data-number>
            Subscriptions
          </th>
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
            Net
          </th>
          <th scope="col">Status</th>
          <th scope="col">Paid at</th>
          <th scope="col">
            <span className="visually-hidden">Statement</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} />
        ))}
      </tbody>
    </table>
  </div>
);

const PayoutRow = ({ payout }: { payout: OwnPayout }) => (
  <tr>
    <th scope="row">{monthLabel(payout.periodStart)}</th>
    <td data-number data-label="Subscriptions">
      {payout.totalSubscriptions.toLocaleString('en-US')}
    </td>
    <td data-number data-label="Gross">
      {formatCents(payout.grossRevenueCents)}
    </td>
    <td data-number data-label="Merchant fee">
      {formatCents(payout.merchantFeeCents)}
    </td>
    <td data-number data-label="Commission">
      {formatCents(payout.platformCommissionCents)}
    </td>
    <td data-number data-label="Net" className={styles.net}>
      {formatCents(payout.netPayoutCents)}
    </td>
    <td className={styles.status}>
      <OwnPayoutState status={payout.status} />
    </td>
    <td data-label="Paid at">
      {payout.paidAt ? <time dateTime={payout.paidAt}>{formatDate(payout.paidAt)}</time> : '–'}
    </td>
    <td className={styles.last}>
      <Link
        to="/statements/$payoutId"
        params={{ payoutId: payout.id }}
        className={styles.statement}
      >
        <FileText size={15} aria-hidden="true" />
        Statement
        <span className="visually-hidden"> of {monthLabel(payout.periodStart)}</span>
      </Link>
    </td>
  </tr>
);
