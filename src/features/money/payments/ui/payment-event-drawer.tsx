import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { StoredEvent } from '../payment-events.schema.ts';
import styles from './payment-event-drawer.module.css';
import { PaymentEventState } from './payment-event-state.tsx';
import { paymentEventQuery } from './payment-events-queries.ts';
import { readableContent } from './readable-content.ts';
import { useReplay } from './use-replay.ts';

type PaymentEventDrawerProps = { id: string | undefined; onClose: () => void };

/** A payment event with its unchanged content. */
export function PaymentEventDrawer({ id, onClose }: PaymentEventDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="44rem" onClose={onClose}>
      {shown !== undefined && <OpenEvent key={shown} id={shown} />}
    </RecordDrawer>
  );
}

function OpenEvent({ id }: { id: string }) {
  const query = useQuery(paymentEventQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data?.type ?? 'Payment event'}
      subtitle={data && 'Payment event'}
      text={{
        loading: 'Loading the event',
        failure: 'Failed to fetch the event',
        missing: 'This event doesn’t exist.',
      }}
    >
      {(event) => (
        <>
          <Head event={event} />
          <Facts event={event} />
          <section className={styles.content}>
            <h3>Raw payload</h3>
            {/* Focusable, so that it scrolls by keyboard. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre tabIndex={0} aria-label="Content">
              {readableContent(event.content)}
            </pre>
          </section>
        </>
      )}
    </RecordInDrawer>
  );
}

function Head({ event }: EventProps) {
  const { id, state, lastError, failedAt, isReplayable, provider } = event;
  const { mutate, isPending } = useReplay(id);
  const button = useRef<HTMLButtonElement>(null);
  useRefocusAfterSubmit(button, isPending);
  return (
    <div className={styles.head}>
      <div className={styles.state}>
        <PaymentEventState state={state} />
        {isReplayable && (
          <Button
            ref={button}
            size="xs"
            radius="xl"
            leftSection={<RotateCw size={15} aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate()}
          >
            Retry
          </Button>
        )}
      </div>
      {lastError !== null && <p className={styles.error}>{lastError}</p>}
      {state === 'waiting' && (
        <p>The payment it refers to hasn’t arrived yet. We’ll retry automatically.</p>
      )}
      {failedAt !== null && (
        <p>
          It could not be processed within three days, so automatic retries stopped on{' '}
          {formatTime(failedAt)}. Retry it once the payment it refers to is known.
        </p>
      )}
      {state !== 'handled' && !isReplayable && (
        <p>It came from {provider}, which isn’t connected, so it can’t be processed now.</p>
      )}
    </div>
  );
}

type EventProps = { event: StoredEvent };

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

const Facts = ({ event }: EventProps) => (
  <dl className={styles.facts}>
    <Fact label="Received">
      <time dateTime={event.receivedAt}>{formatTime(event.receivedAt)}</time>
    </Fact>
    <Fact label="Handled">
      {event.handledAt ? (
        <time dateTime={event.handledAt}>{formatTime(event.handledAt)}</time>
      ) : (
        'Not yet'
      )}
    </Fact>
    <Fact label="Attempts">{formatNumber(event.attempts)}</Fact>
    <Fact label="Provider">{event.provider}</Fact>
    <Fact label="Provider event ID">
      <CopyableText name="event id" text={event.providerEventId} />
    </Fact>
    {event.fan && (
      <Fact label="Fan">
        <FanLink fan={event.fan} />
      </Fact>
    )}
    {event.subscriptionReference && (
      <Fact label="Subscription">
        <CopyableText name="subscription reference" text={event.subscriptionReference} />
        <Link to="/payment-events" search={{ search: event.subscriptionReference }}>
          All events for this subscription
        </Link>
      </Fact>
    )}
    {event.paymentReference && (
      <Fact label="Payment">
        <CopyableText name="payment reference" text={event.paymentReference} />
      </Fact>
    )}
  </dl>
);
