import { Button } from '@mantine/core';
import { call, client } from '#src/client/client.ts';
import {
  EMPTY_PASSWORDS,
  isPasswordUnchanged,
  validatePasswordChange,
} from '#src/features/identity/auth/ui/password-draft.ts';
import { PasswordInputs } from '#src/features/identity/auth/ui/password-inputs.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';

/** Changes the password: the current one once, the new one twice. */
export function PasswordCard() {
  const change = useAppForm({
    initial: EMPTY_PASSWORDS,
    validate: validatePasswordChange,
    async send({ currentPassword, newPassword }) {
      const json = { currentPassword, newPassword };
      await call(client.api.auth['change-password'].$post({ json }));
      change.reset(EMPTY_PASSWORDS);
      toast.success('Success', { description: 'Account updated successfully!' });
    },
    onError(error) {
      const newPassword = error instanceof ApiError && error.field('newPassword');
      if (newPassword) change.fail({ newPassword });
      toast.error('Error', { description: error.message || 'Failed to update account' });
      return null;
    },
  });
  return (
    <form {...change.form} className={styles.card} aria-labelledby="password-title">
      <h2 id="password-title">Change password</h2>
      <PasswordInputs values={change.values} errors={change.errors} onChange={change.change} />
      <Button
        type="submit"
        size="md"
        radius="xl"
        disabled={isPasswordUnchanged(change.values)}
        loading={change.busy}
      >
        Update Password
      </Button>
    </form>
  );
}
