import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import type { TaskRow } from '../../tasks.schema.ts';
import { refreshTasks } from '../tasks-queries.ts';

type Named = Pick<TaskRow, 'id' | 'title'>;

type DeleteTaskDialogProps = {
  /** The task to delete; null while the dialog is closed. */
  task: Named | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks for confirmation before deleting a task. */
export function DeleteTaskDialog({ task, onClose, onDeleted }: DeleteTaskDialogProps) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const shownTask = useLastDefined(task);

  async function remove(id: string) {
    setIsBusy(true);
    try {
      await call(client.api.tasks[':id'].$delete({ param: { id } }));
      toast.success('Success', { description: 'Task deleted successfully!' });
      onClose();
      onDeleted?.();
    } catch (error) {
      toast.error('Error', { description: (error as Error).message });
    }
    setIsBusy(false);
    await refreshTasks(queryClient).catch(() => {});
  }

  return (
    <ConfirmDialog
      variant="bar"
      title="Delete Task"
      text={`Are you sure you want to delete "${isolateBidi(shownTask?.title ?? '')}"? Its submission and any files that aren’t in a post are deleted too. This action cannot be undone.`}
      opened={task !== null}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => task && !isBusy && void remove(task.id)}
    />
  );
}
