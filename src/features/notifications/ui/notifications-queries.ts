import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client.ts';

const MINUTE = 60_000;

/** How many posts the fan was notified of and has not opened. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: () => call(client.api.notifications.unread.$get()),
  refetchInterval: MINUTE,
});

/** The newest notifications. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: () => call(client.api.notifications.$get()),
});
