import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import {
  EMPTY_PASSWORDS,
  keepsPassword,
  passwordErrors,
  type PasswordErrors,
} from '#src/features/identity/auth/ui/password-draft.ts';
import { PasswordInputs } from '#src/features/identity/auth/ui/password-inputs.tsx';
import { call, client } from '#src/web/client.ts';
import styles from '#src/features/identity/accounts/ui/my-account-page.module.css';

/** The own password: typed once as it is, and twice as it shall be. */
export function PasswordCard() {
  const [values, setValues] = useState(EMPTY_PASSWORDS);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const change = useMutation({
    mutationFn: () => {
      const { currentPassword, newPassword } = values;
      return call(
        client.api.auth['change-password'].$post({ json: { currentPassword, newPassword } }),
      );
    },
    onSuccess: () => {
      setValues(EMPTY_PASSWORDS);
      toast.success('Success', { description: 'Account updated successfully!' });
    },
    onError: (error) => {
      toast.error('Error', { description: error.message || 'Failed to update account' });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = passwordErrors(values);
    setErrors(found);
    if (Object.keys(found).length === 0 && !change.isPending) change.mutate();
  }

  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="password-title">
      <h2 id="password-title">Change password</h2>
      <PasswordInputs values={values} errors={errors} onChange={setValues} />
      <Button
        type="submit"
        size="md"
        radius="xl"
        disabled={keepsPassword(values)}
        loading={change.isPending}
      >
        Update Password
      </Button>
    </form>
  );
}
