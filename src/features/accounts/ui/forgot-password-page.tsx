import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call, client } from '#src/client.ts';
import { Entrance } from '#src/ui/entrance.tsx';
import { Field } from '#src/ui/field.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { forgotPasswordSchema } from '../accounts.schema.ts';
import styles from './auth-page.module.css';
import resetStyles from './password-reset.module.css';

/** Has a link for a new password sent. It says the same whether the address has an account or not. */
export function ForgotPasswordPage() {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [error]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const input = forgotPasswordSchema.safeParse({ email: data.get('email') });
    setError(input.error?.issues[0]?.message);
    setRefusal(undefined);
    if (!input.success || busy) return;
    setBusy(true);
    try {
      await call(client.api.auth['forgot-password'].$post({ json: input.data }));
      setSent(true);
    } catch (failure) {
      setRefusal((failure as Error).message);
      setBusy(false);
    }
  }

  return (
    <Entrance title="It happens." words="A key can be lost. Having a new one cut takes a minute.">
      <section className={styles.card} aria-labelledby="forgot-title">
        <h1 id="forgot-title">Lost your password?</h1>
        <div role="status">{sent && <Sent />}</div>
        {!sent && (
          <>
            <p className={styles.lead}>
              Tell us the e-mail address of your account, and we will send you a link for a new one.
            </p>
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
                error={error}
              />
              <button type="submit" className="button" disabled={!hydrated || busy}>
                {busy ? 'Sending...' : 'Send the Link'}
              </button>
            </form>
          </>
        )}
        <p className={resetStyles.back}>
          <a href="/auth">Back to sign in</a>
        </p>
      </section>
    </Entrance>
  );
}

const Sent = () => (
  <div className={resetStyles.sent}>
    <MailCheck size={28} aria-hidden="true" />
    <p>If there is an account with this address, a link is on its way. It works for one hour.</p>
    <p className={resetStyles.soft}>
      Nothing there after a few minutes? Look among the unwanted mail, or{' '}
      <a href="/forgot-password">ask again</a>.
    </p>
  </div>
);
