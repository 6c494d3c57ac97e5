import { useState, type ReactNode } from 'react';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { InitialCredentials } from './initial-credentials.tsx';
import styles from './user-dialog.module.css';

type CredentialsDialogProps = {
  title: string;
  email: string;
  password: string;
  subtitle?: string;
  /** Shown below the credentials. */
  children?: ReactNode;
  /** Called when the dialog has closed, to move the focus. */
  onGone: () => void;
};

/** A new user's credentials, shown once; only Done closes without confirmation. */
export function CredentialsDialog({
  title,
  subtitle,
  children,
  ...dialog
}: CredentialsDialogProps) {
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
        text: 'You won’t be able to see it again. If it’s lost, send a password reset link.',
        cancelLabel: 'Go back',
        confirmLabel: 'Close',
        isNeeded: true,
      }}
      onClose={close}
      onExitTransitionEnd={onGone}
    >
      {() => (
        <div className={styles.credentials}>
          {subtitle && <p>{subtitle}</p>}
          <InitialCredentials email={email} password={password} onDone={close} />
          {children}
        </div>
      )}
    </FormDialog>
  );
}
