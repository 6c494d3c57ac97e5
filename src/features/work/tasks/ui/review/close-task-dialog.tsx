import { isolateBidi } from '#src/lib/text.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import type { Task } from '../../tasks.schema.ts';
import { useSingleAction, useTaskDecisions } from './use-task-decisions.ts';

type CloseTaskDialogProps = {
  task: Pick<Task, 'id' | 'title'>;
  opened: boolean;
  onClose: () => void;
};

/** Confirms the closing of a task that a shortcut started; Enter confirms. */
export function CloseTaskDialog({ task, opened, onClose }: CloseTaskDialogProps) {
  const { close } = useTaskDecisions(task.id);
  const { run, busy } = useSingleAction();
  return (
    <ConfirmDialog
      variant="bar"
      title="Mark as Closed"
      text={`Accept the work and close "${isolateBidi(task.title)}"?`}
      opened={opened}
      isDangerous={false}
      isConfirmDefault
      cancelLabel="Cancel"
      confirmLabel="Mark as Closed"
      isBusy={busy !== null}
      onCancel={onClose}
      onConfirm={() => void run('close', close).then(onClose)}
    />
  );
}
