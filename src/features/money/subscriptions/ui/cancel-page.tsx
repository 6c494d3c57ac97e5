import { useEffect, useRef, type ReactNode } from 'react';
import { useLinkToken } from '#src/features/identity/auth/ui/use-link-token.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatCents } from '#src/lib/money.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import type { CancelLink } from '../cancel-link.schema.ts';
import styles from '#src/ui/public/link-page.module.css';
import { useCancelLink, type CancelState } from './use-cancel-link.ts';

/** Stops the renewals of a subscription through the link of a mail, without signing in. */
export function CancelPage() {
  const { state, isBusy, load, stop } = useCancelLink(useLinkToken());
  return (
    <AuthLayout title="The rope opens both ways." text="Come and go as you like.">
      <section className={styles.card} aria-labelledby="cancel-title" key={state.step}>
        <Step
          state={state}
          isBusy={isBusy}
          onRetry={() => void load()}
          onStop={() => void stop()}
        />
      </section>
    </AuthLayout>
  );
}

type StepProps = { state: CancelState; isBusy: boolean; onRetry: () => void; onStop: () => void };

function Step({ state, isBusy, onRetry, onStop }: StepProps) {
  switch (state.step) {
    case 'looking':
      return (
        <div role="status">
          <h1 id="cancel-title">Cancel your subscription</h1>
          <p className={styles.soft}>One moment…</p>
        </div>
      );
    case 'failed':
      return (
        <CancelText title="Something went wrong">
          <p role="alert">{state.message}</p>
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        </CancelText>
      );
    case 'unknown':
      return <UnknownLink />;
    case 'stopped':
      return <Result link={state.link} title={TITLES[state.link.state]} isNew />;
    case 'found':
      if (state.link.state !== 'renews') {
        return <Result link={state.link} title={ALREADY[state.link.state]} />;
      }
      return (
        <ConfirmStop link={state.link} message={state.message} isBusy={isBusy} onStop={onStop} />
      );
  }
}

const TITLES = {
  renews: 'Cancel your subscription?',
  stopped: 'Your subscription is cancelled',
  ended: 'The subscription has ended',
};
const ALREADY = {
  stopped: 'Your subscription is already cancelled',
  ended: 'The subscription has already ended',
};

type CancelTextProps = { title: string; isNew?: boolean; children: ReactNode };

function CancelText({ title, isNew = false, children }: CancelTextProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers read the result of a button where it was pressed.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <>
      <h1 id="cancel-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

const nameOf = ({ influencerName }: CancelLink) => (
  <strong dir="auto">{influencerName || 'Unknown'}</strong>
);

type ConfirmStopProps = {
  link: CancelLink;
  message: string | undefined;
  isBusy: boolean;
  onStop: () => void;
};

const ConfirmStop = ({ link, message, isBusy, onStop }: ConfirmStopProps) => (
  <CancelText title={TITLES.renews}>
    <dl className={styles.facts}>
      <div>
        <dt>Subscription</dt>
        <dd>{nameOf(link)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{formatCents(link.priceCents)} a month</dd>
      </div>
      <div>
        <dt>Paid until</dt>
        <dd>{formatDate(link.until)}</dd>
      </div>
    </dl>
    <p>
      {link.endsAtOnce
        ? 'It is not paid for at present: it ends immediately, and you won’t be charged again.'
        : `You’ll keep access until ${formatDate(link.until)}, and you won’t be charged again.`}
    </p>
    {message && (
      <p className={styles.alert} role="alert">
        {message}
      </p>
    )}
    {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
    <button type="button" className="button" aria-disabled={isBusy} onClick={onStop}>
      {isBusy ? 'Cancelling...' : 'Cancel Subscription'}
    </button>
    <p className={styles.soft}>To keep it, just close this page.</p>
  </CancelText>
);

type DoneProps = { link: CancelLink; title: string; isNew?: boolean };

const Result = ({ link, title, isNew = false }: DoneProps) => (
  <CancelText title={title} isNew={isNew}>
    <p>
      {link.state === 'ended' ? (
        <>
          Your subscription to {nameOf(link)} ended on {formatDate(link.until)}.
        </>
      ) : (
        <>
          You have access to {nameOf(link)} until {formatDate(link.until)}.
        </>
      )}{' '}
      Nothing more is charged.
    </p>
    {isNew && <p className={styles.soft}>We’ve sent you a confirmation by email.</p>}
    <p className={styles.soft}>
      <a href="/my-subscriptions">My Subscriptions</a>
    </p>
  </CancelText>
);

const UnknownLink = () => (
  <CancelText title="This link doesn’t work">
    <p>
      It’s incomplete, or its subscription no longer exists. Open this page from the link in our
      email, or sign in and cancel under <a href="/my-subscriptions">My Subscriptions</a>.
    </p>
    <p className={styles.soft}>
      Neither works? <a href="/contact?topic=Payments%20and%20subscriptions">Write to us</a>, and
      we’ll cancel it for you.
    </p>
  </CancelText>
);
