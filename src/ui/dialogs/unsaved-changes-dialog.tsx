import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The texts of an {@link UnsavedChangesDialog}. */
export type UnsavedChangesText = {
  title?: string;
  text: string;
  cancelLabel?: string;
  confirmLabel?: string;
};

type UnsavedChangesDialogProps = UnsavedChangesText & {
  opened: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks for confirmation before unsaved changes are discarded; Cancel has the initial focus. */
export function UnsavedChangesDialog({
  title = 'Leave without saving?',
  cancelLabel = 'Stay',
  confirmLabel = 'Leave',
  ...dialog
}: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      variant="bar"
      {...dialog}
      title={title}
      cancelLabel={cancelLabel}
      confirmLabel={confirmLabel}
    />
  );
}

type UnsavedChangesPromptProps = UnsavedChangesText & {
  /** Whether leaving would lose something; called at each attempt to leave. */
  isUnsaved: () => boolean;
};

type GuardOptions = {
  /** Also block links to another state of the same page, such as one that closes a dialog. */
  blocksSamePage?: boolean;
};

/** Blocks leaving the page by a link, the back button or closing the window until it is confirmed. */
export function useLeaveGuard(
  isUnsaved: () => boolean,
  { blocksSamePage = false }: GuardOptions = {},
) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      (current.pathname !== next.pathname || (blocksSamePage && action === 'PUSH')) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    cancel: () => blocker.reset?.(),
    confirm: () => blocker.proceed?.(),
  };
}

/** Asks for confirmation before the page is left with unsaved changes; see {@link useLeaveGuard}. */
export function UnsavedChangesPrompt({ isUnsaved, ...text }: UnsavedChangesPromptProps) {
  const { isBlocked, cancel, confirm } = useLeaveGuard(isUnsaved);
  return (
    <UnsavedChangesDialog {...text} opened={isBlocked} onCancel={cancel} onConfirm={confirm} />
  );
}
