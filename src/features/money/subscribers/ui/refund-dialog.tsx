import { Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountField } from '#src/features/money/plans/ui/amount-field.tsx';
import { hundredthsText, parseHundredths } from '#src/features/money/plans/ui/typed-hundredths.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { refundIssue } from '../office-subscriptions.rules.ts';
import type { OfficeSubscription, SubscriptionPayment } from '../office-subscriptions.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './refund-dialog.module.css';
import { nameOfFan } from './subscriber-words.ts';
import { refreshSubscribers, subscriberPaymentsQuery } from './subscribers-queries.ts';
import { askForRefund, tellRefund } from './use-ask-again.ts';

type RefundDialogProps = {
  subscription: OfficeSubscription;
  /** The payment that is given back; null while none is. */
  payment: SubscriptionPayment | null;
  onClose: () => void;
};

/** Asks how much of a payment is given back, and whether the subscription ends. */
export function RefundDialog({ subscription, payment, onClose }: RefundDialogProps) {
  const asked = useLastDefined(payment);
  return (
    <FormDialog title="Refund a Payment" size="30rem" opened={payment !== null} onClose={onClose}>
      {(onCancel) =>
        asked && (
          <RefundForm {...{ subscription, payment: asked, onClose, onCancel }} key={asked.id} />
        )
      }
    </FormDialog>
  );
}

type RefundFormProps = {
  subscription: OfficeSubscription;
  payment: SubscriptionPayment;
  onClose: () => void;
  onCancel: () => void;
};

function RefundForm({ subscription, payment, onClose, onCancel }: RefundFormProps) {
  const queryClient = useQueryClient();
  // One key as long as it is open: however often it is sent, the money goes once.
  const [refundKey] = useState(() => crypto.randomUUID());
  const left = useLeftCents(subscription.id, payment);
  const isOver = subscription.status === 'cancelled';
  const draft = useAppForm({
    initial: { amountCents: hundredthsText(left), endNow: false },
    validate: ({ amountCents }) => {
      const issue = issueOf(amountCents, left);
      return issue ? { amountCents: issue } : {};
    },
    async send({ amountCents, endNow }) {
      const amount = { amountCents: parseHundredths(amountCents) as number };
      const refund = { transactionId: payment.id, refundKey, endNow, ...amount };
      tellRefund(await askForRefund(subscription.id, refund));
      onClose();
      void refreshSubscribers(queryClient);
    },
    onError() {
      // Somebody else may have refunded it, or it is not certain what became of it.
      void refreshSubscribers(queryClient);
      return undefined;
    },
  });
  const { values, errors, failure, busy } = draft;
  const typed = parseHundredths(values.amountCents);
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.what}>
        {formatCents(payment.amountCents)} that {isolateBidi(nameOfFan(subscription.subscriber))}{' '}
        paid on {formatDate(payment.occurredAt)}
        {left < payment.amountCents && <>, of which {formatCents(left)} can still be refunded</>}.
        It goes back to where it came from; fee, commission and the influencer’s share are booked
        back by the same part. The fan is told by mail.
      </p>
      <AmountField
        label="Amount"
        value={values.amountCents}
        least={1}
        most={left}
        unit="$"
        description={`At most ${formatCents(left)}`}
        error={errors.amountCents}
        isFirst
        onChange={(amountCents) => draft.change({ amountCents })}
      />
      {!isOver && (
        <Checkbox
          label="Cancel the subscription too"
          description={endWords(subscription)}
          checked={values.endNow}
          onChange={({ currentTarget }) => draft.change({ endNow: currentTarget.checked })}
        />
      )}
      <FormActions
        submitLabel={typeof typed === 'number' ? `Refund ${formatCents(typed)}` : 'Refund'}
        failure={failure}
        isBusy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}

/** What can still be given back of a payment: somebody else may refund it meanwhile. */
function useLeftCents(id: string, { id: paymentId, leftCents }: SubscriptionPayment): number {
  const { data } = useInfiniteQuery(subscriberPaymentsQuery(id));
  const present = data?.pages.flatMap(({ rows }) => rows).find((each) => each.id === paymentId);
  return (present ?? { leftCents }).leftCents ?? 0;
}

const OTHERWISE: Record<SubscriptionStatus, string> = {
  active: 'it goes on, and renews',
  paused: 'it stays paused',
  past_due: 'its payment is tried again',
  cancelled: '',
};

const endWords = ({ status, cancelAt }: OfficeSubscription): string => {
  const otherwise = cancelAt ? `it runs until ${formatDate(cancelAt)}` : OTHERWISE[status];
  return `It ends at once, and is charged no more. Otherwise ${otherwise}.`;
};

function issueOf(text: string, left: number): string | null {
  const typed = parseHundredths(text);
  if (typed === 'empty') return 'Enter an amount';
  if (typed === 'too-fine') return 'Enter two decimals at most';
  if (typed === 'unreadable' || typed < 1) return 'Enter an amount above zero';
  return refundIssue(typed, left);
}
