import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/web/client.ts';
import { refreshTasks } from './tasks-queries.ts';

const task = client.api.tasks[':id'];

/** The actions on a task, and its status afterwards. */
const ACTIONS = {
  start: { send: (id: string) => call(task.start.$post({ param: { id } })), status: 'in progress' },
  close: { send: (id: string) => call(task.close.$post({ param: { id } })), status: 'completed' },
  fail: { send: (id: string) => call(task.fail.$post({ param: { id } })), status: 'failed' },
} as const;
export type TaskActionName = keyof typeof ACTIONS;

export function markedText(status: string) {
  return `Task marked as ${status}`;
}

/** Performs actions on tasks, one at a time, and reloads the tasks afterwards. */
export function useTaskActions() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<TaskActionName | null>(null);
  const isBusy = useRef(false);

  async function perform(action: TaskActionName, id: string): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(action);
    const { send, status } = ACTIONS[action];
    try {
      await send(id);
      toast.success('Success', { description: markedText(status) });
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
    }
    await refreshTasks(queryClient).catch(() => {});
    isBusy.current = false;
    setBusy(null);
  }
  return { perform, busy };
}
