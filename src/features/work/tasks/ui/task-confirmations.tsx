import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { isolate } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#src/ui/elements/use-last.ts';
import { call, client } from '#src/web/client.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { refreshTasks } from './tasks-queries.ts';
import { useTaskActions } from './use-task-actions.ts';

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
  const shownTask = useLast(task);

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
      look="bar"
      title="Delete Task"
      text={`Are you sure you want to delete "${isolate(shownTask?.title ?? '')}"? Its submission goes with it, and so do files that are in no post. This action cannot be undone.`}
      opened={task !== null}
      stay="Cancel"
      go="Delete"
      isBusy={isBusy}
      onStay={onClose}
      onGo={() => task && !isBusy && void remove(task.id)}
    />
  );
}

type FailTaskDialogProps = { task: Named; opened: boolean; onClose: () => void };

/** Asks for confirmation before marking a task as failed. */
export function FailTaskDialog({ task, opened, onClose }: FailTaskDialogProps) {
  const { perform, busy } = useTaskActions();
  return (
    <ConfirmDialog
      look="bar"
      title="Mark as Failed"
      text="The work is refused, and the task is final from then on."
      opened={opened}
      stay="Cancel"
      go="Mark as Failed"
      isBusy={busy !== null}
      onStay={onClose}
      onGo={() => void perform('fail', task.id).then(onClose)}
    />
  );
}
