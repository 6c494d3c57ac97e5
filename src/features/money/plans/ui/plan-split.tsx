import type { CSSProperties } from 'react';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { MERCHANT_FEE_PERCENT, splitPrice } from '#src/lib/money.ts';
import styles from './plan-split.module.css';

type PlanSplitProps = { priceCents: number; commissionPercent: number };

/** How one payment is divided, in cents. */
export function PlanSplit({ priceCents, commissionPercent }: PlanSplitProps) {
  const split = splitPrice(priceCents, commissionPercent);
  const parts = [
    {
      id: 'fee',
      name: 'Merchant fee',
      of: `${MERCHANT_FEE_PERCENT}%`,
      cents: split.merchantFeeCents,
    },
    {
      id: 'agency',
      name: 'Agency',
      of: `${commissionPercent}% commission`,
      cents: split.platformCents,
    },
    { id: 'influencer', name: 'Influencer', of: null, cents: split.influencerCents },
  ];
  return (
    <div className={styles.split}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ id, cents }) => (
          <span key={id} data-part={id} style={{ flexGrow: cents } as CSSProperties} />
        ))}
      </div>
      <dl className={styles.parts} aria-label="Of one payment">
        {parts.map(({ id, name, of, cents }) => (
          <div key={id} data-part={id}>
            <dt>
              {name} {of && <small>{of}</small>}
            </dt>
            <dd>{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
