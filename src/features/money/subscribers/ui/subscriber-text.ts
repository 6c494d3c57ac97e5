import type { BackOfficeAction } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import type { BackOfficeSubscription } from '../back-office-subscriptions.schema.ts';

/** The fan's name, or the address without one. */
export function fanName({
  fullName,
  email,
}: Pick<BackOfficeSubscription['subscriber'], 'fullName' | 'email'>): string {
  return fullName.trim() || email;
}

type ConfirmationText = { title: string; text: string; confirmLabel: string; cancelLabel: string };

const mailNote = () => (sendsMail() ? 'The fan is notified by email.' : '');

const isOver = ({ currentPeriodEnd }: BackOfficeSubscription, now: Date): boolean =>
  new Date(currentPeriodEnd) <= now;

/** The text of a confirmation: the full effect of the change. */
export function confirmationText(
  subscription: BackOfficeSubscription,
  action: BackOfficeAction,
  now: Date,
): ConfirmationText {
  const about = { ...subscription, fan: isolateBidi(fanName(subscription.subscriber)) };
  const texts = { suspend: suspendText, reactivate: reactivateText, end: endText };
  return texts[action](about, now);
}

type About = BackOfficeSubscription & { fan: string };

const suspendText = (about: About, now: Date): ConfirmationText => ({
  title: 'Suspend this subscription?',
  text: [
    `${about.fan} loses access to ${isolateBidi(about.influencer.fullName)}’s posts immediately.`,
    'Nothing is charged until you reactivate it.',
    isOver(about, now)
      ? ''
      : `The paid period, until ${formatDate(about.currentPeriodEnd)}, keeps running.`,
    about.cancelAt ? `It still ends on ${formatDate(about.cancelAt)}.` : '',
    mailNote(),
  ]
    .filter(Boolean)
    .join(' '),
  cancelLabel: 'Cancel',
  confirmLabel: 'Suspend',
});

const reactivateText = (about: About, now: Date): ConfirmationText => ({
  title: 'Reactivate this subscription?',
  text: [
    `${about.fan} regains access to ${isolateBidi(about.influencer.fullName)}’s posts immediately.`,
    renewalText(about, now),
    mailNote(),
  ]
    .filter(Boolean)
    .join(' '),
  cancelLabel: 'Cancel',
  confirmLabel: 'Reactivate',
});

function renewalText(about: About, now: Date): string {
  const [date, price] = [formatDate(about.currentPeriodEnd), formatCents(about.priceCents)];
  if (about.cancelAt) return `It was cancelled and ends on ${formatDate(about.cancelAt)}.`;
  return isOver(about, now)
    ? `The paid period ended on ${date}, so a new month is charged at the next billing: ${price}.`
    : `It renews on ${date} at ${price}.`;
}

const endText = (about: About, now: Date): ConfirmationText => ({
  title: 'Cancel this subscription?',
  text: [
    END[about.status](about.fan, isolateBidi(about.influencer.fullName)),
    isOver(about, now)
      ? ''
      : `It’s paid until ${formatDate(about.currentPeriodEnd)}, and cancelling doesn’t refund that. To refund it, refund the payment instead.`,
    'This action cannot be undone.',
    mailNote(),
  ]
    .filter(Boolean)
    .join(' '),
  cancelLabel: 'Keep Subscription',
  confirmLabel: 'Cancel Subscription',
});

const END: Record<SubscriptionStatus, (fan: string, influencer: string) => string> = {
  active: (fan, influencer) =>
    `It ends immediately: ${fan} won’t be charged again and loses access to ${influencer}’s posts.`,
  paused: (fan) =>
    `It ends immediately and can’t be reactivated: ${fan} would have to subscribe again.`,
  past_due: (fan) =>
    `It ends immediately: the payment isn’t retried, and ${fan} won’t be charged again.`,
  cancelled: () => 'It has ended.',
};
