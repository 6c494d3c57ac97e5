import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams, type LinkProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { BellList, type BellItem } from '#src/features/content/notifications/ui/bell-list.tsx';
import { Bell } from '#src/features/content/notifications/ui/bell.tsx';
import { reasonText } from '#src/features/money/disputes/dispute-reasons.ts';
import { KIND_LABELS } from '#src/features/trust/complaints/complaints.rules.ts';
import type { ComplaintKind } from '#src/features/trust/complaints/complaints.schema.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import type { StaffNotification, StaffNotificationKind } from '../staff-notifications.schema.ts';
import {
  refreshStaffNotifications,
  staffNotificationsQuery,
  unreadStaffQuery,
  useMarkStaffRead,
} from './staff-notifications-queries.ts';

/** The bell of the back office: what waits for the staff and what concerns the person, with links. */
export function StaffBell() {
  const queryClient = useQueryClient();
  useLiveEvents(['tasks', 'notifications'], () => void refreshStaffNotifications(queryClient));
  const count = useQuery(unreadStaffQuery).data?.count ?? 0;
  useMarkOpenedRead(count);
  return <Bell count={count}>{(onLeave) => <Waiting count={count} onLeave={onLeave} />}</Bell>;
}

/** Marks a record as read when it is opened, in whichever way. */
function useMarkOpenedRead(count: number) {
  const { pathname, search } = useLocation();
  const { id: influencerId } = useParams({ strict: false });
  const { mutate } = useMarkStaffRead();
  const inSearch = Object.values(SCREENS)
    .filter(({ to }) => to === pathname)
    .map(({ name }) => (search as Record<string, unknown>)[name])
    .find((id) => typeof id === 'string');
  const opened = inSearch ?? influencerId;
  const markRead = useEffectEvent((id: string) => mutate(id));
  const hasUnread = count > 0;
  useEffect(() => {
    if (opened !== undefined && hasUnread) markRead(opened);
  }, [opened, hasUnread]);
}

function Waiting(props: { count: number; onLeave: () => void }) {
  const query = useQuery(staffNotificationsQuery);
  const markRead = useMarkStaffRead();
  return (
    <BellList
      {...props}
      query={query}
      items={query.data?.notifications.map(itemOf)}
      emptyText="You’re all caught up. New applications, submitted tasks, messages and mentions will appear here."
      markRead={markRead}
    />
  );
}

/** The screen that opens a record, and the name of its id in the address. */
const SCREENS = {
  application: { to: '/applications', name: 'id' },
  answer: { to: '/applications', name: 'id' },
  task: { to: '/tasks', name: 'task' },
  message: { to: '/inbox', name: 'id' },
  influencer_message: { to: '/inbox', name: 'id' },
  complaint: { to: '/complaints', name: 'complaint' },
  post_review: { to: '/reviews', name: 'post' },
  strikes: { to: '/influencers/$id', name: 'id' },
  blocked_post: { to: '/content/edit/$id', name: 'id' },
  identity_check: { to: '/performers/$id', name: 'id' },
  expiring_document: { to: '/performers/$id', name: 'id' },
  unusual_use: { to: '/users', name: 'id' },
  bank_details: { to: '/influencers/edit/$id', name: 'id' },
  tax_details: { to: '/influencers/edit/$id', name: 'id' },
  agreement: { to: '/agreements', name: 'agreement' },
  dispute: { to: '/disputes', name: 'dispute' },
  refund: { to: '/subscribers', name: 'id' },
  provider_change: { to: '/subscribers', name: 'id' },
  lost_days: { to: '/subscribers', name: 'influencer' },
  payment_event: { to: '/payment-events', name: 'event' },
  ledger_finding: { to: '/ledger-checks', name: 'finding' },
  assigned_application: { to: '/applications', name: 'id' },
  assigned_task: { to: '/tasks', name: 'task' },
  assigned_influencer: { to: '/influencers/$id', name: 'id' },
  assigned_message: { to: '/inbox', name: 'id' },
  assigned_complaint: { to: '/complaints', name: 'complaint' },
  comment_application: { to: '/applications', name: 'id' },
  comment_task: { to: '/tasks', name: 'task' },
  comment_message: { to: '/inbox', name: 'id' },
  comment_complaint: { to: '/complaints', name: 'complaint' },
} as const satisfies Record<StaffNotificationKind, { to: LinkProps['to']; name: string }>;

/** What blocks a post beside the people in it. */
const BLOCKS: Partial<Record<string, string>> = {
  'banned-term': 'a banned term in its caption',
  'held-file': 'a file that matches a blocked one',
};

const TEXTS: Record<StaffNotificationKind, (detail: string) => string> = {
  application: (category) => `New application: ${category}`,
  answer: (answer) => `Answered your question: ${answer}`,
  task: (influencer) => `Submitted for review by ${influencer || 'an influencer'}`,
  message: (topic) => `New message: ${topic}`,
  influencer_message: (topic) => `Message from an influencer: ${topic}`,
  complaint: (kind) => `New complaint: ${KIND_LABELS[kind as ComplaintKind]}`,
  post_review: (caption) => `Post to review: ${caption}`,
  strikes: (count) =>
    `Has ${count} ${count === '1' ? 'strike' : 'strikes'}: decide about the account`,
  blocked_post: (cause) => `Scheduled post is blocked by ${BLOCKS[cause] ?? cause}`,
  identity_check: (finding) =>
    finding === 'underage' ? 'The ID document says under 18' : 'An identity check to confirm',
  expiring_document: (day) => `ID document valid until ${formatUtcDate(day)}`,
  unusual_use: (files) => `Opened ${files} files in a day, far more than usual`,
  bank_details: () => 'New bank details to confirm',
  tax_details: () => 'New tax details to confirm',
  agreement: () => 'Signed the creator agreement',
  dispute: (reason) => `Disputed a payment: ${reasonText(reason || null)}`,
  refund: () => 'A refund has to be made by hand',
  provider_change: (provider) => `A change isn’t confirmed by ${provider}`,
  lost_days: (fans) =>
    `Suspended for a violation: ${fans} ${fans === '1' ? 'fan' : 'fans'} lost paid days`,
  payment_event: (error) => (error ? `Payment event failed: ${error}` : 'Payment event failed'),
  ledger_finding: (rule) => `The ledger violates a rule: ${rule}`,
  assigned_application: () => 'This application was assigned to you',
  assigned_task: () => 'This task was assigned to you',
  assigned_influencer: () => 'This influencer was assigned to you',
  assigned_message: () => 'This message was assigned to you',
  assigned_complaint: () => 'This complaint was assigned to you',
  comment_application: (text) => text,
  comment_task: (text) => text,
  comment_message: (text) => text,
  comment_complaint: (text) => text,
};

const itemOf = ({ kind, title, detail, ...rest }: StaffNotification): BellItem => {
  const { to, name } = SCREENS[kind];
  return {
    ...rest,
    title: title || 'Unknown',
    preview: TEXTS[kind](detail),
    link: linkTo(to, name, rest.id),
  };
};

function linkTo(to: (typeof SCREENS)[StaffNotificationKind]['to'], name: string, id: string) {
  if (to === '/influencers/edit/$id') {
    return { to, params: { id }, search: { tab: 'payouts' } } as LinkProps;
  }
  if (name === 'influencer')
    return { to, search: { influencer: id, status: 'withheld' } } as LinkProps;
  if (to.endsWith('/$id')) return { to, params: { id } } as LinkProps;
  return { to, search: { [name]: id } } as LinkProps;
}
