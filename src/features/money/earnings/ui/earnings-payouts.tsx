import { Link } from '@tanstack/react-router';
import type { OwnPayout } from '#src/features/money/payouts/own-payouts.schema.ts';
import { HeldBackNote } from '#src/features/money/payouts/ui/held-back.tsx';
import { OwnPayoutState } from '#src/features/money/payouts/ui/my-payouts-state.tsx';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Earnings } from '../earnings.schema.ts';
import { Lines } from './earnings-lines.tsx';
import styles from './earnings-page.module.css';

const payoutText = (count: number): string => pluralize(count, 'payout', 'payouts');

/** Where the money is: not in a payout yet, pending, paid out. */
export function PayoutSummary({
  earnings: { openCents, payouts, heldBack },
}: {
  earnings: Earnings;
}) {
  return (
    <Panel title="Payout summary" aside={<span className={styles.aside}>As of now</span>}>
      <Lines
        label="Payout summary"
        lines={[
          {
            label: 'Not in a payout yet',
            value: formatCents(openCents),
            meaning:
              openCents < 0
                ? 'Refunds and disputes since your last payout exceed what you’ve earned. Your next earnings cover the difference first.'
                : 'Everything you’ve earned so far that isn’t in a payout yet. It will be included in your next payout.',
          },
          {
            label: 'In pending payouts',
            value: formatCents(payouts.pending.cents),
            meaning: `Set aside for you but not sent yet: ${payoutText(payouts.pending.count)}.`,
          },
          {
            label: 'Paid this month',
            value: formatCents(payouts.thisMonth.cents),
            meaning: `${payoutText(payouts.thisMonth.count)} marked as paid since the first of this month (UTC).`,
          },
          {
            label: 'Paid this year',
            value: formatCents(payouts.thisYear.cents),
            meaning: `${payoutText(payouts.thisYear.count)} marked as paid since January 1 (UTC).`,
          },
          {
            label: 'Paid in total',
            value: formatCents(payouts.allTime.cents),
            meaning: `All ${payoutText(payouts.allTime.count)} marked as paid.`,
            isSum: true,
          },
        ]}
      />
      <HeldBackNote heldBack={heldBack} />
    </Panel>
  );
}

/** The newest payouts, with a link to all. */
export function RecentPayouts({ payouts }: { payouts: OwnPayout[] }) {
  return (
    <Panel
      title="Recent payouts"
      aside={
        <Link to="/my-payouts" className="touch-target">
          All payouts
        </Link>
      }
    >
      {payouts.length === 0 ? (
        <p className={styles.nothing}>No payouts yet</p>
      ) : (
        <ul className={styles.recent}>
          {payouts.map((payout) => (
            <li key={payout.id}>
              <Link
                to="/statements/$payoutId"
                params={{ payoutId: payout.id }}
                className="touch-target"
              >
                {monthLabel(payout.periodStart)}
              </Link>
              <OwnPayoutState {...payout} />
              <span className={styles.amount}>{formatCents(payout.netPayoutCents)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
