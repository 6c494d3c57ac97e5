import { useQuery } from '@tanstack/react-query';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { PayoutReview } from '../payout-changes.schema.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import styles from './payout-dialogs.module.css';
import { payoutReviewQuery } from './payouts-queries.ts';

export type ReviewedPayout = Pick<PayoutRow, 'id' | 'payeeName' | 'periodStart' | 'netPayoutCents'>;

const sum = <T,>(rows: T[], cents: (row: T) => number) =>
  rows.reduce((total, row) => total + cents(row), 0);

/** The amount of payouts, and what has happened with their influencers since they were made. */
export function PayoutReviewFacts({ payouts }: { payouts: ReviewedPayout[] }) {
  const { data, error } = useQuery(payoutReviewQuery(payouts.map(({ id }) => id)));
  const [only] = payouts;
  return (
    <dl className={styles.facts} aria-busy={!data && !error}>
      {only && payouts.length === 1 ? (
        <>
          <div>
            <dt>Influencer</dt>
            <dd>
              <bdi>{only.payeeName}</bdi>
            </dd>
          </div>
          <div>
            <dt>Period</dt>
            <dd>{monthLabel(only.periodStart)}</dd>
          </div>
        </>
      ) : (
        <div>
          <dt>Payouts</dt>
          <dd>{payouts.length}</dd>
        </div>
      )}
      <div data-sum>
        <dt>Net payout</dt>
        <dd>{formatCents(sum(payouts, ({ netPayoutCents }) => netPayoutCents))}</dd>
      </div>
      {error && (
        <div>
          <dt>Balance and disputes</dt>
          <dd>Failed to load</dd>
        </div>
      )}
      {data && <Review reviews={data} />}
    </dl>
  );
}

function Review({ reviews }: { reviews: PayoutReview[] }) {
  const disputes = sum(reviews, ({ openDisputes }) => openDisputes);
  const indebted = reviews.filter(({ balanceCents }) => balanceCents < 0);
  const reversed = sum(reviews, ({ reversedSinceCents }) => reversedSinceCents);
  return (
    <>
      <div>
        <dt>Balance besides payouts</dt>
        <dd>
          {formatCents(sum(reviews, ({ balanceCents }) => balanceCents))}
          {indebted.length > 0 && (
            <small>
              {reviews.length > 1 && `${pluralize(indebted.length, 'influencer', 'influencers')}: `}
              More was refunded or disputed than earned since.
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Open disputes</dt>
        <dd>
          {disputes === 0
            ? 'None'
            : `${disputes}, ${formatCents(sum(reviews, ({ disputedCents }) => disputedCents))}`}
        </dd>
      </div>
      <div>
        <dt>Reversed since it was made</dt>
        <dd>{reversed === 0 ? 'Nothing' : formatCents(-reversed)}</dd>
      </div>
    </>
  );
}
