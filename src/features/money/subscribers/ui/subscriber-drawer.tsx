import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ban, CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import type { BackOfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import { availableActions } from '../back-office-subscriptions.rules.ts';
import type {
  RequestedRefund,
  BackOfficeSubscription,
  SubscriptionPayment,
} from '../back-office-subscriptions.schema.ts';
import recordStyles from '#src/ui/dialogs/record-drawer.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import { SubscriberActionDialog } from './subscriber-action-dialog.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberPayments } from './subscriber-payments.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import { fanName } from './subscriber-text.ts';
import { subscriberQuery } from './subscribers-queries.ts';
import { UnconfirmedChange } from './unconfirmed-change.tsx';
import { WithdrawRefundDialog } from './withdraw-refund-dialog.tsx';

/** The dialog above the drawer. */
export type OpenDialog =
  | { action: BackOfficeAction }
  | { refund: SubscriptionPayment }
  | { withdraw: RequestedRefund }
  | null;

type SubscriberDrawerProps = { id: string | undefined; onClose: () => void };

/** A subscription with all its data, and the back office's actions. */
export function SubscriberDrawer({ id, onClose }: SubscriberDrawerProps) {
  const shown = useLastDefined(id);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [before, setBefore] = useState(id);
  // The browser's Back closes the drawer and its dialog: the next drawer opens without one.
  if (id !== before) {
    setBefore(id);
    setDialog(null);
  }
  return (
    <RecordDrawer
      opened={id !== undefined}
      size="38rem"
      isCovered={dialog !== null}
      onClose={onClose}
    >
      {shown !== undefined && (
        <OpenSubscription key={shown} {...{ id: shown, dialog, setDialog }} />
      )}
    </RecordDrawer>
  );
}

type OpenSubscriptionProps = {
  id: string;
  dialog: OpenDialog;
  setDialog: (dialog: OpenDialog) => void;
};

function OpenSubscription({ id, dialog, setDialog }: OpenSubscriptionProps) {
  const query = useQuery(subscriberQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? <bdi>{fanName(data.subscriber)}</bdi> : 'Subscription'}
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
        missing: 'This subscription no longer exists, or you don’t have access to it.',
      }}
    >
      {(subscription) => (
        <Details subscription={subscription} dialog={dialog} setDialog={setDialog} />
      )}
    </RecordInDrawer>
  );
}

type DetailsProps = {
  subscription: BackOfficeSubscription;
  dialog: OpenDialog;
  setDialog: (dialog: OpenDialog) => void;
};

function Details({ subscription, dialog, setDialog }: DetailsProps) {
  const close = () => setDialog(null);
  const { id } = subscription;
  return (
    <>
      <div>
        <SubscriberState subscription={subscription} />
      </div>
      {subscription.unconfirmedSince && (
        <UnconfirmedChange
          subscriptionId={id}
          provider={subscription.provider}
          since={subscription.unconfirmedSince}
        />
      )}
      <Actions subscription={subscription} onAction={(action) => setDialog({ action })} />
      <SubscriberFacts subscription={subscription} />
      <section>
        <h3>Payments</h3>
        <SubscriberPayments
          id={id}
          onRefund={(refund) => setDialog({ refund })}
          onWithdraw={(withdraw) => setDialog({ withdraw })}
        />
      </section>
      <SubscriberActionDialog
        subscription={subscription}
        action={dialog && 'action' in dialog ? dialog.action : null}
        onClose={close}
      />
      <RefundDialog
        subscription={subscription}
        payment={dialog && 'refund' in dialog ? dialog.refund : null}
        onClose={close}
      />
      <WithdrawRefundDialog
        id={id}
        refund={dialog && 'withdraw' in dialog ? dialog.withdraw : null}
        onClose={close}
      />
    </>
  );
}

const BUTTONS: Record<BackOfficeAction, { label: string; icon: typeof Ban }> = {
  suspend: { label: 'Suspend', icon: CirclePause },
  reactivate: { label: 'Reactivate', icon: CirclePlay },
  end: { label: 'Cancel Subscription', icon: Ban },
};

type ActionsProps = {
  subscription: BackOfficeSubscription;
  onAction: (action: BackOfficeAction) => void;
};

function Actions({ subscription: { status, cancelAt }, onAction }: ActionsProps) {
  const now = new Date(useNow());
  const state = { status, cancelAt: cancelAt === null ? null : new Date(cancelAt) };
  const available = availableActions(state, now);
  if (available.length === 0) return null;
  return (
    <div className={recordStyles.actions}>
      {available.map((action) => {
        const { label, icon: Icon } = BUTTONS[action];
        return (
          <Button
            key={action}
            size="xs"
            radius="xl"
            variant={action === 'reactivate' ? 'filled' : 'default'}
            leftSection={<Icon size={15} aria-hidden="true" />}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
