import { Button, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ticket } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { PageHead } from '#src/ui/page-head.tsx';
import type { OwnSubscription } from '../subscriptions.schema.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import styles from './my-subscriptions-page.module.css';
import { SubscriptionCard, SubscriptionCardSkeleton } from './subscription-card.tsx';
import { ownSubscriptionsQuery } from './subscriptions-queries.ts';
import { useCheckoutReturn } from './use-checkout-return.ts';

export function MySubscriptionsPage() {
  const confirming = useCheckoutReturn();
  const { data, error, refetch } = useQuery(ownSubscriptionsQuery);
  const [cancelling, setCancelling] = useState<OwnSubscription | null>(null);
  const [asking, { open, close }] = useDisclosure(false);
  const ask = (subscription: OwnSubscription) => {
    setCancelling(subscription);
    open();
  };

  useEffect(() => {
    if (!error) return;
    toast.error('Error', { id: 'subscriptions', description: 'Failed to load your subscriptions' });
  }, [error]);

  return (
    <div className={styles.page}>
      <PageHead title="My Subscriptions">
        <Button component={Link} to="/marketplace" variant="default" radius="xl">
          Browse Marketplace
        </Button>
      </PageHead>
      <div role="status">
        {confirming && (
          <p className={styles.confirming}>
            <Loader size="xs" aria-hidden="true" /> Confirming your payment…
          </p>
        )}
      </div>
      {error && !data ? (
        <Failure onRetry={() => void refetch()} />
      ) : data?.length === 0 && !confirming ? (
        <Empty />
      ) : (
        <Cards subscriptions={data} onCancel={ask} />
      )}
      <CancelDialog opened={asking} subscription={cancelling} onClose={close} />
    </div>
  );
}

type CardsProps = {
  subscriptions: OwnSubscription[] | undefined;
  onCancel: (subscription: OwnSubscription) => void;
};

function Cards({ subscriptions, onCancel }: CardsProps) {
  if (!subscriptions) {
    return (
      <ul className={styles.grid} aria-busy="true" aria-label="Loading...">
        {Array.from({ length: 4 }, (_, index) => (
          <SubscriptionCardSkeleton key={index} />
        ))}
      </ul>
    );
  }
  const running = subscriptions.filter(({ status }) => status !== 'cancelled');
  const ended = subscriptions.filter(({ status }) => status === 'cancelled');
  const cards = (list: OwnSubscription[]) => (
    <ul className={styles.grid}>
      {list.map((subscription) => (
        <SubscriptionCard
          key={subscription.id}
          subscription={subscription}
          onCancel={() => onCancel(subscription)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {running.length > 0 && cards(running)}
      {ended.length > 0 && (
        <section aria-labelledby="ended" className={styles.ended}>
          <h2 id="ended">Ended</h2>
          {cards(ended)}
        </section>
      )}
    </>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h2>Failed to load your subscriptions</h2>
      <p>Check your connection, then try once more.</p>
      <Button onClick={onRetry} radius="xl">
        Try again
      </Button>
    </div>
  );
}

function Empty() {
  return (
    <div className={styles.message}>
      <Ticket size={34} strokeWidth={1.3} aria-hidden="true" />
      <h2>No Active Subscriptions</h2>
      <p>Find someone worth stepping behind the rope for.</p>
      <Button component={Link} to="/marketplace" radius="xl">
        Browse Marketplace
      </Button>
    </div>
  );
}
