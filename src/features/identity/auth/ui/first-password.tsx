import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { Logo } from '#src/ui/public/logo.tsx';
import styles from './first-password.module.css';
import { EMPTY_PASSWORDS, validateFirstPassword } from './password-draft.ts';
import { PasswordInputs } from './password-inputs.tsx';
import { sessionQuery, signOut } from './session.ts';

/** Requires users with a password from the agency to choose their own before anything else. */
export function FirstPassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const draft = useAppForm({
    initial: EMPTY_PASSWORDS,
    validate: validateFirstPassword,
    async send({ currentPassword, newPassword }) {
      const json = { currentPassword, newPassword };
      await call(client.api.auth['change-password'].$post({ json }));
      toast.success('Success', { description: 'Your password was changed.' });
      await queryClient.invalidateQueries(sessionQuery);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.problem.code !== 'invalid-credentials')
        return undefined;
      draft.fail({ currentPassword: error.message });
      return null;
    },
  });
  return (
    <main className={styles.stage}>
      <form {...draft.form} className={styles.card} aria-labelledby="first-password-title">
        <Logo />
        <div>
          <h1 id="first-password-title" ref={heading} tabIndex={-1}>
            Choose your own password
          </h1>
          <p className={styles.lead}>
            The agency gave you a temporary password. Choose one that only you know to continue.
          </p>
        </div>
        {/* Lets password managers know the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInputs
          values={draft.values}
          errors={draft.errors}
          onChange={(values) => draft.change(values)}
        />
        {draft.failure && (
          <p className={styles.failure} role="alert">
            {draft.failure}
          </p>
        )}
        <Button type="submit" size="md" radius="xl" loading={draft.busy}>
          Save Password
        </Button>
        <p className={styles.who}>
          Signed in as {email}.{' '}
          <button type="button" className={styles.out} onClick={() => void signOut()}>
            Logout
          </button>
        </p>
      </form>
    </main>
  );
}
