import { formatUtcDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { PaymentOutcome } from '../subscriptions.rules.ts';
import type { EndReason, SubscriptionStatus } from '../subscriptions.schema.ts';

/** The data of a subscription when its mail is queued. */
export type MailedSubscription = {
  influencerName: string;
  priceCents: number;
  currentPeriodEnd: Date;
  status: SubscriptionStatus;
  cancelAt: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
  renews: boolean;
};

/** A payment or a refund; amounts are positive. */
export type MailedPayment = {
  influencerName: string;
  chargeId: string;
  occurredAt: Date;
  periodStart: Date;
  periodEnd: Date;
  amountCents: number;
};

/**
 * Subject, heading and first paragraph name nobody, as inboxes show them on screens. The heading
 * defaults to the subject.
 */
export type MailText = Pick<Mail, 'subject' | 'paragraphs' | 'facts'> & {
  heading?: string;
  action: { label: string; path: string };
  /** The text next to the link that stops the renewals, if there are any. */
  renewal: string;
};

const subscribedTo = ({ influencerName }: { influencerName: string }) => ({
  label: 'Subscription',
  value: influencerName || 'Unknown',
});
const toSubscriptions = { label: 'My Subscriptions', path: '/my-subscriptions' };
const toReceipt = ({ chargeId }: MailedPayment) => ({
  label: 'View Receipt',
  path: `/receipts/${chargeId}`,
});

function renewalOf({ status, priceCents }: MailedSubscription, on: Date): string {
  const price = formatCents(priceCents);
  if (status === 'paused') {
    return 'It is paused by our team and renews only once it goes on. You can stop the renewals for good.';
  }
  // While a payment is due, that day is over.
  if (on <= new Date()) return `It renews every month at ${price} until you stop it.`;
  return `It renews on ${formatUtcDate(on)} at ${price}, and every month after that, until you stop it.`;
}

export function receiptText(
  subscription: MailedSubscription,
  payment: MailedPayment,
  outcome: PaymentOutcome,
): MailText {
  const date = formatUtcDate(payment.occurredAt);
  return {
    subject: `Your receipt of ${date}`,
    heading: subscription.status === 'past_due' ? 'Your payment went through' : 'Your receipt',
    paragraphs: thanksFor(subscription, payment, outcome),
    facts: [
      subscribedTo(subscription),
      {
        label: 'Period (UTC)',
        value: `${formatUtcDate(payment.periodStart)} – ${formatUtcDate(payment.periodEnd)}`,
      },
      { label: 'Paid', value: formatCents(payment.amountCents) },
      { label: 'Date', value: date },
      { label: 'Receipt', value: formatReceiptNumber(payment.chargeId) },
    ],
    action: toReceipt(payment),
    renewal: renewalOf(subscription, payment.periodEnd),
  };
}

// The payment is recorded before the subscription changes: the status is the previous one.
function thanksFor(
  { status }: MailedSubscription,
  { periodEnd }: MailedPayment,
  outcome: PaymentOutcome,
): string[] {
  if (outcome === 'refunded') {
    return [
      'We received a payment for a subscription that was over, or that you have twice.',
      'Nothing renews by it. If money goes back to you, we confirm that by mail.',
    ];
  }
  if (outcome === 'honoured') {
    return [
      `Your payment was made before your subscription ended. You can watch until ${formatUtcDate(periodEnd)}.`,
    ];
  }
  if (status === 'past_due') {
    return ['Thank you. The payment issue is settled, and the posts are open again.'];
  }
  return ['Thank you. Your payment went through.'];
}

export function refundText(subscription: MailedSubscription, payment: MailedPayment): MailText {
  return {
    subject: `Your refund of ${formatUtcDate(payment.occurredAt)}`,
    heading: 'Your refund',
    paragraphs: [
      'We’ve refunded you. Your bank may take a few days to show it.',
      ...stateAfterRefund(subscription),
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Refunded', value: formatCents(payment.amountCents) },
      { label: 'Date', value: formatUtcDate(payment.occurredAt) },
      { label: 'Receipt', value: formatReceiptNumber(payment.chargeId) },
    ],
    action: toReceipt(payment),
    renewal: renewalOf(subscription, subscription.currentPeriodEnd),
  };
}

// A renewing subscription has day and price next to its cancel link.
function stateAfterRefund({ status, cancelAt }: MailedSubscription): string[] {
  if (status === 'cancelled') return ['Your subscription has ended, and nothing more is charged.'];
  return cancelAt
    ? [`Your subscription ends on ${formatUtcDate(cancelAt)} and will not renew.`]
    : [];
}

export function failureText(subscription: MailedSubscription, nextAttemptAt: Date): MailText {
  return {
    subject: 'Your payment did not go through',
    paragraphs: [
      'We could not take the payment for your subscription. Until it is paid, the posts are locked.',
      'We try once more on the day below. With another card you can pay at once.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Amount', value: formatCents(subscription.priceCents) },
      { label: 'Next try', value: formatUtcDate(nextAttemptAt) },
    ],
    action: { label: 'Update Payment', path: toSubscriptions.path },
    renewal: 'Do you no longer want it? Stop it, and nothing is charged.',
  };
}

