import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import {
  subscribedTo,
  toSubscriptions,
  type MailedSubscription,
  type MailText,
} from '../subscription-mail-text.ts';
import { PRICE_LINK } from './price-links.ts';

/** A new price in a mail. */
export type MailedPrice = {
  newPriceCents: number;
  startsAt: Date;
  needsConsent: boolean;
  /** The subject of the link that answers it. */
  link: string;
};

export function newPriceText(
  subscription: MailedSubscription,
  { newPriceCents, startsAt, needsConsent, link }: MailedPrice,
): MailText {
  return {
    subject: 'The price of your subscription changes',
    paragraphs: [
      'The monthly price below changes. What you’ve paid already stays as it is.',
      needsConsent
        ? 'Please tell us whether you accept it. If you don’t answer, your subscription ends with the last period at the current price, and you won’t be charged again.'
        : 'If you accept it, you don’t need to do anything. If you decline, your subscription ends with the period that you’ve paid for, and you won’t be charged again.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Current price', value: `${formatCents(subscription.priceCents)} a month` },
      { label: 'New price', value: `${formatCents(newPriceCents)} a month` },
      { label: 'From', value: `the first renewal on or after ${formatUtcDate(startsAt)} (UTC)` },
    ],
    action: { label: 'Accept or Decline', kind: PRICE_LINK, subject: link },
    renewal: 'You can cancel at any time.',
  };
}

export function unchangedPriceText(subscription: MailedSubscription): MailText {
  return {
    subject: 'The price of your subscription doesn’t change',
    paragraphs: [
      'We announced a new price by email. We’ve called it off: you pay what you’ve paid so far.',
    ],
    facts: [
      subscribedTo(subscription),
      { label: 'Price', value: `${formatCents(subscription.priceCents)} a month` },
    ],
    action: toSubscriptions,
    renewal: 'You can cancel at any time.',
  };
}
