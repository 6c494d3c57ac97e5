import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';

/** Refetch interval in case a live event was lost. */
const REFETCH_INTERVAL = 5 * 60_000;

export const NOTIFICATIONS_KEY = ['notifications'];

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: () => call(client.api.notifications.unread.$get()),
  refetchInterval: REFETCH_INTERVAL,
});

/** The newest notifications. */
export const notificationsQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'list'],
  queryFn: () => call(client.api.notifications.$get()),
});
