import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { refreshTasks } from './tasks-queries.ts';

/** Reloads tasks when others change them. */
export function useLiveTasks(): void {
  const queryClient = useQueryClient();
  useLiveEvents('tasks', () => void refreshTasks(queryClient));
}
