import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ban, CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import type { OfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { officeActions } from '../office-subscriptions.rules.ts';
import type {
  AskedRefund,
  OfficeSubscription,
  SubscriptionPayment,
} from '../office-subscriptions.schema.ts';
import { RefundDialog } from './refund-dialog.tsx';
import styles from './subscriber-drawer.module.css';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberPayments } from './subscriber-payments.tsx';
import { SubscriberQuestion } from './subscriber-question.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import { nameOfFan } from './subscriber-words.ts';
import { subscriberQuery } from './subscribers-queries.ts';
import { WithdrawQuestion } from './withdraw-question.tsx';

/** What lies over the drawer. */
export type Over =
  | { ask: OfficeAction }
  | { refund: SubscriptionPayment }
  | { withdraw: AskedRefund }
  | null;

type SubscriberDrawerProps = { id: string | undefined; onClose: () => void };

/** A subscription with all that is known of it, and what the office can do with it. */
export function SubscriberDrawer({ id, onClose }: SubscriberDrawerProps) {
  const shown = useLastDefined(id);
  const [over, setOver] = useState<Over>(null);
  const [before, setBefore] = useState(id);
  // The browser's Back closes the drawer with what lies over it: the next one has nothing over it.
  if (id !== before) {
    setBefore(id);
    setOver(null);
  }
  return (
    <RecordDrawer
      opened={id !== undefined}
      size="38rem"
      isCovered={over !== null}
      onClose={onClose}
    >
      {shown !== undefined && <OpenSubscription key={shown} {...{ id: shown, over, setOver }} />}
    </RecordDrawer>
  );
}

type OpenSubscriptionProps = { id: string; over: Over; setOver: (over: Over) => void };

function OpenSubscription({ id, over, setOver }: OpenSubscriptionProps) {
  const query = useQuery(subscriberQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? <bdi>{nameOfFan(data.subscriber)}</bdi> : 'Subscription'}
      subtitle={
        data && (
          <>
            subscribed to <bdi>{data.influencer.fullName}</bdi>
          </>
        )
      }
      text={{
        loading: 'Loading the subscription',
        failure: 'Failed to fetch the subscription',
        missing: 'This subscription no longer exists, or is not yours to see.',
      }}
    >
      {(subscription) => <Details subscription={subscription} over={over} setOver={setOver} />}
    </RecordInDrawer>
  );
}

type DetailsProps = {
  subscription: OfficeSubscription;
  over: Over;
  setOver: (over: Over) => void;
};

function Details({ subscription, over, setOver }: DetailsProps) {
  const close = () => setOver(null);
  const { id } = subscription;
  return (
    <>
      <div className={styles.state}>
        <SubscriberState subscription={subscription} />
        <Actions subscription={subscription} onAsk={(ask) => setOver({ ask })} />
      </div>
      <SubscriberFacts subscription={subscription} />
      <section>
        <h3>Payments</h3>
        <SubscriberPayments
          id={id}
          onRefund={(refund) => setOver({ refund })}
          onWithdraw={(withdraw) => setOver({ withdraw })}
        />
      </section>
      <SubscriberQuestion
        subscription={subscription}
        action={over && 'ask' in over ? over.ask : null}
        onClose={close}
      />
      <RefundDialog
        subscription={subscription}
        payment={over && 'refund' in over ? over.refund : null}
        onClose={close}
      />
      <WithdrawQuestion
        id={id}
        refund={over && 'withdraw' in over ? over.withdraw : null}
        onClose={close}
      />
    </>
  );
}

const BUTTONS: Record<OfficeAction, { label: string; icon: typeof Ban }> = {
  suspend: { label: 'Suspend', icon: CirclePause },
  reactivate: { label: 'Reactivate', icon: CirclePlay },
  end: { label: 'Cancel Subscription', icon: Ban },
};

type ActionsProps = { subscription: OfficeSubscription; onAsk: (action: OfficeAction) => void };

function Actions({ subscription: { status, cancelAt }, onAsk }: ActionsProps) {
  const now = new Date(useNow());
  const state = { status, cancelAt: cancelAt === null ? null : new Date(cancelAt) };
  return (
    <div className={styles.actions}>
      {officeActions(state, now).map((action) => {
        const { label, icon: Icon } = BUTTONS[action];
        return (
          <Button
            key={action}
            size="xs"
            radius="xl"
            variant={action === 'reactivate' ? 'filled' : 'default'}
            leftSection={<Icon size={15} aria-hidden="true" />}
            onClick={() => onAsk(action)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
