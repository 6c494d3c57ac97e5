import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import {
  subscribedTo,
  toSubscriptions,
  type MailedSubscription,
  type MailText,
} from './subscription-mail-text.ts';

export function failureText(subscription: MailedSubscription, nextAttemptAt: Date): MailText {
  return {
    subject: 'Your payment failed',
    paragraphs: [
      'We couldn’t charge you for your subscription. The posts are locked until it’s paid.',
      'We’ll try again on the date below. To pay now, use another card.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Amount', value: formatCents(subscription.priceCents) },
      { label: 'Next attempt', value: formatUtcDate(nextAttemptAt) },
    ],
    action: { label: 'Update Payment', path: toSubscriptions.path },
    renewal: 'Don’t want it anymore? Cancel it and you won’t be charged.',
  };
}

/** @param url the payment provider's page */
export function authenticationText(subscription: MailedSubscription, url: string): MailText {
  return {
    subject: 'Confirm your payment',
    paragraphs: [
      'Your bank wants you to confirm the payment for your subscription. The posts are locked until it’s paid.',
      'The button opens the page of our payment provider, where your bank will ask you. You can also pay with another card there.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Amount', value: formatCents(subscription.priceCents) },
    ],
    action: { label: 'Confirm Payment', url },
    renewal: 'Don’t want it anymore? Cancel it and you won’t be charged.',
  };
}
