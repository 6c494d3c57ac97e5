import { useState, type ReactNode } from 'react';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { InitialCredentials, type FirstAccess } from './initial-credentials.tsx';
import styles from './user-dialog.module.css';

type CredentialsDialogProps = {
  title: string;
  access: FirstAccess;
  subtitle?: string | undefined;
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
  const { access, onGone } = dialog;
  const secret = 'link' in access ? 'link' : 'password';
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <FormDialog
      title={title}
      centered
      opened={isOpen}
      leaveConfirmation={{
        title: `Have you copied the ${secret}?`,
        text: `You won’t be able to see it again. If it’s lost, ${secret === 'link' ? 'create a new invitation' : 'send a password reset link'}.`,
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
          <InitialCredentials access={access} onDone={close} />
          {children}
        </div>
      )}
    </FormDialog>
  );
}
