import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import type { DeletionFigures, DeletionPreview } from '../users.schema.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

function subscriptionsText(figures: DeletionFigures): string {
  const { subscriptions, liveSubscriptions, renewals, renewalCents } = figures;
  const all = counted(subscriptions, 'subscription');
  if (liveSubscriptions === 0) return `${all}, none of them active`;
  const renewing =
    renewals === 0
      ? 'none renews'
      : `${formatNumber(renewals)} ${renewals === 1 ? 'renews' : 'renew'}, for ${formatCents(renewalCents)} a month`;
  return `${all}, ${formatNumber(liveSubscriptions)} active: ${renewing}. All end immediately, with no further charges.`;
}

function fanLines({ role, figures }: DeletionPreview): string[] {
  const { subscriptions, views, notifications, favorites, notes } = figures;
  const seen = [
    views > 0 && counted(views, 'post view'),
    notifications > 0 && counted(notifications, 'notification'),
    favorites > 0 && counted(favorites, 'favorite'),
    role === 'subscriber' && notes > 0 && counted(notes, 'note'),
  ].filter((text) => text !== false);
  return [
    ...(subscriptions > 0 ? [subscriptionsText(figures)] : []),
    ...(subscriptions === 0 && role === 'subscriber' ? ['No subscriptions'] : []),
    ...(seen.length > 0 ? [joined(seen)] : []),
  ];
}

function influencerLines(figures: DeletionFigures) {
  const { posts, drafts, files, tasks, notes, agencyMessages, liveFans } = figures;
  const work = [
    tasks > 0 && `${counted(tasks, 'task')} with their submissions`,
    notes > 0 && counted(notes, 'note'),
    agencyMessages > 0 && `${counted(agencyMessages, 'message')} to the agency`,
  ].filter((text) => text !== false);
  return [
    `${counted(posts, 'published post')} and ${counted(drafts, 'draft')}, with ${counted(files, 'file')}`,
    liveFans === 0
      ? 'No active subscriptions of fans'
      : `${counted(liveFans, 'active subscription')} of fans: access ends immediately, nobody is charged again${sendsMail() ? ', and each fan gets an email' : ''}`,
    ...(work.length > 0 ? [joined(work)] : []),
  ];
}

function retainedForInfluencer({
  pendingPayouts,
  pendingPayoutCents,
  balanceCents,
}: DeletionFigures) {
  return [
    pendingPayouts === 0
      ? 'No pending payouts'
      : `${counted(pendingPayouts, 'pending payout')} of ${formatCents(pendingPayoutCents)}, still to be paid`,
    balanceCents === 0
      ? 'No open balance'
      : `An open balance of ${formatCents(balanceCents)}${balanceCents > 0 ? ', still to be paid out' : ''}`,
    'All payouts, with the name',
  ];
}

/** "a", "a and b", "a, b and c". */
const joined = (parts: string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');

const OWN: Record<'influencer' | 'subscriber' | 'other', string> = {
  influencer: 'Account, plans and the public page with its pictures',
  subscriber: 'Account, picture, preferences and sign-in',
  other: 'Account, profile and sign-in',
};

/** What a deletion removes and retains, line by line. */
export function deletionText(preview: DeletionPreview): { removed: string[]; retained: string[] } {
  const { role, figures } = preview;
  const isInfluencer = role === 'influencer';
  const { payments, messages } = figures;
  return {
    removed: [
      ...fanLines(preview),
      ...(isInfluencer ? influencerLines(figures) : []),
      OWN[isInfluencer || role === 'subscriber' ? role : 'other'],
    ],
    retained: [
      ...(isInfluencer ? retainedForInfluencer(figures) : []),
      ...(payments > 0
        ? [`${counted(payments, 'payment')} and the periods they paid for, without the name`]
        : []),
      ...(messages > 0 ? [`${counted(messages, 'message')} of the contact form`] : []),
      'Entries in the audit trail',
    ],
  };
}
