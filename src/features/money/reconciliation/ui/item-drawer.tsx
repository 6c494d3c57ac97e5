import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import {
  describeSide,
  DIFFERENCE_LABELS,
  KIND_LABELS,
  PROVIDER_LABELS,
} from '../reconciliation.rules.ts';
import type { ReconciliationItem, RecordSide } from '../reconciliation.schema.ts';
import { ItemState } from './reconciliation-badges.tsx';
import { reconciliationItemQuery } from './reconciliation-queries.ts';
import styles from './reconciliation.module.css';

type ItemDrawerProps = {
  id: string | undefined;
  onSettle: (item: ReconciliationItem) => void;
  onClose: () => void;
};

/** A difference with both sides beside each other, and what belongs to it. */
export function ItemDrawer({ id, onSettle, onClose }: ItemDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="38rem" onClose={onClose}>
      {shown !== undefined && <OpenItem key={shown} id={shown} onSettle={onSettle} />}
    </RecordDrawer>
  );
}

function OpenItem({ id, onSettle }: { id: string; onSettle: ItemDrawerProps['onSettle'] }) {
  const query = useQuery(reconciliationItemQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? DIFFERENCE_LABELS[data.difference] : 'Difference'}
      subtitle={
        data && `${KIND_LABELS[data.kind]}, ${PROVIDER_LABELS[data.provider] ?? data.provider}`
      }
      text={{
        loading: 'Loading the difference',
        failure: 'Failed to fetch the difference',
        missing: 'This difference doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(item) => (
        <>
          <div>
            <ItemState status={item.status} />
          </div>
          <div className={styles.sides}>
            <Side title="Provider" side={item.theirs} />
            <Side title="Our ledger" side={item.ours} />
          </div>
          <Facts item={item} />
          {item.status === 'open' && (
            <div>
              <Button radius="xl" onClick={() => onSettle(item)}>
                Settle
              </Button>
            </div>
          )}
        </>
      )}
    </RecordInDrawer>
  );
}

const Side = ({ title, side }: { title: string; side: RecordSide | null }) => (
  <section className={styles.side}>
    <h3>{title}</h3>
    {side ? (
      <>
        <strong>{describeSide(side)}</strong>
        <small>
          <time dateTime={side.occurredAt}>{formatTime(side.occurredAt)}</time>
        </small>
        {side.subscriptionReference && <small>{side.subscriptionReference}</small>}
      </>
    ) : (
      <strong className={styles.missing}>Missing</strong>
    )}
  </section>
);

function Facts({ item }: { item: ReconciliationItem }) {
  const { reference, fan, paymentId, subscriptionId, openedAt, lastSeenAt, resolvedAt } = item;
  return (
    <FactList>
      <Fact label="Provider’s number">
        <CopyableText name="reference" text={reference} />
      </Fact>
      {fan && (
        <Fact label="Fan">
          <FanLink fan={fan} />
        </Fact>
      )}
      {paymentId && (
        <Fact label="Payment">
          <Link to="/payments" search={{ payment: paymentId }} className="touch-target">
            Receipt {formatReceiptNumber(paymentId)}
          </Link>
        </Fact>
      )}
      {subscriptionId && (
        <Fact label="Subscription">
          <Link to="/subscribers" search={{ id: subscriptionId }} className="touch-target">
            View subscription
          </Link>
        </Fact>
      )}
      <Fact label="Found">
        <time dateTime={openedAt}>{formatTime(openedAt)}</time>
      </Fact>
      <Fact label="Last seen">
        <time dateTime={lastSeenAt}>{formatTime(lastSeenAt)}</time>
      </Fact>
      {resolvedAt && (
        <Fact label={item.status === 'settled' ? 'Settled' : 'Closed'}>
          <time dateTime={resolvedAt}>{formatTime(resolvedAt)}</time>
          {item.status === 'settled' && (
            <>
              {' '}
              by <bdi>{item.settledBy ?? 'Former colleague'}</bdi>
            </>
          )}
        </Fact>
      )}
      {item.reason && (
        <Fact label="Reason">
          <span dir="auto">{item.reason}</span>
        </Fact>
      )}
    </FactList>
  );
}
