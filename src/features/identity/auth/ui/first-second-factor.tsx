import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SetUpSecondFactor } from '#src/features/identity/second-factor/ui/second-factor-setup.tsx';
import { Logo } from '#src/ui/public/logo.tsx';
import styles from './first-password.module.css';
import { sessionQuery, useSignOut } from './session.ts';

/** Requires users whose role needs it to set up a second factor before anything else. */
export function FirstSecondFactor({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={styles.stage}>
      <div className={styles.card}>
        <Logo />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Protect your account
          </h1>
          <p className={styles.lead}>
            Your role reaches the data of others, so signing in needs a code of an authenticator app
            in addition to your password.
          </p>
        </div>
        <SetUpSecondFactor onDone={() => void queryClient.invalidateQueries(sessionQuery)} />
        <p className={styles.who}>
          Signed in as {email}.{' '}
          <button type="button" className={styles.out} onClick={() => void signOut()}>
            Logout
          </button>
        </p>
      </div>
    </main>
  );
}
