import { useState, type ReactNode } from 'react';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import type { AgeState } from '../age-checks.schema.ts';
import styles from './age-check-page.module.css';
import { AgeMethods } from './age-methods.tsx';
import { Title } from './age-title.tsx';
import { isWaiting, useAgeCheck } from './use-age-check.ts';
import { WalletStep } from './wallet-step.tsx';

type AgeCheck = ReturnType<typeof useAgeCheck>;

/** Where visitors and fans verify that they are adults. */
export function AgeCheckPage() {
  const check = useAgeCheck();
  const { shown, load } = check;
  return (
    <AuthLayout
      title="The rope opens at 18."
      text="Where you are, the law wants more than your word."
    >
      <section className={styles.card} aria-labelledby="age-check-title">
        {shown.step === 'loading' && (
          <div role="status">
            <Title>Verify your age</Title>
            <p className={styles.soft}>One moment…</p>
          </div>
        )}
        {shown.step === 'failed' && (
          <>
            <Title>Something went wrong</Title>
            <p role="alert">{shown.message}</p>
            <button type="button" className="button" onClick={() => void load()}>
              Try again
            </button>
          </>
        )}
        {shown.step === 'found' && <Found {...check} state={shown.state} />}
      </section>
    </AuthLayout>
  );
}

function Found({ state, next, ...check }: AgeCheck & { state: AgeState }) {
  const [isChanging, setChanging] = useState(false);
  if (state.isVerified) return <Verified next={next} isReturning={check.isReturning} />;
  const { walletCheck, leaveWallet, load } = check;
  if (isWaiting(state) && walletCheck)
    return (
      <WalletStep
        check={walletCheck}
        reload={load}
        onChange={() => {
          leaveWallet();
          setChanging(true);
        }}
      />
    );
  if (isWaiting(state) && !isChanging) return <Waiting onChange={() => setChanging(true)} />;
  if (!state.isRequired && state.check === null) return <NotRequired next={next} />;
  return <Choice {...check} state={state} isRetry={!isChanging && state.check !== null} />;
}

const Continue = ({ next }: { next: string }) => (
  <p>
    <a href={next} className="button">
      Continue
    </a>
  </p>
);

const Verified = ({ next, isReturning }: { next: string; isReturning: boolean }) => (
  <>
    <Title isResult>You’re verified</Title>
    <p>We know that you’re over 18, and nothing else. Welcome in.</p>
    {isReturning && <p role="status">Taking you back…</p>}
    <Continue next={next} />
    <p className={styles.soft}>
      It counts in this browser and, once you sign in as a fan, for your account.
    </p>
  </>
);

const NotRequired = ({ next }: { next: string }) => (
  <>
    <Title>No check needed</Title>
    <p>Where you are right now, we don’t have to verify your age.</p>
    <Continue next={next} />
  </>
);

const Waiting = ({ onChange }: { onChange: () => void }) => (
  <div role="status">
    <Title isResult>Waiting for your result</Title>
    <p>This page updates by itself, usually within a minute.</p>
    <p className={styles.soft}>
      Didn’t finish, or nothing happens?{' '}
      <button type="button" className={styles.link} onClick={onChange}>
        Start again
      </button>
    </p>
  </div>
);

type ChoiceProps = Pick<AgeCheck, 'starting' | 'message' | 'start'> & {
  state: AgeState;
  isRetry: boolean;
};

function Choice({ state, isRetry, starting, message, start }: ChoiceProps) {
  const hasFailed = isRetry && state.check?.status === 'failed';
  const choice: [title: string, text: ReactNode] = hasFailed
    ? [
        'We couldn’t verify your age',
        <>
          The check didn’t show that you’re over 18. If you are, try again or choose another way. If
          you’re not, <a href="/adults-only">this site isn’t for you yet</a>.
        </>,
      ]
    : isRetry
      ? ['Verify your age', 'The last check ended without a result. You can start again.']
      : [
          'Verify your age',
          `We only learn that you’re over 18: no name, no date of birth, no picture. It takes about a minute and counts for ${state.validDays} days.`,
        ];
  return (
    <>
      <Title isResult={isRetry}>{choice[0]}</Title>
      <p>{choice[1]}</p>
      {state.methods.length > 0 ? (
        <AgeMethods methods={state.methods} starting={starting} message={message} start={start} />
      ) : (
        <p className={styles.alert} role="alert">
          There’s no way to verify your age right now. Please <a href="/contact">write to us</a>,
          and try again later.
        </p>
      )}
      {state.isFan ? (
        <p className={styles.soft}>
          Without a check, you can still manage{' '}
          <a href="/my-subscriptions">your subscriptions and payments</a> and{' '}
          <a href="/my-account">your account</a>, or <a href="/contact">write to us</a>.
        </p>
      ) : (
        <p className={styles.soft}>
          Already verified, or want to manage your account? <a href="/auth">Sign in</a>. Need
          something else? <a href="/contact">Write to us</a>.
        </p>
      )}
    </>
  );
}
