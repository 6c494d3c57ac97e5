import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { Logo } from '#src/ui/public/logo.tsx';
import { payoutNumber, periodLabel } from '../../payouts.rules.ts';
import type { PayoutRow } from '../../payouts.schema.ts';
import { PayoutStatusBadge } from '../payout-status.tsx';
import styles from './statement.module.css';

/** The payee, the period and the amount. */
export function StatementHead({ payout }: { payout: PayoutRow }) {
  return (
    <header className={styles.head}>
      <div className={styles.letterhead}>
        <Logo />
        <div>
          <h1 id="statement-title">Payout Statement</h1>
          <p className={styles.number}>{payoutNumber(payout)}</p>
        </div>
      </div>
      <div className={styles.summary}>
        <Facts payout={payout} />
        <Sums payout={payout} />
      </div>
    </header>
  );
}

const Facts = ({ payout }: { payout: PayoutRow }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Payee</dt>
      <dd>
        <bdi>{payout.payeeName}</bdi>
        {payout.payeeEmail && <small>{payout.payeeEmail}</small>}
      </dd>
    </div>
    <div>
      <dt>Period</dt>
      <dd>{periodLabel(payout.periodStart, payout.periodEnd)}</dd>
    </div>
    <div>
      <dt>Subscriptions</dt>
      <dd>{formatNumber(payout.totalSubscriptions)}</dd>
    </div>
    <div>
      <dt>Status</dt>
      <dd>
        <PayoutStatusBadge {...payout} />
      </dd>
    </div>
    {payout.paidAt && (
      <div>
        <dt>Paid at</dt>
        <dd>
          <time dateTime={payout.paidAt}>{formatUtcDate(payout.paidAt)}</time>
          {payout.paidBy && (
            <small>
              by <bdi>{payout.paidBy}</bdi>
            </small>
          )}
        </dd>
      </div>
    )}
    {payout.notes && (
      <div>
        <dt>Notes</dt>
        <dd className={styles.notes} dir="auto">
          {payout.notes}
        </dd>
      </div>
    )}
  </dl>
);

const Sums = ({ payout }: { payout: PayoutRow }) => (
  <dl className={styles.sums}>
    <div>
      <dt>Gross revenue</dt>
      <dd>{formatCents(payout.grossRevenueCents)}</dd>
    </div>
    <div>
      <dt>Merchant fee</dt>
      <dd>{formatCents(-payout.merchantFeeCents)}</dd>
    </div>
    <div>
      <dt>Commission</dt>
      <dd>{formatCents(-payout.platformCommissionCents)}</dd>
    </div>
    {payout.adjustmentCents !== 0 && (
      <div>
        <dt>Adjustments</dt>
        <dd>{formatCents(payout.adjustmentCents)}</dd>
      </div>
    )}
    {payout.reserveReleasedCents > 0 && (
      <div>
        <dt>Reserve released</dt>
        <dd>{formatCents(payout.reserveReleasedCents)}</dd>
      </div>
    )}
    {payout.reserveHeldCents > 0 && payout.reserveReleaseAt && (
      <div>
        <dt>
          Reserve held <small>until {formatUtcDate(payout.reserveReleaseAt)}</small>
        </dt>
        <dd>{formatCents(-payout.reserveHeldCents)}</dd>
      </div>
    )}
    <div data-net>
      <dt>Net payout</dt>
      <dd>{formatCents(payout.netPayoutCents)}</dd>
    </div>
  </dl>
);
