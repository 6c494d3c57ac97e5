import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { markedText } from '../marked-text.ts';
import { refreshTasks } from '../tasks-queries.ts';

/** Starts an own task. */
export function useStartTask(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(client.api.tasks[':id'].start.$post({ param: { id } })),
    onSuccess: () => toast.success('Success', { description: markedText('in progress') }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshTasks(queryClient).catch(() => {}),
  });
}
