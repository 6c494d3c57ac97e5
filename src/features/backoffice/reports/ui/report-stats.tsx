import { Coins, Heart, HeartCrack, Landmark, Sparkles, UserRound } from 'lucide-react';
import {
  churnLabel,
  describeChange,
  describeChurn,
  formatDays,
} from '#src/features/money/earnings/ui/earnings-text.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { StatCard, StatCards } from '#src/ui/page/stat-card.tsx';
import type { Report } from '../reports.schema.ts';
import { DEFINITIONS } from './definitions.ts';

/** The main figures of a report, the agency's first. */
export function ReportStats({ report }: { report: Report }) {
  const { money, subscribers, before, lifetimeValueCents } = report;
  const compare = (now: number, earlier: number | undefined) =>
    before && earlier !== undefined ? (
      <span>
        {describeChange(now, earlier)} {formatDays(before)}
      </span>
    ) : null;
  return (
    <StatCards label="Figures for this period">
      <StatCard
        label="Commission"
        icon={Landmark}
        value={formatCents(money.platformCommissionCents)}
        meaning={DEFINITIONS.Commission}
      >
        {compare(money.platformCommissionCents, before?.money.platformCommissionCents)}
      </StatCard>
      <StatCard
        label="Paid by fans"
        icon={Coins}
        value={formatCents(money.grossCents)}
        meaning={DEFINITIONS['Paid by fans']}
      >
        {compare(money.grossCents, before?.money.grossCents)}
      </StatCard>
      <StatCard
        label="Influencers’ share"
        icon={Sparkles}
        value={formatCents(money.shareCents)}
        meaning={DEFINITIONS['Influencers’ share']}
      >
        {compare(money.shareCents, before?.money.shareCents)}
      </StatCard>
      <StatCard
        label="Subscribers"
        icon={Heart}
        value={formatNumber(subscribers.atEnd)}
        meaning={DEFINITIONS.Subscribers}
      >
        <span>
          {formatNumber(subscribers.gained)} gained, {formatNumber(subscribers.lost)} lost
        </span>
        <span>{formatNumber(report.activeSubscribers)} active today</span>
      </StatCard>
      <StatCard
        label="Monthly churn"
        icon={HeartCrack}
        value={churnLabel(subscribers)}
        meaning={DEFINITIONS['Monthly churn']}
      >
        <span>{describeChurn(subscribers, report.series.unit)}</span>
      </StatCard>
      <StatCard
        label="Lifetime value"
        icon={UserRound}
        value={lifetimeValueCents === null ? '–' : formatCents(lifetimeValueCents)}
        meaning={DEFINITIONS['Lifetime value']}
      />
    </StatCards>
  );
}
