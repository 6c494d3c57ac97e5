import { useBlocker } from '@tanstack/react-router';
import { UnsavedChangesDialog } from '#src/ui/dialogs/unsaved-changes-dialog.tsx';

type LeaveDialogProps = {
  isSending: boolean;
  isUnsaved: () => boolean;
  save: () => Promise<void>;
  /** Whether the post was published or deleted, so that no confirmation is needed. */
  isDone: () => boolean;
};

/** Asks for confirmation before unsaved changes are lost by a link, the Back button or closing the window. */
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
      {...(isSending && { title: 'Leave while files are uploading?' })}
      text={
        isSending
          ? 'Uploading will pause. To continue, open the draft again and choose the same files.'
          : 'Your latest changes couldn’t be saved and will be lost.'
      }
      opened={blocker.status === 'blocked'}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
