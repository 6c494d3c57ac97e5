import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatPercent } from '#src/lib/locale/numbers.ts';
import { MERCHANT_FEE_PERCENT } from '#src/lib/money.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import { isPlanShown } from '../earnings.rules.ts';
import type { Earnings } from '../earnings.schema.ts';
import { Lines } from './earnings-lines.tsx';
import styles from './earnings-page.module.css';
import { describeEstimate } from './earnings-text.ts';

/** The active plan, the division of each payment, and the estimated revenue of a month. */
export function EarningsPlanPanels({ earnings }: { earnings: Earnings }) {
  const { plan, activeSubscribers } = earnings;
  if (!plan || !isPlanShown(plan)) return null;
  const { split, priceMonthlyCents, platformCommissionPercent, plannedCommission } = plan;
  return (
    <div className={styles.pair}>
      <Panel title="Your plan" aside={<span className={styles.aside}>Of each payment</span>}>
        <Lines
          label="Of each payment"
          lines={[
            {
              label: 'Price per month',
              value: formatCents(priceMonthlyCents),
              meaning:
                'What new subscribers pay. Existing subscribers keep the price they started with.',
            },
            {
              label: 'Merchant fee',
              value: formatCents(-split.merchantFeeCents || 0),
              meaning: `${MERCHANT_FEE_PERCENT}% of the price, rounded down to the cent.`,
            },
            {
              label: 'Commission',
              value: formatCents(-split.platformCents || 0),
              meaning: `${formatPercent(platformCommissionPercent)} of what’s left after the merchant fee, rounded down to the cent.`,
              note: formatPercent(platformCommissionPercent),
            },
            {
              label: 'Your share',
              value: formatCents(split.influencerCents),
              meaning: 'The price minus the merchant fee and the commission.',
              isSum: true,
            },
          ]}
        />
        {plannedCommission && (
          <p className={styles.formula}>
            The commission is {formatPercent(plannedCommission.percent)} for payments from{' '}
            {formatUtcDate(plannedCommission.effectiveFrom)}.
          </p>
        )}
      </Panel>
      <Panel title="Estimated monthly revenue">
        <p className={styles.estimate}>{formatCents(plan.estimatedMonthlyRevenueCents)}</p>
        <p className={styles.formula}>{describeEstimate({ activeSubscribers, plan })}</p>
      </Panel>
    </div>
  );
}
