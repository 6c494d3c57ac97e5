import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { Entrance } from '#src/ui/entrance.tsx';
import { Field } from '#src/ui/field.tsx';
import { keepToast } from '#src/ui/kept-toast.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { credentialsSchema } from '../accounts.schema.ts';
import styles from './auth-page.module.css';
import { PasswordField } from './password-field.tsx';

type Errors = Partial<Record<'email' | 'password' | 'confirmPassword', string>>;

/** Sets up the first admin through the link that the server printed at its first start. */
export function SetupPage() {
  const hydrated = useHydrated();
  const token = useRef('');
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    token.current = new URLSearchParams(window.location.search).get('token') ?? '';
    if (!token.current) setRefusal('Open this page through the link that the server printed.');
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[aria-invalid]')?.focus();
  }, [errors]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(event.currentTarget));
    const input = credentialsSchema.safeParse(data);
    setErrors(fieldErrors(input));
    if (!input.success || busy) return;
    setBusy(true);
    try {
      const { email, password } = input.data;
      await call(client.api.setup.$post({ json: { token: token.current, email, password } }));
      keepToast({ title: 'The admin account is ready', description: 'You can sign in now.' });
      window.location.assign('/login');
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : 'The account could not be made');
      setBusy(false);
    }
  }

  return (
    <Entrance title="Opening night." words="The house has no keeper yet. The first admin is you.">
      <section className={styles.card} aria-labelledby="setup-title">
        <h1 id="setup-title">Set up the house</h1>
        <p className={styles.lead}>Choose the e-mail and the password of the first admin.</p>
        {refusal && (
          <p className={styles.notice} role="alert">
            {refusal}
          </p>
        )}
        <form ref={form} onSubmit={submit} noValidate className={styles.form}>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            error={errors.email}
          />
          <PasswordField
            label="Password"
            hint="At least 8 characters."
            name="password"
            autoComplete="new-password"
            error={errors.password}
          />
          <PasswordField
            label="Confirm password"
            name="confirmPassword"
            autoComplete="new-password"
            error={errors.confirmPassword}
          />
          <button type="submit" className="button" disabled={!hydrated || busy}>
            {busy ? 'Creating...' : 'Create Admin'}
          </button>
        </form>
      </section>
    </Entrance>
  );
}
