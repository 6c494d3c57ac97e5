import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellList, type BellItem } from '#src/features/content/notifications/ui/bell-list.tsx';
import { Bell } from '#src/features/content/notifications/ui/bell.tsx';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import type { TaskEvent, TaskNotification } from '../task-notifications.schema.ts';
import {
  refreshTaskNotifications,
  taskNotificationsQuery,
  unreadTasksQuery,
  useMarkTasksRead,
} from './task-notifications-queries.ts';

/** An influencer's bell: notifications of task events, which link to their tasks. */
export function TaskBell() {
  const queryClient = useQueryClient();
  // `notifications`: another tab may mark notifications as read.
  useLiveEvents(['tasks', 'notifications'], () => void refreshTaskNotifications(queryClient));
  const count = useQuery(unreadTasksQuery).data?.count ?? 0;
  return <Bell count={count}>{(onLeave) => <TaskEvents count={count} onLeave={onLeave} />}</Bell>;
}

function TaskEvents(props: { count: number; onLeave: () => void }) {
  const query = useQuery(taskNotificationsQuery);
  const markRead = useMarkTasksRead();
  return (
    <BellList
      {...props}
      query={query}
      items={query.data?.notifications.map(itemOf)}
      emptyText="Nothing yet. Updates about your tasks will appear here."
      markRead={markRead}
    />
  );
}

const dueText = (dueDate: string | null): string =>
  dueDate ? `due ${formatTime(dueDate)}` : 'no due date';

const TEXTS: Record<TaskEvent, (dueDate: string | null) => string> = {
  assigned: (dueDate) => `New task, ${dueText(dueDate)}`,
  due_changed: (dueDate) => `Due date changed: ${dueText(dueDate)}`,
  due_soon: (dueDate) => `Reminder: ${dueText(dueDate)}`,
  overdue: (dueDate) => `Overdue: it was ${dueText(dueDate)}`,
  changes_requested: () => 'Changes requested: submit it again',
  cancelled: () => 'Cancelled: there’s nothing more to do',
  reopened: () => 'Reopened by your agency',
  closed: () => 'Closed: your work was accepted',
  failed: () => 'Marked as failed: your work was not accepted',
};

const itemOf = ({ task, event, ...rest }: TaskNotification): BellItem => ({
  ...rest,
  title: task.title,
  preview: TEXTS[event](task.dueDate),
  link: { to: '/my-tasks', search: { task: task.id } },
});
