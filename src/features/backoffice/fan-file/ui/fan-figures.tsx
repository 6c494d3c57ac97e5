import { Coins, Eye, HeartHandshake, MessageSquare, Receipt } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { StatCard, StatCards } from '#src/ui/page/stat-card.tsx';
import type { Fan } from '../fan-file.schema.ts';

/** What a fan has paid and done, with the definitions of the figures. */
export function FanFigures({ figures }: { figures: Fan['figures'] }) {
  const isLimited = useSession()?.isLimited ?? false;
  const scope = isLimited ? ' Only your influencers are included.' : '';
  const { paidCents, refundedCents, disputedCents, liveSubscriptions } = figures;
  return (
    <StatCards label="Figures">
      <StatCard
        label="Lifetime value"
        icon={Coins}
        value={formatCents(figures.lifetimeCents)}
        meaning={`Everything the fan has paid, less refunds and disputes, to the cent as in the ledger. Fees, the commission and the influencer’s share are included.${scope}`}
      >
        <span>Paid {formatCents(paidCents)}</span>
        {refundedCents !== 0 && <span>Refunds {formatCents(refundedCents)}</span>}
        {disputedCents !== 0 && <span>Disputes {formatCents(disputedCents)}</span>}
      </StatCard>
      <StatCard
        label="Payments"
        icon={Receipt}
        value={formatNumber(figures.payments)}
        meaning={`Payments in the ledger, including those that were refunded later. Failed ones are not counted.${scope}`}
      />
      <StatCard
        label="Subscriptions"
        icon={HeartHandshake}
        value={formatNumber(figures.subscriptions)}
        meaning={`All subscriptions the fan ever had.${scope}`}
      >
        <span>{formatNumber(liveSubscriptions)} not ended</span>
      </StatCard>
      <StatCard
        label="Posts seen"
        icon={Eye}
        value={formatNumber(figures.views)}
        meaning={`Posts the fan has seen in the last 12 months, each counted once.${scope}`}
      />
      <StatCard
        label="Messages"
        icon={MessageSquare}
        value={formatNumber(figures.messages)}
        meaning="Messages of the contact form with the fan’s address. The sender isn’t verified."
      />
    </StatCards>
  );
}
