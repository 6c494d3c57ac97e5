import { Coins, Heart, HeartCrack, ReceiptText, UserRound, Wallet } from 'lucide-react';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import { StatCard, StatCards } from '#src/ui/page/stat-card.tsx';
import type { Earnings } from '../earnings.schema.ts';
import {
  CHURN_MEANING,
  churnLabel,
  describeChange,
  describeChurn,
  formatDays,
} from './earnings-text.ts';

/** The six main figures of the range, each with its explanation. */
export function EarningsStats({ earnings }: { earnings: Earnings }) {
  const { money, subscribers, averageCents, before, isRunning } = earnings;
  const number = (count: number) => formatNumber(count);
  const end = isRunning ? 'now' : 'at its end';
  return (
    <StatCards label="Figures for this period">
      <StatCard
        label="Your share"
        icon={Wallet}
        value={formatCents(money.shareCents)}
        meaning="What fans paid for you in this period, minus refunds, disputes, merchant fees and commission."
      >
        {before && (
          <span>
            {describeChange(money.shareCents, before.shareCents)} {formatDays(before)}
          </span>
        )}
      </StatCard>
      <StatCard
        label="Paid by fans"
        icon={Coins}
        value={formatCents(money.grossCents)}
        meaning="Everything fans paid for subscriptions to you in this period, before any deductions."
      />
      <StatCard
        label="Payments"
        icon={ReceiptText}
        value={number(money.payments)}
        meaning="Successful payments from fans in this period. Each one covers a month."
      />
      <StatCard
        label="Subscribers"
        icon={Heart}
        value={number(subscribers.atEnd)}
        meaning={`Fans whose subscription hasn’t ended ${end}: ${number(subscribers.atStart)} at the start, ${number(subscribers.gained)} gained and ${number(subscribers.lost)} lost. Paused and past-due ones count; deleted accounts don’t.`}
      >
        <span>
          {number(subscribers.gained)} gained, {number(subscribers.lost)} lost
        </span>
        <span>{number(earnings.activeSubscribers)} active today</span>
      </StatCard>
      <StatCard
        label="Monthly churn"
        icon={HeartCrack}
        value={churnLabel(subscribers)}
        meaning={CHURN_MEANING}
      >
        <span>{describeChurn(subscribers, earnings.series.unit)}</span>
      </StatCard>
      <StatCard
        label="Average per subscriber"
        icon={UserRound}
        value={averageCents === null ? '–' : formatCents(averageCents)}
        meaning={
          averageCents === null
            ? 'Your share divided by the number of fans who paid. No one paid in this period.'
            : `Your share divided by the ${pluralize(subscribers.paying, 'fan', 'different fans')} who paid in this period.`
        }
      />
    </StatCards>
  );
}
