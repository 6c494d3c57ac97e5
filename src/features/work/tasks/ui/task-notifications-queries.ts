import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';

/** Refetch interval in case a live event was lost. */
const REFETCH_INTERVAL = 5 * 60_000;
const KEY = ['task-notifications'];

/** The number of unread notifications of own tasks. */
export const unreadTasksQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: () => call(client.api['task-notifications'].unread.$get()),
  refetchInterval: REFETCH_INTERVAL,
});

/** The newest notifications of own tasks. */
export const taskNotificationsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => call(client.api['task-notifications'].$get()),
});

export function refreshTaskNotifications(queryClient: QueryClient) {
  return invalidateQueries(queryClient, { queryKey: KEY });
}

/** Marks the notifications of one task, or all of them, as read. */
export function useMarkTasksRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string | undefined) =>
      call(client.api['task-notifications'].read.$post({ json: { taskId } })),
    onSuccess: () => refreshTaskNotifications(queryClient),
  });
}
