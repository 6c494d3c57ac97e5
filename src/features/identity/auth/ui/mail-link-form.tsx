import type { FormEvent } from 'react';
import { MailLinkFailure } from '#src/ui/public/mail-link/mail-link-page.tsx';
import styles from './auth-page.module.css';
import { PasswordField } from './password-field.tsx';

type MailLinkFormProps = {
  /** Whether the browser is not known to be the owner's. */
  needsPassword: boolean;
  message: string | undefined;
  isBusy: boolean;
  label: string;
  busyLabel: string;
  onSend: (password: string | undefined) => void;
};

/** The button of a mail's link, and the password where the link alone is not enough. */
export function MailLinkForm({
  needsPassword,
  message,
  isBusy,
  label,
  busyLabel,
  onSend,
}: MailLinkFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    onSend(typeof password === 'string' ? password : undefined);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {needsPassword ? (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={message}
        />
      ) : (
        <MailLinkFailure message={message} />
      )}
      {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </button>
    </form>
  );
}
