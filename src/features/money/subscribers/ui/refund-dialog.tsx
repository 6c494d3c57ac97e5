import { Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountField } from '#src/features/money/plans/ui/amount-field.tsx';
import { hundredthsText, parseHundredths } from '#src/features/money/plans/ui/typed-hundredths.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import { refundIssue } from '../back-office-subscriptions.rules.ts';
import type {
  BackOfficeSubscription,
  SubscriptionPayment,
} from '../back-office-subscriptions.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './refund-dialog.module.css';
import { fanName } from './subscriber-text.ts';
import { refreshSubscribers, subscriberPaymentsQuery } from './subscribers-queries.ts';
import { requestRefund, showRefundResult } from './use-retry-refund.ts';

type RefundDialogProps = {
  subscription: BackOfficeSubscription;
  /** The payment to refund; null while the dialog is closed. */
  payment: SubscriptionPayment | null;
  onClose: () => void;
};

/** Asks for the amount of a refund, and whether the subscription ends. */
export function RefundDialog({ subscription, payment, onClose }: RefundDialogProps) {
  const shown = useLastDefined(payment);
  return (
    <FormDialog title="Refund a Payment" size="30rem" opened={payment !== null} onClose={onClose}>
      {(onCancel) =>
        shown && (
          <RefundForm {...{ subscription, payment: shown, onClose, onCancel }} key={shown.id} />
        )
      }
    </FormDialog>
  );
}

type RefundFormProps = {
  subscription: BackOfficeSubscription;
  payment: SubscriptionPayment;
  onClose: () => void;
  onCancel: () => void;
};

function RefundForm({ subscription, payment, onClose, onCancel }: RefundFormProps) {
  const queryClient = useQueryClient();
  // One key while the dialog is open: repeated requests make one refund.
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
      showRefundResult(await requestRefund(subscription.id, refund));
      onClose();
      void refreshSubscribers(queryClient);
    },
    onError() {
      // Another user may have refunded it, or its result may be uncertain.
      void refreshSubscribers(queryClient);
      return undefined;
    },
  });
  const { values, errors, failure, busy } = draft;
  const typed = parseHundredths(values.amountCents);
  return (
    <form {...draft.form} className={dialog.form}>
      <p className={styles.what}>
        {formatCents(payment.amountCents)} that {isolateBidi(fanName(subscription.subscriber))} paid
        on {formatDate(payment.occurredAt)}
        {left < payment.amountCents && <>, of which {formatCents(left)} can still be refunded</>}.
        It’s refunded to the original payment method; the fee, the commission and the influencer’s
        share are reversed proportionally.{ifMailed('The fan is notified by email.')}
        {REFUNDED_BY_HAND.includes(payment.provider ?? '') &&
          ' This provider can’t refund on request: it stays owed until you’ve made it in the provider’s control center.'}
      </p>
      <AmountField
        label="Amount"
        value={values.amountCents}
        minimum={1}
        maximum={left}
        unit="$"
        description={`At most ${formatCents(left)}`}
        error={errors.amountCents}
        isFirst
        onChange={(amountCents) => draft.change({ amountCents })}
      />
      {!isOver && (
        <Checkbox
          label="Cancel the subscription too"
          description={endText(subscription)}
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

/** What can still be refunded of a payment: another user may refund it in the meantime. */
function useLeftCents(id: string, { id: paymentId, leftCents }: SubscriptionPayment): number {
  const { data } = useInfiniteQuery(subscriberPaymentsQuery(id));
  const current = data?.pages.flatMap(({ rows }) => rows).find((each) => each.id === paymentId);
  return (current ?? { leftCents }).leftCents ?? 0;
}

/** The providers whose refunds are made in their own pages. */
const REFUNDED_BY_HAND = ['verotel', 'ccbill'];

const OTHERWISE: Record<SubscriptionStatus, string> = {
  active: 'it stays active and renews',
  paused: 'it stays paused',
  past_due: 'we retry its payment',
  cancelled: '',
};

const endText = ({ status, cancelAt }: BackOfficeSubscription): string => {
  const otherwise = cancelAt ? `it runs until ${formatDate(cancelAt)}` : OTHERWISE[status];
  return `Ends it immediately, with no further charges. Otherwise ${otherwise}.`;
};

function issueOf(text: string, left: number): string | null {
  const typed = parseHundredths(text);
  if (typed === 'empty') return 'Enter an amount';
  if (typed === 'too-fine') return 'Enter at most two decimals';
  if (typed === 'unreadable' || typed < 1) return 'Enter an amount above zero';
  return refundIssue(typed, left);
}
