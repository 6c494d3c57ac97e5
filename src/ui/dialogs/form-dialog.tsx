import { Button, Modal, type ModalProps } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useRef, useState, type ReactNode } from 'react';
import { isCovered, useEscape } from '#src/ui/elements/keyboard-shortcuts.ts';
import { UnsavedInput } from '#src/ui/forms/unsaved-input.ts';
import styles from './form-dialog.module.css';
import {
  UnsavedChangesDialog,
  useLeaveGuard,
  type UnsavedChangesText,
} from './unsaved-changes-dialog.tsx';
import { useDeferredOpening } from './use-deferred-opening.ts';

type LeaveConfirmation = UnsavedChangesText & { isNeeded?: boolean };

type FormDialogProps = Pick<ModalProps, 'size' | 'padding' | 'centered' | 'onExitTransitionEnd'> & {
  title: string;
  opened: boolean;
  /** Fills the whole screen on phones. */
  isFullOnPhones?: boolean;
  /** Asks for confirmation before closing; by default only after something was typed. */
  leaveConfirmation?: LeaveConfirmation;
  onClose: () => void;
  /** The form, whose Cancel button calls `onCancel`. */
  children: (onCancel: () => void) => ReactNode;
};

/** A dialog with a form that guards typed input against accidental closing. */
export function FormDialog({ isFullOnPhones = false, ...dialog }: FormDialogProps) {
  const { leaveConfirmation, onClose, children, ...frame } = dialog;
  const opened = useDeferredOpening(dialog.opened);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasInput, setHasInput] = useState(false);
  const isNeeded = leaveConfirmation !== undefined && (leaveConfirmation.isNeeded ?? hasInput);
  const guard = useLeaveGuard(() => opened && isNeeded, { blocksSamePage: true });
  function leave() {
    // Deferred: otherwise the same Escape key press would also close the confirmation.
    if (isNeeded) setTimeout(() => setIsLeaving(true));
    else onClose();
  }
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, { opened, onEscape: leave });
  return (
    <>
      <Modal
        ref={root}
        size="lg"
        {...frame}
        opened={opened}
        onClose={leave}
        fullScreen={isFullOnPhones && isPhone}
        closeOnEscape={false}
        // An accidental click outside would discard the input.
        closeOnClickOutside={false}
        classNames={{ content: styles.content!, header: styles.header!, title: styles.title! }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <UnsavedInput value={setHasInput}>{children(leave)}</UnsavedInput>
      </Modal>
      {leaveConfirmation && (
        <UnsavedChangesDialog
          {...textOf(leaveConfirmation)}
          opened={isLeaving || guard.isBlocked}
          onCancel={() => {
            setIsLeaving(false);
            guard.cancel();
          }}
          onConfirm={() => {
            setIsLeaving(false);
            if (guard.isBlocked) guard.confirm();
            else onClose();
          }}
        />
      )}
    </>
  );
}

const textOf = ({ isNeeded: _, ...text }: LeaveConfirmation): UnsavedChangesText => text;

/** The usual confirmation before a dialog with typed input is closed. */
export const INPUT_WILL_BE_LOST: UnsavedChangesText = { text: 'What you typed will be lost.' };

type FormActionsProps = {
  /** Label of the submit button, which Ctrl or Cmd with Enter also presses. */
  submitLabel: string;
  failure?: string | null | undefined;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Stays visible below a form that is longer than the screen. */
  isSticky?: boolean;
  onCancel: () => void;
  /** Content before the buttons. */
  children?: ReactNode;
};

/** The footer of a dialog's form: the error message, Cancel and the submit button. */
export function FormActions({
  submitLabel,
  failure,
  isBusy,
  isDisabled,
  ...actions
}: FormActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const send = () => {
    if (!isCovered(button.current)) button.current?.click();
  };
  useHotkeys([['mod+Enter', send]], []);
  return (
    <footer className={styles.actions} data-sticky={actions.isSticky || undefined}>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {actions.children}
      <Button variant="default" radius="xl" onClick={actions.onCancel}>
        Cancel
      </Button>
      <Button
        ref={button}
        type="submit"
        radius="xl"
        loading={isBusy}
        disabled={isDisabled ?? false}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {submitLabel}
      </Button>
    </footer>
  );
}
