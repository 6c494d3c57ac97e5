import { formatUtcDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { PaymentOutcome } from '../subscriptions.rules.ts';
import type { EndReason, SubscriptionStatus } from '../subscriptions.schema.ts';

/** A subscription as it stands when its mail is queued. */
export type Subscription = {
  influencerName: string;
  priceCents: number;
  currentPeriodEnd: Date;
  status: SubscriptionStatus;
  cancelAt: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
  renews: boolean;
};

/** A payment, or what went back of one; amounts are positive. */
export type Payment = {
  influencerName: string;
  chargeId: string;
  occurredAt: Date;
  periodStart: Date;
  periodEnd: Date;
  amountCents: number;
};

/**
 * Subject, heading and first paragraph name nobody: an inbox shows them to whoever looks at the
 * screen. The heading is the subject unless given.
 */
export type MailWords = Pick<Mail, 'subject' | 'paragraphs' | 'facts'> & {
  heading?: string;
  action: { label: string; path: string };
  /** What is said beside the link that stops the renewals, while there are any. */
  renewal: string;
};

const subscribedTo = ({ influencerName }: { influencerName: string }) => ({
  label: 'Subscription',
  value: influencerName || 'Unknown',
});
const toSubscriptions = { label: 'My Subscriptions', path: '/my-subscriptions' };
const toReceipt = ({ chargeId }: Payment) => ({
  label: 'View Receipt',
  path: `/receipts/${chargeId}`,
});

function renewalOf({ status, priceCents }: Subscription, on: Date): string {
  const price = formatCents(priceCents);
  if (status === 'paused') {
    return 'It is paused by our team and renews only once it goes on. You can stop the renewals for good.';
  }
  // Where a payment waits, that day is over.
  if (on <= new Date()) return `It renews every month at ${price} until you stop it.`;
  return `It renews on ${formatUtcDate(on)} at ${price}, and every month after that, until you stop it.`;
}

export function receiptWords(
  subscription: Subscription,
  payment: Payment,
  outcome: PaymentOutcome,
): MailWords {
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

// The payment is recorded before the subscription changes: its status is still the one before.
function thanksFor(
  { status }: Subscription,
  { periodEnd }: Payment,
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

export const refundWords = (subscription: Subscription, payment: Payment): MailWords => ({
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
});

// A subscription that renews has the day and the price beside the link that cancels it.
function stateAfterRefund({ status, cancelAt }: Subscription): string[] {
  if (status === 'cancelled') return ['Your subscription has ended, and nothing more is charged.'];
  return cancelAt
    ? [`Your subscription ends on ${formatUtcDate(cancelAt)} and will not renew.`]
    : [];
}

export const failureWords = (subscription: Subscription, nextAttemptAt: Date): MailWords => ({
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
});

export const reminderWords = (subscription: Subscription): MailWords => ({
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
});

export const suspendedWords = (subscription: Subscription): MailWords => ({
  subject: 'Your subscription is paused',
  paragraphs: [
    'Our team has paused it. The posts are locked, and nothing is charged until it goes on.',
    'Do you want to know why? Write to us on the contact page of our site.',
  ],
  facts: [subscribedTo(subscription)],
  action: toSubscriptions,
  renewal: 'You need not wait: you can stop the renewals for good.',
});

export const reactivatedWords = (subscription: Subscription): MailWords => ({
  subject: 'Your subscription goes on',
  paragraphs: ['Our team has ended the pause, and the posts are open again.'],
  facts: [subscribedTo(subscription)],
  action: toSubscriptions,
  renewal:
    subscription.currentPeriodEnd > new Date()
      ? renewalOf(subscription, subscription.currentPeriodEnd)
      : `The time that was paid for is over: it renews now at ${formatCents(subscription.priceCents)}, and every month after that, until you stop it.`,
});

/** @param reason why, when the fan did not ask for it */
export const stoppedWords = (
  subscription: Subscription,
  endsAt: Date,
  reason: EndReason = 'fan',
): MailWords => ({
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
});

export const keptWords = (subscription: Subscription): MailWords => ({
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
});

/** What goes back together with an end; the amount in cents, and whether it is all of a payment. */
export type EndingRefund = { amountCents: number; isWhole: boolean };

const END_WORDS: Record<EndReason, string> = {
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

export const endedWords = (
  subscription: Subscription,
  reason: EndReason,
  refund?: EndingRefund,
): MailWords => ({
  subject: 'Your subscription has ended',
  paragraphs: [refund ? refundedWords(refund) : END_WORDS[reason], ...afterDeletion(subscription)],
  facts: [
    subscribedTo(subscription),
    ...(refund ? [{ label: 'Refunded', value: formatCents(refund.amountCents) }] : []),
  ],
  action: { label: 'Browse Marketplace', path: '/marketplace' },
  renewal: '',
});

const refundedWords = ({ isWhole }: EndingRefund): string =>
  isWhole
    ? 'Our team ended it and refunded your payment. Nothing more is charged.'
    : 'Our team ended it and refunded part of your payment. Nothing more is charged.';

// Nothing goes back by itself when a page is closed: staff decide.
function afterDeletion({ endReason, currentPeriodEnd }: Subscription): string[] {
  if (endReason !== 'deletion') return [];
  const receipts = 'Your receipts stay under My Subscriptions.';
  if (currentPeriodEnd <= new Date()) return [receipts];
  const paid = `You have paid until ${formatUtcDate(currentPeriodEnd)}: about the time that is left, write to us on the contact page of our site.`;
  return [paid, receipts];
}
