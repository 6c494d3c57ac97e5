import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { refreshTasks } from './tasks-queries.ts';

/** Shows what others change of tasks. */
export function useLiveTasks(): void {
  const queryClient = useQueryClient();
  useLiveEvents('tasks', () => void refreshTasks(queryClient));
}
