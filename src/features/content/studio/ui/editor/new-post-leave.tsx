import { useBlocker } from '@tanstack/react-router';
import { UnsavedChangesDialog } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';

type LeaveDialogProps = {
  isSending: boolean;
  isUnsaved: () => boolean;
  save: () => Promise<void>;
  /** Whether the post is through: then nothing is asked. */
  isDone: () => boolean;
};

/** Asks before what is not saved is left, by a link, the back button or closing the window. */
export function LeaveDialog({ isSending, isUnsaved, save, isDone }: LeaveDialogProps) {
  const blocker = useBlocker({
    shouldBlockFn: async () => {
      if (isDone()) return false;
      await save().catch(() => {});
      return isSending || isUnsaved();
    },
    enableBeforeUnload: () => !isDone() && (isSending || isUnsaved()),
    withResolver: true,
  });
  return (
    <UnsavedChangesDialog
      {...(isSending && { title: 'Leave while files are being sent?' })}
      text={
        isSending
          ? 'They stop here. Open the draft again and choose the same files to go on where they stopped.'
          : 'Your last changes could not be saved and will be lost.'
      }
      opened={blocker.status === 'blocked'}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
