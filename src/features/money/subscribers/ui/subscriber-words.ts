import type { OfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { isolateBidi } from '#src/lib/text.ts';
import type { OfficeSubscription } from '../office-subscriptions.schema.ts';

/** Who has subscribed; nobody has to give a name. */
export const nameOfFan = ({ fullName, email }: OfficeSubscription['subscriber']): string =>
  fullName.trim() || email;

type Words = { title: string; text: string; confirmLabel: string; cancelLabel: string };

const TOLD = 'The fan is told by mail.';

const isOver = ({ currentPeriodEnd }: OfficeSubscription, now: Date): boolean =>
  new Date(currentPeriodEnd) <= now;

/** What is asked before a subscription is changed by hand: what will happen, all of it. */
export function questionWords(
  subscription: OfficeSubscription,
  action: OfficeAction,
  now: Date,
): Words {
  const about = { ...subscription, fan: isolateBidi(nameOfFan(subscription.subscriber)) };
  const words = { suspend: suspendWords, reactivate: reactivateWords, end: endWords };
  return words[action](about, now);
}

type About = OfficeSubscription & { fan: string };

const suspendWords = (about: About, now: Date): Words => ({
  title: 'Suspend this subscription?',
  text: [
    `${about.fan} can no longer watch the posts of ${isolateBidi(about.influencer.fullName)}, at once.`,
    'Nothing is charged until you reactivate it.',
    isOver(about, now)
      ? ''
      : `The time that is paid for, until ${formatDate(about.currentPeriodEnd)}, runs on meanwhile.`,
    about.cancelAt ? `It still ends on ${formatDate(about.cancelAt)}.` : '',
    TOLD,
  ]
    .filter(Boolean)
    .join(' '),
  cancelLabel: 'Cancel',
  confirmLabel: 'Suspend',
});

const reactivateWords = (about: About, now: Date): Words => ({
  title: 'Reactivate this subscription?',
  text: [
    `${about.fan} can watch the posts of ${isolateBidi(about.influencer.fullName)} again, at once.`,
    renewalWords(about, now),
    TOLD,
  ].join(' '),
  cancelLabel: 'Cancel',
  confirmLabel: 'Reactivate',
});

function renewalWords(about: About, now: Date): string {
  const [date, price] = [formatDate(about.currentPeriodEnd), formatCents(about.priceCents)];
  if (about.cancelAt) return `It was cancelled, and ends on ${formatDate(about.cancelAt)}.`;
  return isOver(about, now)
    ? `What was paid for ended on ${date}, so a new month is charged at the next billing: ${price}.`
    : `It renews on ${date} at ${price}.`;
}

const endWords = (about: About, now: Date): Words => ({
  title: 'Cancel this subscription?',
  text: [
    END[about.status](about.fan, isolateBidi(about.influencer.fullName)),
    isOver(about, now)
      ? ''
      : `It is paid for until ${formatDate(about.currentPeriodEnd)}, and nothing of that is given back. To give money back, refund the payment instead.`,
    'This action cannot be undone.',
    TOLD,
  ]
    .filter(Boolean)
    .join(' '),
  cancelLabel: 'Keep Subscription',
  confirmLabel: 'Cancel Subscription',
});

const END: Record<SubscriptionStatus, (fan: string, influencer: string) => string> = {
  active: (fan, influencer) =>
    `It ends at once: ${fan} is charged no more, and can no longer watch the posts of ${influencer}.`,
  paused: (fan) =>
    `It ends at once, and cannot be reactivated: ${fan} would have to subscribe anew.`,
  past_due: (fan) =>
    `It ends at once: the payment is not tried again, and ${fan} is charged no more.`,
  cancelled: () => 'It has ended.',
};
