import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/web/client.ts';
import { refreshTasks } from './tasks-queries.ts';

const task = client.api.tasks[':id'];

/** What a click does with a task, and its status then. */
const STEPS = {
  start: { send: (id: string) => call(task.start.$post({ param: { id } })), is: 'in progress' },
  close: { send: (id: string) => call(task.close.$post({ param: { id } })), is: 'completed' },
  fail: { send: (id: string) => call(task.fail.$post({ param: { id } })), is: 'failed' },
} as const;
export type TaskStep = keyof typeof STEPS;

export const markedText = (status: string) => `Task marked as ${status}`;

/** Takes a task a step further, one at a time; what was refused is loaded as it is now. */
export function useTaskActions() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<TaskStep | null>(null);
  const isBusy = useRef(false);

  async function take(step: TaskStep, id: string): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(step);
    const { send, is } = STEPS[step];
    try {
      await send(id);
      toast.success('Success', { description: markedText(is) });
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
    }
    await refreshTasks(queryClient).catch(() => {});
    isBusy.current = false;
    setBusy(null);
  }
  return { take, busy };
}
