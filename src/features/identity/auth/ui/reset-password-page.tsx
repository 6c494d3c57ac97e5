import { useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { passwordPairSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { useForm } from '#src/ui/forms/use-form.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import { spendLink, useLinkToken } from '#src/ui/public/mail-link/use-link-token.ts';
import type { ResetPasskey } from '../security.schema.ts';
import linkStyles from '#src/ui/public/mail-link/mail-link-page.module.css';
import styles from './auth-page.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';
import resetStyles from './password-reset.module.css';
import { withReturnPath } from './sign-in-address.ts';
import { UsedLink } from './used-link.tsx';

type LinkPurpose = {
  heading: string;
  curtain: { title: string; text: string };
  lead: string;
  done: { title: string; description: string };
};

const RESET: LinkPurpose = {
  heading: 'Choose a new password',
  curtain: { title: 'A new key.', text: 'Choose a password you don’t use anywhere else.' },
  lead: 'Saving this signs you out on every device.',
  done: { title: 'Your password was changed', description: 'Sign in with the new one.' },
};

const INVITATION: LinkPurpose = {
  heading: 'Choose your password',
  curtain: { title: 'You’re invited.', text: 'Choose a password you don’t use anywhere else.' },
  lead: 'You’ll use it with the email address that we invited.',
  done: { title: 'Your account is ready', description: 'Sign in with your new password.' },
};

/** Sets a new password through the link of a reset. */
export function ResetPasswordPage() {
  return <MailedPassword purpose={RESET} />;
}

/** Sets the first password through the link of an invitation. */
export function InvitationPage() {
  return <MailedPassword purpose={INVITATION} />;
}

function MailedPassword({ purpose }: { purpose: LinkPurpose }) {
  const { token, result } = useLinkToken();
  const [spentLink, setSpentLink] = useState<{ token: string; message: string }>();
  const [passkeysLeft, setPasskeysLeft] = useState<ResetPasskey[]>();
  const isTokenSpent = spentLink !== undefined && spentLink.token === token;
  if (passkeysLeft) {
    return (
      <AuthLayout {...purpose.curtain}>
        <PasskeysLeft passkeys={passkeysLeft} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout {...purpose.curtain}>
      <section className={styles.card} aria-labelledby="reset-title">
        <h1 id="reset-title">{purpose.heading}</h1>
        {result !== undefined ? (
          <UsedLink text={`${purpose.done.title}. ${purpose.done.description}`} />
        ) : token === null || isTokenSpent ? (
          <RequestNewLink
            message={
              isTokenSpent ? spentLink.message : 'Open this page from the link in our email.'
            }
          />
        ) : (
          <NewPasswordForm
            token={token}
            purpose={purpose}
            onSpent={(message) => setSpentLink(token ? { token, message } : undefined)}
            onPasskeysLeft={setPasskeysLeft}
          />
        )}
      </section>
    </AuthLayout>
  );
}

/** What still signs in after a reset. Removing it needs a full sign-in: the mailbox alone is not enough. */
function PasskeysLeft({ passkeys }: { passkeys: ResetPasskey[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form no longer exists.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={linkStyles.card} aria-labelledby="passkeys-title">
      <h1 id="passkeys-title" ref={heading} tabIndex={-1}>
        Your password was changed
      </h1>
      <p>These passkeys can still sign in without it. Remove the ones you don’t know.</p>
      <dl className={linkStyles.facts}>
        {passkeys.map(({ name, addedAt }) => (
          <div key={`${addedAt} ${name}`}>
            <dt>{name}</dt>
            <dd>added {formatTime(addedAt)}</dd>
          </div>
        ))}
      </dl>
      <a href={withReturnPath('/login', '/my-account')} className="button">
        Sign In and Review Passkeys
      </a>
      <p className={linkStyles.soft}>
        Can’t sign in because somebody else added one? Use <strong>This Wasn’t Me</strong> in our
        email about their sign-in, or <a href="/contact">contact us</a>.
      </p>
    </section>
  );
}

const RequestNewLink = ({ message }: { message: string }) => (
  <div className={resetStyles.ask}>
    <p className={styles.notice} role="alert">
      {message}
    </p>
    <a href="/forgot-password" className="button">
      Request a New Link
    </a>
    <p className={resetStyles.back}>
      <a href="/auth" className="touch-target">
        Back to sign in
      </a>
    </p>
  </div>
);

const passwordError = (error: Error) =>
  error instanceof ApiError ? error.field('newPassword') : undefined;

type NewPasswordFormProps = {
  token: string | undefined;
  purpose: LinkPurpose;
  onSpent: (message: string) => void;
  onPasskeysLeft: (passkeys: ResetPasskey[]) => void;
};

function NewPasswordForm({ token, purpose, onSpent, onPasskeysLeft }: NewPasswordFormProps) {
  const { form, errors, formError, busy, ready } = useForm({
    schema: passwordPairSchema,
    async send({ password }) {
      if (!token) return;
      const { passkeys } = await call(
        client.api.auth['reset-password'].$post({ json: { token, newPassword: password } }),
      );
      spendLink(true);
      if (passkeys.length > 0) return onPasskeysLeft(passkeys);
      toastOnNextPage(purpose.done);
      await navigateAway('/login');
    },
    toErrorMessage(error) {
      if (passwordError(error)) return undefined;
      if (!(error instanceof ApiError && error.problem.code === 'not-found')) return error.message;
      onSpent(error.message);
      return undefined;
    },
    toFieldErrors: (error) => ({ password: passwordError(error) }),
  });

  return (
    <>
      <p className={styles.lead}>{purpose.lead}</p>
      {formError && (
        <p className={styles.notice} role="alert">
          {formError}
        </p>
      )}
      <form {...form} className={styles.form}>
        <NewPasswordField label="New password" name="password" error={errors.password} />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errors.confirmPassword}
        />
        <button type="submit" className="button" disabled={!ready || !token}>
          {busy ? 'Saving...' : 'Save Password'}
        </button>
      </form>
    </>
  );
}
