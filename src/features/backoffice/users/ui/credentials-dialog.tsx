import { useState, type ReactNode } from 'react';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { GivenCredentials } from './given-credentials.tsx';
import styles from './user-dialog.module.css';

type CredentialsDialogProps = {
  title: string;
  email: string;
  password: string;
  lead?: string;
  /** Stands below them; what leads elsewhere closes the dialog. */
  children?: (close: () => void) => ReactNode;
  /** The dialog is gone: the focus needs a place. */
  onGone: () => void;
};

/** What a new user signs in with, shown this once: only Done closes it without a question. */
export function CredentialsDialog({ title, lead, children, ...dialog }: CredentialsDialogProps) {
  const { email, password, onGone } = dialog;
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <FormDialog
      title={title}
      centered
      opened={isOpen}
      leaveConfirmation={{
        title: 'Have you copied the password?',
        text: 'It cannot be shown again. If it gets lost, send a password reset link instead.',
        cancelLabel: 'Go back',
        confirmLabel: 'Close',
        isNeeded: true,
      }}
      onClose={close}
      onExitTransitionEnd={onGone}
    >
      {() => (
        <div className={styles.credentials}>
          {lead && <p>{lead}</p>}
          <GivenCredentials email={email} password={password} onDone={close} />
          {children?.(close)}
        </div>
      )}
    </FormDialog>
  );
}
