import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#src/ui/elements/use-now.ts';
import { ErrorNotice, Notice } from '#src/ui/page/notice.tsx';
import { hasEnded } from '../subscriptions.rules.ts';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { BrowseMarketplace } from './browse-marketplace.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import styles from './my-subscriptions-page.module.css';
import { SubscriptionCard, SubscriptionCardSkeleton } from './subscription-card.tsx';
import { ownSubscriptionsQuery } from './subscriptions-queries.ts';

const FAILURE = 'Failed to load your subscriptions';

/** The fan's subscriptions. */
export function OwnSubscriptions() {
  const { data, error, refetch } = useQuery(ownSubscriptionsQuery);
  const now = new Date(useNow());
  const [cancelling, setCancelling] = useState<OwnSubscription | null>(null);
  const [isDialogOpen, { open, close }] = useDisclosure(false);
  const openDialog = (subscription: OwnSubscription) => {
    setCancelling(subscription);
    open();
  };

  if (error && !data) return <ErrorNotice title={FAILURE} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const running = data.filter((subscription) => !isOver(subscription, now)).toSorted(byUrgency);
  const ended = data.filter((subscription) => isOver(subscription, now));
  return (
    <>
      {running.length > 0 ? <Cards subscriptions={running} onCancel={openDialog} /> : <Empty />}
      {ended.length > 0 && (
        <section aria-labelledby="ended" className={styles.ended}>
          <h2 id="ended">Ended</h2>
          <Cards subscriptions={ended} again={listBuyable(ended, running)} onCancel={openDialog} />
        </section>
      )}
      <CancelDialog opened={isDialogOpen} subscription={cancelling} onClose={close} />
    </>
  );
}

// Payment issues first; the rest remains newest first.
const byUrgency = (subscription: OwnSubscription, other: OwnSubscription): number =>
  Number(other.status === 'past_due') - Number(subscription.status === 'past_due');

const isOver = ({ status, cancelAt }: OwnSubscription, now: Date): boolean =>
  hasEnded({ status, cancelAt: cancelAt === null ? null : new Date(cancelAt) }, now);

/** The last ended subscription to each influencer without a running one. */
function listBuyable(ended: OwnSubscription[], running: OwnSubscription[]): Set<string> {
  const seen = new Set(running.map(({ influencer }) => influencer.id));
  const buyable = ended.filter(({ influencer }) => {
    if (seen.has(influencer.id)) return false;
    seen.add(influencer.id);
    return true;
  });
  return new Set(buyable.map(({ id }) => id));
}

type CardsProps = {
  subscriptions: OwnSubscription[];
  /** The ids of those that can be bought again. */
  again?: Set<string>;
  onCancel: (subscription: OwnSubscription) => void;
};

const Cards = ({ subscriptions, again, onCancel }: CardsProps) => (
  <ul className={styles.grid}>
    {subscriptions.map((subscription) => (
      <SubscriptionCard
        key={subscription.id}
        subscription={subscription}
        canBuyAgain={subscription.isOffered && (again?.has(subscription.id) ?? false)}
        onCancel={() => onCancel(subscription)}
      />
    ))}
  </ul>
);

const Waiting = () => (
  <ul className={styles.grid} aria-busy="true" aria-label="Loading...">
    {Array.from({ length: 4 }, (_, index) => (
      <SubscriptionCardSkeleton key={index} />
    ))}
  </ul>
);

const Empty = () => (
  <Notice
    icon={Ticket}
    title="No Active Subscriptions"
    text="Find someone worth stepping behind the rope for."
  >
    <BrowseMarketplace />
  </Notice>
);
