import { call, client } from '#src/client/client.ts';
import { firstAdminFormSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { useForm } from '#src/ui/forms/use-form.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import { spendLink, useLinkToken } from '#src/ui/public/mail-link/use-link-token.ts';
import styles from './auth-page.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';
import { UsedLink } from './used-link.tsx';

const DONE = { title: 'The admin account is ready', description: 'You can sign in now.' };

/** Creates the first admin through the link that the server prints at its first start. */
export function SetupPage() {
  const { token, result } = useLinkToken();
  return (
    <AuthLayout title="Opening night." text="Create the first admin account.">
      <section className={styles.card} aria-labelledby="setup-title">
        <h1 id="setup-title">Set up Velvet Rope</h1>
        {result === undefined ? (
          <FirstAdminForm token={token} />
        ) : (
          <UsedLink text={`${DONE.title}. ${DONE.description}`} />
        )}
      </section>
    </AuthLayout>
  );
}

type FirstAdminFormProps = { token: string | null | undefined };

function FirstAdminForm({ token }: FirstAdminFormProps) {
  const { form, errors, formError, busy, ready } = useForm({
    schema: firstAdminFormSchema,
    async send({ fullName, email, password }) {
      await call(
        client.api.setup.$post({ json: { token: token ?? '', fullName, email, password } }),
      );
      spendLink(true);
      toastOnNextPage(DONE);
      await navigateAway('/login');
    },
    toErrorMessage: (error) =>
      error instanceof ApiError ? error.message : 'The account couldn’t be created',
    toFieldErrors: (error) =>
      error instanceof ApiError ? { password: error.field('password') } : {},
  });
  const notice =
    formError ??
    (token === null ? 'Open this page from the link that the server printed.' : undefined);

  return (
    <>
      <p className={styles.lead}>The first admin: who you are, and what you sign in with.</p>
      {notice && (
        <p className={styles.notice} role="alert">
          {notice}
        </p>
      )}
      <form {...form} className={styles.form}>
        <Field label="Your name" name="fullName" autoComplete="name" error={errors.fullName} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          error={errors.email}
        />
        <NewPasswordField label="Password" name="password" error={errors.password} />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errors.confirmPassword}
        />
        <button type="submit" className="button" disabled={!ready}>
          {busy ? 'Creating...' : 'Create Admin'}
        </button>
      </form>
    </>
  );
}
