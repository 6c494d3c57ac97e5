import { formatCents, MERCHANT_FEE_PERCENT } from '#src/lib/money.ts';
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
  return (
    <Panel title="How your share comes about">
      <Lines
        label="How your share comes about"
        lines={[
          {
            label: 'Paid by fans',
            value: formatCents(money.grossCents),
            meaning: 'The sum of all payments of fans for you in the range.',
          },
          {
            label: 'Taken back',
            value: minus(refundedCents + disputedCents - disputesWonCents),
            meaning:
              'Refunds, and payments that a fan’s bank took back, less disputes that were won. It counts when it happened, whenever the payment was.',
            note: reversalsText(money),
          },
          {
            label: 'Merchant fees',
            value: minus(money.merchantFeeCents),
            meaning: `${MERCHANT_FEE_PERCENT}% of each payment, rounded down to the cent. Of what is taken back, its part comes back.`,
          },
          {
            label: "Agency's commission",
            value: minus(money.platformCommissionCents),
            meaning:
              'Of what the merchant fee leaves of each payment, the percentage of your plan on that day, rounded down to the cent. Of what is taken back, its part comes back.',
          },
          {
            label: 'Your share',
            value: formatCents(money.shareCents),
            meaning: 'The sum of the lines above.',
            isSum: true,
          },
        ]}
      />
    </Panel>
  );
}
