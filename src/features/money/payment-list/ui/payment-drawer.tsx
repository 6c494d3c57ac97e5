import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { AddCorrectionDialog } from '#src/features/money/corrections/ui/add-correction-dialog.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import type { Payment } from '../payment-list.schema.ts';
import styles from './payment-drawer.module.css';
import { PaymentStateBadge } from './payment-state.tsx';
import { paymentQuery } from './payments-queries.ts';

type PaymentDrawerProps = { id: string | undefined; onClose: () => void };

/** A payment with its refunds, and the ways to its fan and subscription. */
export function PaymentDrawer({ id, onClose }: PaymentDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="34rem" onClose={onClose}>
      {shown !== undefined && <OpenPayment key={shown} id={shown} />}
    </RecordDrawer>
  );
}

function OpenPayment({ id }: { id: string }) {
  const query = useQuery(paymentQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? formatCents(data.amountCents) : 'Payment'}
      subtitle={data && titleOf(data)}
      text={{
        loading: 'Loading the payment',
        failure: 'Failed to fetch the payment',
        missing: 'This payment doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(payment) => (
        <>
          <div className={styles.head}>
            <PaymentStateBadge state={payment.state} />
            <Actions payment={payment} />
          </div>
          <Facts payment={payment} />
          {payment.reversals.length > 0 && <Reversals payment={payment} />}
        </>
      )}
    </RecordInDrawer>
  );
}

type PaymentProps = { payment: Payment };

const titleOf = ({ id, state }: Payment) =>
  state === 'failed' ? 'Failed payment' : `Receipt ${formatReceiptNumber(id)}`;

function Actions({ payment }: PaymentProps) {
  const { id, fan, influencer, subscriptionId, state, amountCents } = payment;
  const [isCorrecting, setIsCorrecting] = useState(false);
  const label = `of ${formatCents(amountCents)}, receipt ${formatReceiptNumber(id)}`;
  return (
    <div className={styles.actions}>
      {!fan.isDeleted && (
        <Button
          size="xs"
          radius="xl"
          renderRoot={(props) => <Link to="/fans/$id" params={{ id: fan.id }} {...props} />}
        >
          Open Fan File
        </Button>
      )}
      {subscriptionId && (
        <Button
          size="xs"
          radius="xl"
          variant="default"
          renderRoot={(props) => (
            <Link to="/subscribers" search={{ id: subscriptionId }} {...props} />
          )}
        >
          {state === 'failed' ? 'View Subscription' : 'View Subscription and Refund'}
        </Button>
      )}
      {state !== 'failed' && (
        <Button size="xs" radius="xl" variant="default" onClick={() => setIsCorrecting(true)}>
          Add Correction
        </Button>
      )}
      <AddCorrectionDialog
        about={isCorrecting ? { influencerId: influencer.id, charge: { id, label } } : null}
        onClose={() => setIsCorrecting(false)}
      />
    </div>
  );
}

function Facts({ payment }: PaymentProps) {
  const { id, state, at, fan, influencer, amountCents, leftCents } = payment;
  const { periodStart, periodEnd, subscriptionId } = payment;
  const isFailed = state === 'failed';
  return (
    <FactList>
      <Fact label="Fan">
        <FanLink fan={fan} />
        {!fan.isDeleted && fan.fullName.trim() !== '' && <small>{fan.email}</small>}
      </Fact>
      <Fact label="Influencer">
        {influencer.id ? (
          <Link to="/influencers/$id" params={{ id: influencer.id }} className="touch-target">
            <bdi>{influencer.fullName}</bdi>
          </Link>
        ) : (
          <bdi>{influencer.fullName}</bdi>
        )}
      </Fact>
      <Fact label={isFailed ? 'Failed' : 'Paid'}>
        <time dateTime={at}>{formatTime(at)}</time>
        {isFailed && (
          <small>
            {subscriptionId
              ? 'The renewal was declined and has not been paid since.'
              : 'The card was declined at the checkout. Nothing was charged.'}
          </small>
        )}
      </Fact>
      {periodStart && periodEnd && (
        <Fact label="For">
          {formatDate(periodStart)} – {formatDate(periodEnd)}
        </Fact>
      )}
      {!isFailed && (
        <Fact label="Receipt">
          <CopyableText name="receipt number" text={formatReceiptNumber(id)} />
        </Fact>
      )}
      {leftCents < amountCents && !isFailed && (
        <Fact label="After refunds">{formatCents(leftCents)}</Fact>
      )}
      <Provider payment={payment} />
    </FactList>
  );
}

function Provider({ payment: { provider, providerReference } }: PaymentProps) {
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <Fact label="Payment provider">{provider}</Fact>
      {providerReference && (
        <Fact label="Provider reference">
          <CopyableText name="payment reference" text={providerReference} />
          {isAdmin && (
            <small>
              <Link to="/payment-events" search={{ search: providerReference }}>
                View provider events
              </Link>
            </small>
          )}
        </Fact>
      )}
    </>
  );
}

const REVERSAL_NAMES: Record<Payment['reversals'][number]['kind'], string> = {
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Disputed by the bank',
  dispute_won: 'Dispute won',
};

const Reversals = ({ payment }: PaymentProps) => (
  <section className={styles.reversals}>
    <h3>Refunds and disputes</h3>
    <ol>
      {payment.reversals.map(({ id, kind, at, amountCents }) => (
        <li key={id}>
          <span>
            {REVERSAL_NAMES[kind]} <time dateTime={at}>{formatTime(at)}</time>
          </span>
          <span>{formatCents(amountCents)}</span>
        </li>
      ))}
    </ol>
  </section>
);
