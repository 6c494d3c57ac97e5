import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import type { Notification } from '../notifications.schema.ts';
import { BellList, type BellItem } from './bell-list.tsx';
import { Bell } from './bell.tsx';
import { NOTIFICATIONS_KEY, notificationsQuery, unreadQuery } from './notifications-queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** A fan's bell: notifications of new posts, which open the post. */
export function NotificationBell() {
  const queryClient = useQueryClient();
  useLiveEvents(
    'notifications',
    () => void invalidateQueries(queryClient, { queryKey: NOTIFICATIONS_KEY }),
  );
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return <Bell count={count}>{(onLeave) => <NewPosts count={count} onLeave={onLeave} />}</Bell>;
}

// Loaded only while the bell is open.
function NewPosts(props: { count: number; onLeave: () => void }) {
  const query = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  return (
    <BellList
      {...props}
      query={query}
      items={query.data?.notifications.map(itemOf)}
      emptyText="Nothing yet. New posts from your influencers will appear here."
      markRead={markRead}
    />
  );
}

const itemOf = ({ influencer, postId, captionPreview, ...rest }: Notification): BellItem => ({
  ...rest,
  title: influencer.fullName,
  preview: captionPreview,
  link: {
    to: '/subscriptions/$influencerId',
    params: { influencerId: influencer.id },
    search: { post: postId },
  },
});