export function reminderText(subscription: MailedSubscription): MailText {
  return {
    subject: `Your subscription renews on ${formatUtcDate(subscription.currentPeriodEnd)}`,
    heading: 'Your subscription renews soon',
    paragraphs: [
      'It renews for another month on the day below. There is nothing to do if you want to go on.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Renews on', value: formatUtcDate(subscription.currentPeriodEnd) },
      { label: 'Price', value: `${formatCents(subscription.priceCents)} a month` },
    ],
    action: toSubscriptions,
    renewal: `If you do not want to go on, stop the renewals before that day. You can watch until ${formatUtcDate(subscription.currentPeriodEnd)}.`,
  };
}

export function suspendedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription is paused',
    paragraphs: [
      'Our team has paused it. The posts are locked, and nothing is charged until it goes on.',
      'Do you want to know why? Write to us on the contact page of our site.',
    ],
    facts: [subscribedTo(subscription)],
    action: toSubscriptions,
    renewal: 'You need not wait: you can stop the renewals for good.',
  };
}

export function reactivatedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription goes on',
    paragraphs: ['Our team has ended the pause, and the posts are open again.'],
    facts: [subscribedTo(subscription)],
    action: toSubscriptions,
    renewal:
      subscription.currentPeriodEnd > new Date()
        ? renewalOf(subscription, subscription.currentPeriodEnd)
        : `The time that was paid for is over: it renews now at ${formatCents(subscription.priceCents)}, and every month after that, until you stop it.`,
  };
}

/** @param reason if the fan did not request it */
export function stoppedText(
  subscription: MailedSubscription,
  endsAt: Date,
  reason: EndReason = 'fan',
): MailText {
  return {
    subject: 'Your subscription will not renew',
    paragraphs:
      reason === 'fan'
        ? [
            'The renewals are stopped, and nothing more is charged.',
            'If this was not you, write to us on the contact page of our site.',
          ]
        : [
            'Our team has stopped the renewals, and nothing more is charged.',
            'If you want to know why, write to us on the contact page of our site.',
          ],
    facts: [
      subscribedTo(subscription),
      { label: reason === 'fan' ? 'Watch until' : 'Paid until', value: formatUtcDate(endsAt) },
    ],
    action: toSubscriptions,
    renewal: '',
  };
}

export function resumedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription renews again',
    paragraphs: [
      'The cancellation was taken back. You need to do nothing more.',
      'If this was not you, write to us on the contact page of our site.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Price', value: `${formatCents(subscription.priceCents)} a month` },
    ],
    action: toSubscriptions,
    renewal: renewalOf(subscription, subscription.currentPeriodEnd),
  };
}

/** The refund that accompanies an end: the amount in cents, and whether it is the whole payment. */
export type EndingRefund = { amountCents: number; isWhole: boolean };

const END_REASON_LABELS: Record<EndReason, string> = {
  fan: 'It ended as you asked, and nothing more is charged.',
  staff: 'Our team has ended it, and nothing more is charged.',
  unpaid: 'The payment could not be taken, and the last try has failed.',
  provider: 'The payment provider has ended it.',
  refund: 'Our team has ended it, with a refund. Nothing more is charged.',
  dispute: 'The payment was disputed with the bank.',
  duplicate: 'There was another subscription already.',
  deletion: 'The page is closed for good, and nothing more is charged.',
  suspension: 'Our team has ended it, and nothing more is charged.',
};

export function endedText(
  subscription: MailedSubscription,
  reason: EndReason,
  refund?: EndingRefund,
): MailText {
  return {
    subject: 'Your subscription has ended',
    paragraphs: [
      refund ? refundedText(refund) : END_REASON_LABELS[reason],
      ...afterDeletion(subscription),
    ],
    facts: [
      subscribedTo(subscription),
      ...(refund ? [{ label: 'Refunded', value: formatCents(refund.amountCents) }] : []),
    ],
    action: { label: 'Browse Marketplace', path: '/marketplace' },
    renewal: '',
  };
}

const refundedText = ({ isWhole }: EndingRefund): string =>
  isWhole
    ? 'Our team ended it and refunded your payment. Nothing more is charged.'
    : 'Our team ended it and refunded part of your payment. Nothing more is charged.';

// A closed page makes no automatic refund: staff decide.
function afterDeletion({ endReason, currentPeriodEnd }: MailedSubscription): string[] {
  if (endReason !== 'deletion') return [];
  const receipts = 'Your receipts stay under My Subscriptions.';
  if (currentPeriodEnd <= new Date()) return [receipts];
  const paid = `You have paid until ${formatUtcDate(currentPeriodEnd)}: about the time that is left, write to us on the contact page of our site.`;
  return [paid, receipts];
}
