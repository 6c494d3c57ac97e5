import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { forgotPasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './auth-page.module.css';
import resetStyles from './password-reset.module.css';
import { useReturnPath, withReturnPath } from './sign-in-address.ts';

/**
 * Requests a password reset link. Shows the same result whether or not the address has an account.
 */
export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  const next = useReturnPath();
  const { form, errors, formError, busy, ready } = useForm({
    schema: forgotPasswordSchema,
    async send(input) {
      await call(client.api.auth['forgot-password'].$post({ json: input }));
      setSent(true);
    },
  });

  return (
    <AuthLayout title="It happens." text="Choosing a new password takes a minute.">
      <section className={styles.card} aria-labelledby="forgot-title">
        <h1 id="forgot-title">Lost your password?</h1>
        <div role="status">{sent && <Sent />}</div>
        {!sent && (
          <>
            <p className={styles.lead}>
              Enter the email address of your account and we’ll send you a link to set a new
              password.
            </p>
            {formError && (
              <p className={styles.notice} role="alert">
                {formError}
              </p>
            )}
            <form {...form} className={styles.form}>
              <Field
                label="Email"
                name="email"
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                error={errors.email}
              />
              <button type="submit" className="button" disabled={!ready}>
                {busy ? 'Sending...' : 'Send Link'}
              </button>
            </form>
          </>
        )}
        <p className={resetStyles.back}>
          <a href={withReturnPath('/auth', next)} className="touch-target">
            Back to sign in
          </a>
        </p>
      </section>
    </AuthLayout>
  );
}

const Sent = () => (
  <div className={resetStyles.sent}>
    <MailCheck size={28} aria-hidden="true" />
    <p>If there’s an account with this address, a link is on its way. It works for one hour.</p>
    <p className={resetStyles.soft}>
      Nothing after a few minutes? Check your spam folder, or{' '}
      <a href="/forgot-password">request a new link</a>.
    </p>
  </div>
);
