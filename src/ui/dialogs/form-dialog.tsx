import { Button, Modal, type ModalProps } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useRef, useState, type ReactNode } from 'react';
import { isCovered } from '#src/ui/elements/plain-key.ts';
import { UnsavedInput } from '#src/ui/forms/unsaved-input.ts';
import styles from './form-dialog.module.css';
import { LeaveQuestion, useLeaveGuard, type LeaveWords } from './leave-question.tsx';

type FormDialogProps = Pick<ModalProps, 'size' | 'padding' | 'centered' | 'onExitTransitionEnd'> & {
  title: string;
  opened: boolean;
  /** It takes the whole screen of a phone. */
  isFullOnPhones?: boolean;
  /** What is asked before it is closed while something would be lost: what was typed, unless `isNeeded` says more. */
  question?: LeaveWords & { isNeeded?: boolean };
  onClose: () => void;
  /** The form; its Cancel calls what it is given. */
  children: (onCancel: () => void) => ReactNode;
};

/** A dialog with a form: closed by its cross, Cancel and Escape, and asking first where it must. */
export function FormDialog({ opened, isFullOnPhones = false, ...dialog }: FormDialogProps) {
  const { question, onClose, children, ...frame } = dialog;
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasInput, setHasInput] = useState(false);
  const isNeeded = question !== undefined && (question.isNeeded ?? hasInput);
  const guard = useLeaveGuard(() => opened && isNeeded, { asksInPlace: true });
  function leave() {
    // Later, so that the press of Escape that asks does not answer as well.
    if (isNeeded) setTimeout(() => setIsLeaving(true));
    else onClose();
  }
  return (
    <>
      <Modal
        size="lg"
        {...frame}
        opened={opened}
        onClose={leave}
        fullScreen={isFullOnPhones && isPhone}
        closeOnEscape={!isLeaving && !guard.isAsking}
        // A click beside it would lose what was typed.
        closeOnClickOutside={false}
        classNames={{ content: styles.content!, header: styles.header!, title: styles.title! }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <UnsavedInput value={setHasInput}>{children(leave)}</UnsavedInput>
      </Modal>
      {question && (
        <LeaveQuestion
          {...wordsOf(question)}
          opened={isLeaving || guard.isAsking}
          onStay={() => {
            setIsLeaving(false);
            guard.stay();
          }}
          onGo={() => {
            setIsLeaving(false);
            if (guard.isAsking) guard.leave();
            else onClose();
          }}
        />
      )}
    </>
  );
}

const wordsOf = ({ isNeeded: _, ...words }: LeaveWords & { isNeeded?: boolean }) => words;

/** What is asked before a dialog with typed input is closed. */
export const LOSES_INPUT: LeaveWords = { text: 'What you typed will be lost.' };

type FormActionsProps = {
  /** What the button says that sends the form; Ctrl or Cmd with Enter presses it. */
  submit: string;
  failure?: string | null | undefined;
  isBusy: boolean;
  isDisabled?: boolean;
  /** It stays in sight below a form that is longer than the screen. */
  isSticky?: boolean;
  onCancel: () => void;
  /** Stands before the buttons. */
  children?: ReactNode;
};

/** The end of a dialog's form: why it was not sent, Cancel, and what sends it. */
export function FormActions({ submit, failure, isBusy, isDisabled, ...actions }: FormActionsProps) {
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
        {submit}
      </Button>
    </footer>
  );
}
