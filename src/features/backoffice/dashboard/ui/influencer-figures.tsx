import { CalendarRange, Coins, Heart, ListTodo, PiggyBank, UsersRound } from 'lucide-react';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { StatCard, StatCards } from '#src/ui/page/stat-card.tsx';
import type { InfluencerDashboard } from '../dashboard.schema.ts';

const SHARE =
  'your share of what fans paid, after the merchant fee, the commission, refunds and disputes';

/** An influencer's six figures with explanations. */
export function InfluencerFigures({ figures }: { figures: InfluencerDashboard }) {
  const { earnings, activeSubscribers, tasksOpen, tasksCompleted, totalFollowers } = figures;
  return (
    <StatCards label="Figures">
      <StatCard
        label="Monthly earnings"
        icon={Coins}
        value={formatCents(earnings.monthCents)}
        meaning={`Since the first of this month (UTC): ${SHARE}.`}
        to="/earnings"
      />
      <StatCard
        label="Yearly earnings"
        icon={CalendarRange}
        value={formatCents(earnings.yearCents)}
        meaning={`Since January 1 (UTC): ${SHARE}.`}
      />
      <StatCard
        label="Lifetime earnings"
        icon={PiggyBank}
        value={formatCents(earnings.lifetimeCents)}
        meaning={`Since your first subscriber: ${SHARE}. Includes what hasn’t been paid out yet.`}
      />
      <StatCard
        label="Subscribers"
        icon={Heart}
        value={formatNumber(activeSubscribers)}
        meaning="Fans with an active subscription to you. Paused, past-due and cancelled ones don’t count."
      />
      <StatCard
        label="Open tasks"
        icon={ListTodo}
        value={formatNumber(tasksOpen)}
        meaning="Tasks waiting for you: assigned or in progress."
        to="/my-tasks"
      >
        <span>{formatNumber(tasksCompleted)} completed</span>
      </StatCard>
      <StatCard
        label="Total followers"
        icon={UsersRound}
        value={abbreviateCount(totalFollowers)}
        meaning="Instagram followers, TikTok followers and YouTube subscribers, as listed in your profile."
      />
    </StatCards>
  );
}
