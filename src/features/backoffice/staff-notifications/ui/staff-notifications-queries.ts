import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import type { WorkQueueQuery } from '../work-queue.schema.ts';

/** Refetch interval in case a live event was lost; failed payment events have none. */
const REFETCH_INTERVAL = 5 * 60_000;
const KEY = ['staff-notifications'];

/** The number of unread notifications. */
export const unreadStaffQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: () => call(client.api['staff-notifications'].unread.$get()),
  refetchInterval: REFETCH_INTERVAL,
});

/** What waits for the staff, newest first. */
export const staffNotificationsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => call(client.api['staff-notifications'].$get()),
});

/** What waits for the staff by kind, or of it what the person owns. */
export function workQueueQuery(query: WorkQueueQuery = {}) {
  return queryOptions({
    queryKey: [...KEY, 'work', query],
    queryFn: async () => (await call(client.api['work-queue'].$get({ query }))).items,
    refetchInterval: REFETCH_INTERVAL,
    placeholderData: keepPreviousData,
  });
}

export function refreshStaffNotifications(queryClient: QueryClient) {
  return invalidateQueries(queryClient, { queryKey: KEY });
}

/** Marks the notification of one record, or all of them, as read. */
export function useMarkStaffRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      call(client.api['staff-notifications'].read.$post({ json: { id } })),
    onSuccess: () => refreshStaffNotifications(queryClient),
  });
}
