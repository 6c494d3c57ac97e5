import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { useBulkChange } from '#src/ui/records/use-bulk-change.tsx';
import { isPossible } from '../../tasks.rules.ts';
import type { TaskRow } from '../../tasks.schema.ts';
import { refreshTasks } from '../tasks-queries.ts';

const count = (tasks: number) => (tasks === 1 ? 'Task' : `${tasks} tasks`);

/** Closes many submitted tasks at once. */
export function useCloseRows() {
  const queryClient = useQueryClient();
  return useBulkChange<TaskRow, null>({
    run: (ids) => call(client.api.tasks.close.$post({ json: { ids } })),
    undo: (ids) => call(client.api.tasks.close.undo.$post({ json: { ids } })),
    done: (changed) => `${count(changed)} marked as closed`,
    undone: (changed) => `${count(changed)} to review again`,
    labelOf: ({ title, assignee }) => `${title}, ${assignee.fullName}`,
    refresh: () => refreshTasks(queryClient).catch(() => {}),
  });
}

type CloseRowsProps = {
  rows: TaskRow[];
  onDone: () => void;
  close: ReturnType<typeof useCloseRows>;
};

/** The button that closes the selected tasks; hidden while none of them was submitted. */
export function CloseRows({ rows, onDone, close }: CloseRowsProps) {
  if (!rows.some((row) => isPossible('close', row))) return null;
  return (
    <Button
      size="sm"
      radius="xl"
      disabled={close.isBusy}
      onClick={() => close.change(rows, null, onDone)}
    >
      Mark as Closed
    </Button>
  );
}
