import { useQuery } from '@tanstack/react-query';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { PayoutChange, PayoutReview } from '../payout-changes.schema.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import styles from './payout-dialogs.module.css';
import { TaxDetailsLink } from './payout-status.tsx';
import { payoutReviewQuery } from './payouts-queries.ts';

export type ReviewedPayout = Pick<
  PayoutRow,
  'id' | 'influencerId' | 'payeeName' | 'periodStart' | 'netPayoutCents'
>;

const sum = <T,>(rows: T[], cents: (row: T) => number) =>
  rows.reduce((total, row) => total + cents(row), 0);

type PayoutReviewFactsProps = { payouts: ReviewedPayout[]; change: PayoutChange };

/** The amount of payouts, and what has happened with their influencers since they were made. */
export function PayoutReviewFacts({ payouts, change }: PayoutReviewFactsProps) {
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
      {data && (change === 'send' || change === 'pay') && (
        <WithoutTaxDetails payouts={payouts} reviews={data} />
      )}
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

/** The most names of influencers in a row of facts. */
const NAMES = 8;

type WithoutTaxDetailsProps = { payouts: ReviewedPayout[]; reviews: PayoutReview[] };

/** The payouts that are refused because they wait for tax details, with links to these. */
function WithoutTaxDetails({ payouts, reviews }: WithoutTaxDetailsProps) {
  const waiting = new Set(reviews.filter((each) => each.needsTaxDetails).map(({ id }) => id));
  const refused = payouts.filter(({ id }) => waiting.has(id));
  const payees = [...new Map(refused.map((payout) => [payout.influencerId, payout])).values()];
  if (refused.length === 0) return null;
  return (
    <div>
      <dt>Without tax details</dt>
      <dd>
        {payees.slice(0, NAMES).map(({ id, influencerId, payeeName }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {influencerId ? (
              <TaxDetailsLink influencerId={influencerId}>
                <bdi>{payeeName}</bdi>
              </TaxDetailsLink>
            ) : (
              <bdi>{payeeName}</bdi>
            )}
          </span>
        ))}
        {payees.length > NAMES && ` and ${payees.length - NAMES} more`}
        <small>
          {refused.length === payouts.length
            ? 'Confirm their tax details first.'
            : `${pluralize(refused.length, 'payout is', 'payouts are')} left out until their tax details are confirmed.`}
        </small>
      </dd>
    </div>
  );
}
