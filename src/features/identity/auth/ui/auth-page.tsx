import { useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { signInSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { showSilentError } from '#src/ui/elements/silent-toast.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './auth-page.module.css';
import { openNextPage } from './open-next-page.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import { useReturnPath, withReturnPath, type SignInReason } from './sign-in-address.ts';

const SUSPENDED = 'This account is suspended. Please contact us if you think this is a mistake.';
const REASONS: Record<SignInReason, string> = {
  content: 'Authentication Required: Please log in to view this content',
  feed: 'Authentication Required: Please log in to view your feed',
  subscribe: 'Login Required: Please log in to subscribe',
};

async function signIn(input: ReturnType<typeof signInSchema.parse>): Promise<never> {
  await call(client.api.auth['sign-in'].$post({ json: input }));
  return openNextPage();
}

const isReason = (reason: string | null): reason is SignInReason =>
  reason !== null && Object.hasOwn(REASONS, reason);

const codeOf = (error: Error) => (error instanceof ApiError ? error.problem.code : undefined);

const toErrorMessage = (error: Error) => (codeOf(error) === 'suspended' ? SUSPENDED : undefined);

function toFieldErrors(error: Error) {
  if (codeOf(error) === 'invalid-credentials') return { password: error.message };
  return codeOf(error) === 'invalid-code' ? { code: error.message } : {};
}

/** Shows an error as a toast, which is silent if the form announces the error. */
function showError(error: Error): void {
  const isInForm = toErrorMessage(error) ?? Object.keys(toFieldErrors(error)).length > 0;
  if (isInForm) showSilentError('Error', error.message);
  else toast.error('Error', { description: error.message });
}

const readSignIn = (data: FormData) => ({
  email: data.get('email'),
  password: data.get('password'),
  rememberMe: data.get('rememberMe') === 'on',
  code: data.get('code') ?? undefined,
});

export function AuthPage() {
  const [reasonText, setReasonText] = useState<string>();
  /** How to prove the identity in addition to the password; undefined before that. */
  const [secondStep, setSecondStep] = useState<string>();
  const needsCode = secondStep !== undefined;
  const next = useReturnPath();
  const { form, errors, formError, busy, ready } = useForm({
    schema: signInSchema,
    read: readSignIn,
    send: signIn,
    toErrorMessage: (error) => {
      const code = codeOf(error);
      if (code === 'second-factor-required') setSecondStep(error.message);
      else showError(error);
      if (code === 'invalid-credentials') setSecondStep(undefined);
      return toErrorMessage(error);
    },
    toFieldErrors,
  });
  const notice = formError ?? reasonText;
  const showPasskeyError = (error: Error) => {
    showError(error);
    setReasonText(toErrorMessage(error));
  };

  useEffect(() => {
    const reason = new URLSearchParams(window.location.search).get('reason');
    if (reason === 'suspended') setReasonText(SUSPENDED);
    if (isReason(reason)) setReasonText(REASONS[reason]);
  }, []);

  return (
    <AuthLayout title="Good evening." text="Members never wait at the rope.">
      <section className={styles.card} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">{needsCode ? 'One more step' : 'Welcome back'}</h1>
        <p className={styles.lead}>
          {needsCode ? `${secondStep}.` : 'Sign in to see what’s new behind the rope.'}
        </p>
        {notice && (
          <p className={styles.notice} role="alert">
            {notice}
          </p>
        )}
        <form {...form} className={styles.form}>
          {/* Stays in the form with the code. */}
          <div className={styles.form} hidden={needsCode}>
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
              name="password"
              autoComplete="current-password"
              error={errors.password}
            />
            <div className={styles.row}>
              <label className={styles.check}>
                <input type="checkbox" name="rememberMe" /> Remember Me
              </label>
              <a href={withReturnPath('/forgot-password', next)} className="touch-target">
                Lost your password?
              </a>
            </div>
          </div>
          {needsCode && <CodeField error={errors.code} />}
          <button type="submit" className="button" disabled={!ready}>
            {busy ? 'Signing in...' : 'Sign In'}
          </button>
          <PasskeySignIn disabled={!ready} onError={showPasskeyError} />
          {needsCode && (
            <button
              type="button"
              className="button button-quiet"
              onClick={() => setSecondStep(undefined)}
            >
              Back
            </button>
          )}
        </form>
        <SignUpLinks next={next} />
      </section>
    </AuthLayout>
  );
}

function CodeField({ error }: { error: string | undefined }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={root}>
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={error}
      />
    </div>
  );
}

function SignUpLinks({ next }: { next: string | null }) {
  return (
    <>
      <div className={styles.joins}>
        <p>New here?</p>
        <a href={withReturnPath('/subscribe', next)} className="button button-quiet">
          For Fans <small>Create an account</small>
        </a>
        <a href="/signup" className="button button-quiet">
          For Influencers <small>Apply to join</small>
        </a>
      </div>
      <p className={styles.legal}>
        By signing in you agree to the <a href="/terms">Terms</a> and the{' '}
        <a href="/privacy">Privacy Policy</a>.
      </p>
    </>
  );
}
