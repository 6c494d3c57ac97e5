import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useRefocusAfterSubmit } from '#src/ui/dialogs/use-refocus-after-submit.ts';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { useRestoreFocus } from '#src/ui/elements/use-restore-focus.ts';
import { ShowMore } from '#src/ui/list-view/show-more.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import type {
  RequestedRefund,
  PaymentKind,
  SubscriptionPayment,
} from '../back-office-subscriptions.schema.ts';
import { MarkRefunded } from './mark-refunded.tsx';
import styles from './subscriber-payments.module.css';
import { subscriberPaymentsQuery } from './subscribers-queries.ts';
import { useRetryRefund } from './use-retry-refund.ts';

type SubscriberPaymentsProps = {
  id: string;
  onRefund: (payment: SubscriptionPayment) => void;
  onWithdraw: (refund: RequestedRefund) => void;
};

/** Payments and refunds of a subscription in the ledger. */
export function SubscriberPayments({ id, onRefund, onWithdraw }: SubscriberPaymentsProps) {
  const query = useInfiniteQuery(subscriberPaymentsQuery(id));
  const { data, error, refetch, isFetching } = query;
  const list = useRef<HTMLOListElement>(null);
  const focus = useRestoreFocus(list, data);
  if (!data) {
    return error ? (
      <InlineError
        text="Failed to fetch the payments"
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={64} radius="sm" role="status" aria-label="Loading the payments" />
    );
  }
  const payments = data.pages.flatMap(({ rows }) => rows);
  if (payments.length === 0) return <p>No payments yet.</p>;
  return (
    <>
      <ol ref={list} tabIndex={-1} className={styles.payments} {...focus}>
        {payments.map((payment) => (
          <Payment key={payment.id} {...{ payment, onRefund, onWithdraw }} subscriptionId={id} />
        ))}
      </ol>
      <ShowMore pages={query} />
    </>
  );
}

const NAMES: Record<PaymentKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Disputed by the bank',
  dispute_won: 'Dispute won',
};

type PaymentProps = Omit<SubscriberPaymentsProps, 'id'> & {
  payment: SubscriptionPayment;
  subscriptionId: string;
};

function Payment({ payment, subscriptionId, onRefund, onWithdraw }: PaymentProps) {
  const { id, kind, occurredAt, amountCents, reverses, leftCents, requestedRefunds } = payment;
  return (
    <li data-kind={kind}>
      <div className={styles.line}>
        <span>
          {NAMES[kind]}
          <time dateTime={occurredAt}>{formatTime(occurredAt)}</time>
        </span>
        <span className={styles.amount}>{formatCents(amountCents)}</span>
      </div>
      <dl className={styles.facts}>
        {kind === 'charge' && <Period payment={payment} />}
        <div>
          <dt>{reverses ? 'Refund of receipt' : 'Receipt'}</dt>
          <dd>
            <CopyableText name="receipt number" text={formatReceiptNumber(reverses ?? id)} />
          </dd>
        </div>
        {payment.providerReference && (
          <div>
            <dt>Provider reference</dt>
            <dd>
              <CopyableText name="payment reference" text={payment.providerReference} />
            </dd>
          </div>
        )}
        {kind === 'refund' && (
          <div>
            <dt>Requested by</dt>
            <dd>{describeRequester(payment)}</dd>
          </div>
        )}
      </dl>
      {requestedRefunds.map((refund) => (
        <PendingRefund
          key={refund.id}
          {...{ refund, subscriptionId, onWithdraw }}
          transactionId={payment.id}
        />
      ))}
      {leftCents !== null && leftCents > 0 && (
        <div className={styles.rest}>
          {leftCents < amountCents && <span>{formatCents(leftCents)} can still be refunded</span>}
          <Button size="compact-sm" variant="default" radius="xl" onClick={() => onRefund(payment)}>
            Refund
          </Button>
        </div>
      )}
    </li>
  );
}

function describeRequester(payment: SubscriptionPayment): string {
  if (payment.requestedBy !== null) return payment.requestedBy;
  return payment.isRequestedHere ? 'Velvet Rope (automatic)' : 'Made at the provider';
}

const Period = ({ payment: { periodStart, periodEnd } }: { payment: SubscriptionPayment }) =>
  periodStart &&
  periodEnd && (
    <div>
      <dt>For</dt>
      <dd>
        {formatDate(periodStart)} – {formatDate(periodEnd)}
      </dd>
    </div>
  );

type PendingRefundProps = {
  refund: RequestedRefund;
  subscriptionId: string;
  transactionId: string;
  onWithdraw: (refund: RequestedRefund) => void;
};

function refundState(refund: RequestedRefund): string {
  const { amountCents, requestedAt, requestedBy, byHand, failedAt, failureReason } = refund;
  const sum = formatCents(amountCents);
  if (failedAt !== null) {
    const reason = failureReason ? ` (${failureReason.replaceAll('_', ' ')})` : '';
    return `Refund failed: the fan’s bank returned ${sum} on ${formatDate(failedAt)}${reason}. Send the money in another way, then mark it as refunded.`;
  }
  return byHand
    ? `Refund owed: ${sum}. Make it in the provider’s control center, then mark it as refunded.`
    : `Refund of ${sum} requested on ${formatTime(requestedAt)}${requestedBy ? ` by ${requestedBy}` : ''}. It will be recorded when the provider confirms it.`;
}

/** A refund that the provider has not reported yet, or that staff have to make there. */
function PendingRefund({ refund, subscriptionId, transactionId, onWithdraw }: PendingRefundProps) {
  const { byHand } = refund;
  return (
    <div className={styles.requestedRefund}>
      <p>{refundState(refund)}</p>
      <div>
        {byHand ? (
          <MarkRefunded {...{ subscriptionId, refund }} />
        ) : (
          <RetryRefund {...{ subscriptionId, transactionId, refund }} />
        )}
        <Button size="compact-sm" variant="default" radius="xl" onClick={() => onWithdraw(refund)}>
          Withdraw
        </Button>
      </div>
    </div>
  );
}

function RetryRefund({
  refund,
  subscriptionId,
  transactionId,
}: Omit<PendingRefundProps, 'onWithdraw'>) {
  const { mutate, isPending } = useRetryRefund(subscriptionId);
  const button = useRef<HTMLButtonElement>(null);
  useRefocusAfterSubmit(button, isPending);
  const [isOpen, setIsOpen] = useState(false);
  const { id: refundKey, amountCents } = refund;
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        radius="xl"
        loading={isPending}
        onClick={() => setIsOpen(true)}
      >
        Retry Refund
      </Button>
      <ConfirmDialog
        variant="card"
        title={`Request ${formatCents(amountCents)} again?`}
        text="The provider pays it back once, however often it is requested."
        opened={isOpen}
        cancelLabel="Cancel"
        confirmLabel="Retry Refund"
        isDangerous={false}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => {
          setIsOpen(false);
          mutate({ transactionId, refundKey, amountCents, endNow: false });
        }}
      />
    </>
  );
}
