import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import type { ChangesRequest } from '../../task-review.schema.ts';
import { markedText } from '../marked-text.ts';
import { refreshTasks } from '../tasks-queries.ts';

const task = client.api.tasks[':id'];

type Changed = { id: string; version: number };

/** Decisions on a task. Each shows its result with an undo, except the reopening. */
export function useTaskDecisions(id: string) {
  const queryClient = useQueryClient();
  const refresh = () => refreshTasks(queryClient).catch(() => {});
  const param = { id };
  const toastId = `task-${id}`;

  function showUndo(description: string, { version }: Changed) {
    toastWithUndo({
      id: toastId,
      title: 'Success',
      description,
      undo: () => call(task.undo.$post({ param, json: { version } })).finally(() => void refresh()),
      undone: 'Undone',
    });
    return refresh();
  }
  return {
    close: async () => showUndo(markedText('completed'), await call(task.close.$post({ param }))),
    requestChanges: async (json: ChangesRequest) =>
      showUndo('Changes requested', await call(task['request-changes'].$post({ param, json }))),
    fail: async (json: { reason: string }) =>
      showUndo(markedText('failed'), await call(task.fail.$post({ param, json }))),
    cancel: async (json: { reason: string }) =>
      showUndo(markedText('cancelled'), await call(task.cancel.$post({ param, json }))),
    async reopen(json: { reason: string }) {
      await call(task.reopen.$post({ param, json }));
      toast.success('Success', {
        id: toastId,
        description: 'Task reopened',
        action: undefined,
      });
      await refresh();
    },
    refresh,
  };
}

/** Runs one action at a time, and shows its error. */
export function useSingleAction() {
  const isBusy = useRef(false);
  const [busy, setBusy] = useState<string | null>(null);
  async function run(name: string, action: () => Promise<unknown>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(name);
    try {
      await action();
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
    }
    isBusy.current = false;
    setBusy(null);
  }
  return { run, busy };
}
