import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AddPasskey } from '#src/features/identity/second-factor/ui/add-passkey.tsx';
import { RecoveryCodes } from '#src/features/identity/second-factor/ui/recovery-codes.tsx';
import { SetUpSecondFactor } from '#src/features/identity/second-factor/ui/second-factor-setup.tsx';
import { Logo } from '#src/ui/public/logo.tsx';
import styles from './first-password.module.css';
import { sessionQuery, signOut } from './session.ts';

/** Requires users whose role needs it to set up a second factor before anything else. */
export function FirstSecondFactor({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [isAppAdded, setIsAppAdded] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const finish = () => void queryClient.invalidateQueries(sessionQuery);
  return (
    <main className={styles.stage}>
      <div className={styles.card}>
        <Logo />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Protect your account
          </h1>
          <p className={styles.lead}>
            Your role reaches the data of others, so a password alone isn’t enough to sign in. Set
            up an authenticator app, or add a passkey.
          </p>
        </div>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={finish} />
        ) : (
          <>
            <SetUpSecondFactor onDone={finish} onTurnedOn={() => setIsAppAdded(true)} />
            {!isAppAdded && <AddPasskey onAdded={setCodes} />}
          </>
        )}
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
