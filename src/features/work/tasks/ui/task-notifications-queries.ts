import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/web/client.ts';

/** Live events announce every change; this is for those that got lost. */
const SAFETY_NET = 5 * 60_000;
const KEY = ['task-notifications'];

/** How many events of own tasks are unread. */
export const unreadTasksQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: () => call(client.api['task-notifications'].unread.$get()),
  refetchInterval: SAFETY_NET,
});

/** The newest events of own tasks. */
export const taskNotificationsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => call(client.api['task-notifications'].$get()),
});

export const refreshTaskNotifications = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY });

/** Marks the notifications of one task, or all of them, as read. */
export function useMarkTasksRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string | undefined) =>
      call(client.api['task-notifications'].read.$post({ json: { taskId } })),
    onSuccess: () => refreshTaskNotifications(queryClient),
  });
}
