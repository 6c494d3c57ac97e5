import { useEffect, useRef, useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { Entrance } from '#src/ui/entrance.tsx';
import { Field } from '#src/ui/field.tsx';
import { keepToast } from '#src/ui/kept-toast.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { signInSchema } from '../accounts.schema.ts';
import styles from './auth-page.module.css';
import { PasswordField } from './password-field.tsx';

type Errors = Partial<Record<'email' | 'password', string>>;

const notices: Record<string, string> = {
  suspended: 'This account is suspended. Please contact us if you think that this is a mistake.',
  content: 'Please log in to view this content',
  feed: 'Please log in to view your feed',
};

/** Signs in and goes on to the dashboard; fans are led from there to where they belong. */
function useSignIn(onRefused: (notice: string | undefined) => void) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function signIn(input: ReturnType<typeof signInSchema.parse>) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await call(client.api.auth['sign-in'].$post({ json: input }));
      const { session } = await call(client.api.auth.session.$get());
      if (!session) throw new Error('Your browser refused the cookie that keeps you signed in.');
      keepToast({ title: 'Success', description: 'Logged in successfully!' });
      // A full load, so that nothing of who was here before stays in memory.
      window.location.assign('/dashboard');
    } catch (error) {
      const suspended = error instanceof ApiError && error.problem.code === 'suspended';
      onRefused(suspended ? notices.suspended : undefined);
      toast.error('Error', { description: (error as Error).message });
      setBusy(false);
    } finally {
      sending.current = false;
    }
  }
  return { signIn, busy };
}

export function AuthPage() {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState<string>();
  const { signIn, busy } = useSignIn(setNotice);

  useEffect(() => {
    const reason = new URLSearchParams(window.location.search).get('reason');
    const words = notices[reason ?? ''];
    setNotice(words);
    if (words && reason !== 'suspended') {
      toast.error('Authentication Required', { id: 'session-ended', description: words });
    }
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[aria-invalid]')?.focus();
  }, [errors]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const input = signInSchema.safeParse({
      email: data.get('email'),
      password: data.get('password'),
      rememberMe: data.get('rememberMe') === 'on',
    });
    setErrors(fieldErrors(input));
    if (input.success) void signIn(input.data);
  }

  return (
    <Entrance title="Good evening." words="The rope is open for those who belong here.">
      <section className={styles.card} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">Welcome back</h1>
        <p className={styles.lead}>Sign in to see what is new behind the rope.</p>
        {notice && (
          <p className={styles.notice} role="alert">
            {notice}
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
            name="password"
            autoComplete="current-password"
            error={errors.password}
          />
          <div className={styles.row}>
            <label className={styles.check}>
              <input type="checkbox" name="rememberMe" /> Remember Me
            </label>
            <a href="/forgot-password">Lost your password?</a>
          </div>
          {/* Until the script runs a submit would send the password in the address. */}
          <button type="submit" className="button" disabled={!hydrated || busy}>
            {busy ? 'Signing in...' : 'Sign In'}
          </button>
        </form>
        <Joins />
      </section>
    </Entrance>
  );
}

function Joins() {
  return (
    <>
      <div className={styles.joins}>
        <p>New here?</p>
        <a href="/subscribe" className="button button-quiet">
          For Fans
        </a>
        <a href="/signup" className="button button-quiet">
          For Influencers
        </a>
      </div>
      <p className={styles.legal}>
        By signing in you agree to the <a href="/terms">Terms</a> and the{' '}
        <a href="/privacy">Privacy Policy</a>.
      </p>
    </>
  );
}
