import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';

/** Live events tell of every change; this is for those that got lost. */
const SAFETY_NET = 5 * 60_000;

export const NOTIFICATIONS_KEY = ['notifications'];

/** How many posts the fan was notified of and has not opened. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: () => call(client.api.notifications.unread.$get()),
  refetchInterval: SAFETY_NET,
});

/** The newest notifications. */
export const notificationsQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'list'],
  queryFn: () => call(client.api.notifications.$get()),
});
