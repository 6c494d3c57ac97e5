import { formatCents } from '#src/lib/locale/numbers.ts';
import { MERCHANT_FEE_PERCENT } from '#src/lib/money.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Money } from '../earnings.schema.ts';
import { Lines } from './earnings-lines.tsx';

const minus = (cents: number): string => formatCents(cents === 0 ? 0 : -cents);

/** Refunds and disputes, each with its amount; null without any. */
function reversalsText({ refundedCents, disputedCents, disputesWonCents }: Money): string {
  return [
    refundedCents > 0 && `${formatCents(refundedCents)} refunded`,
    disputedCents > 0 && `${formatCents(disputedCents)} disputed`,
    disputesWonCents > 0 && `${formatCents(disputesWonCents)} won back`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** From what fans paid to the influencer's share, laid out like an invoice. */
export function EarningsBreakdown({ money }: { money: Money }) {
  const { refundedCents, disputedCents, disputesWonCents } = money;
  const correctedCents = money.adjustmentCents + money.writeOffCents;
  return (
    <Panel title="How your share is calculated">
      <Lines
        label="How your share is calculated"
        lines={[
          {
            label: 'Paid by fans',
            value: formatCents(money.grossCents),
            meaning: 'All payments fans made for you in this period.',
          },
          {
            label: 'Refunds and disputes',
            value: minus(
              refundedCents + disputedCents - disputesWonCents - money.overReturnedCents,
            ),
            meaning:
              'Refunds and payments disputed with a fan’s bank, minus disputes that were won. Counted when they happened, whatever the date of the payment.',
            note: reversalsText(money),
          },
          {
            label: 'Merchant fees',
            value: minus(money.merchantFeeCents),
            meaning: `${MERCHANT_FEE_PERCENT}% of each payment, rounded down to the cent. Refunds and disputes return it proportionally.`,
          },
          {
            label: 'Commission',
            value: minus(money.platformCommissionCents),
            meaning:
              'Your plan’s percentage on the day of each payment, taken after the merchant fee and rounded down to the cent. Refunds and disputes return it proportionally.',
          },
          {
            label: 'Your share',
            value: formatCents(money.shareCents),
            meaning: 'The total of the lines above.',
            isSum: true,
          },
          ...(correctedCents === 0
            ? []
            : [
                {
                  label: 'Adjustments',
                  value: formatCents(correctedCents),
                  meaning:
                    'Bonuses, goodwill payments and balances we wrote off, minus deductions. Your payout statement lists each of them.',
                },
                {
                  label: 'Total earned',
                  value: formatCents(money.shareCents + correctedCents),
                  meaning: 'Your share plus the adjustments.',
                  isSum: true,
                },
              ]),
        ]}
      />
    </Panel>
  );
}
