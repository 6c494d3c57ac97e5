import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import type { Mail, SecretLink } from '#src/platform/mail/mail-message.ts';
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
  action: { label: string; path?: string; url?: string } | SecretLink;
  /** The text next to the link that stops the renewals, if there are any. */
  renewal: string;
};

/** The fact that says to whom a subscription is. */
export function subscribedTo({ influencerName }: { influencerName: string }) {
  return { label: 'Subscription', value: influencerName || 'Unknown' };
}
/** The action of mails that the list of subscriptions answers. */
export const toSubscriptions = { label: 'My Subscriptions', path: '/my-subscriptions' };
const toReceipt = ({ chargeId }: MailedPayment) => ({
  label: 'View Receipt',
  path: `/receipts/${chargeId}`,
});

function renewalOf({ status, priceCents }: MailedSubscription, on: Date): string {
  const price = formatCents(priceCents);
  if (status === 'paused') {
    return 'Our team paused it, and it renews only once it resumes. You can also cancel it.';
  }
  // While a payment is due, that day is over.
  if (on <= new Date()) return `It renews every month at ${price} until you cancel.`;
  return `It renews on ${formatUtcDate(on)} at ${price}, and every month after that, until you cancel.`;
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
  if (outcome === 'repeated') {
    return [
      'We received a second payment for a month that was already paid.',
      'Your subscription goes on as before. We’re refunding this payment and will confirm that by email.',
    ];
  }
  if (outcome === 'refunded') {
    return [
      'We received a payment for a subscription that had ended, or that you already have.',
      'It doesn’t renew anything. If we refund it, we’ll confirm that by email.',
    ];
  }
  if (outcome === 'honoured') {
    return [
      `Your payment was made before your subscription ended. You have access until ${formatUtcDate(periodEnd)}.`,
    ];
  }
  if (status === 'past_due') {
    return ['Thank you. The payment issue is resolved, and the posts are unlocked again.'];
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
  if (status === 'cancelled')
    return ['Your subscription has ended, and you won’t be charged again.'];
  return cancelAt
    ? [`Your subscription ends on ${formatUtcDate(cancelAt)} and will not renew.`]
    : [];
}

export function reminderText(subscription: MailedSubscription): MailText {
  return {
    subject: `Your subscription renews on ${formatUtcDate(subscription.currentPeriodEnd)}`,
    heading: 'Your subscription renews soon',
    paragraphs: [
      'It renews for another month on the date below. You don’t need to do anything to keep it.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Renews on', value: formatUtcDate(subscription.currentPeriodEnd) },
      { label: 'Price', value: `${formatCents(subscription.priceCents)} a month` },
    ],
    action: toSubscriptions,
    renewal: `If you don’t want to renew, cancel before that date. You’ll keep access until ${formatUtcDate(subscription.currentPeriodEnd)}.`,
  };
}

export function suspendedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription is paused',
    paragraphs: [
      'Our team has paused it. The posts are locked, and you won’t be charged while it’s paused.',
      'Want to know why? Contact us through the contact page on our site.',
    ],
    facts: [subscribedTo(subscription)],
    action: toSubscriptions,
    renewal: 'You can also cancel it now.',
  };
}

export function reactivatedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription is active again',
    paragraphs: ['Our team has resumed it, and the posts are unlocked again.'],
    facts: [subscribedTo(subscription)],
    action: toSubscriptions,
    renewal:
      subscription.currentPeriodEnd > new Date()
        ? renewalOf(subscription, subscription.currentPeriodEnd)
        : `The paid period is over: it renews now at ${formatCents(subscription.priceCents)}, and every month after that, until you cancel.`,
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
            'Your cancellation is confirmed. You won’t be charged again.',
            'If this wasn’t you, contact us through the contact page on our site.',
          ]
        : [
            'Our team has cancelled it. You won’t be charged again.',
            'Want to know why? Contact us through the contact page on our site.',
          ],
    facts: [
      subscribedTo(subscription),
      { label: reason === 'fan' ? 'Access until' : 'Paid until', value: formatUtcDate(endsAt) },
    ],
    action: toSubscriptions,
    renewal: '',
  };
}

export function resumedText(subscription: MailedSubscription): MailText {
  return {
    subject: 'Your subscription renews again',
    paragraphs: [
      'Your cancellation was undone. There’s nothing more to do.',
      'If this wasn’t you, contact us through the contact page on our site.',
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
  fan: 'You cancelled it. You won’t be charged again.',
  staff: 'Our team ended it. You won’t be charged again.',
  unpaid: 'The payment failed, including the last retry.',
  provider: 'The payment provider ended it.',
  refund: 'Our team ended it and refunded you. You won’t be charged again.',
  dispute: 'Your bank disputed the payment.',
  duplicate: 'You already had a subscription.',
  deletion: 'The page is permanently closed. You won’t be charged again.',
  suspension: 'Our team ended it. You won’t be charged again.',
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
    ? 'Our team ended it and refunded your payment. You won’t be charged again.'
    : 'Our team ended it and refunded part of your payment. You won’t be charged again.';

// A closed page makes no automatic refund: staff decide.
function afterDeletion({ endReason, currentPeriodEnd }: MailedSubscription): string[] {
  if (endReason !== 'deletion') return [];
  const receipts = 'Your receipts are still under My Subscriptions.';
  if (currentPeriodEnd <= new Date()) return [receipts];
  const paid = `You’ve paid until ${formatUtcDate(currentPeriodEnd)}. To ask about the remaining time, contact us through the contact page on our site.`;
  return [paid, receipts];
}
