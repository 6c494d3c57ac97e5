import { useEffect, useRef, type ReactNode } from 'react';
import { useLinkToken } from '#src/features/identity/auth/ui/use-link-token.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import type { MailKind } from '../mail-preferences.schema.ts';
import styles from '#src/ui/public/link-page.module.css';
import { useUnsubscribeLink, type UnsubscribeState } from './use-unsubscribe-link.ts';

const KIND_LABELS: Record<MailKind, string> = {
  posts: 'emails about new posts',
  tasks: 'emails about tasks and due dates',
  task_decisions: 'emails about decisions on your work',
};

/** Switches off emails through the link of one of them, without signing in. */
export function UnsubscribePage() {
  const { state, isBusy, load, unsubscribe } = useUnsubscribeLink(useLinkToken());
  return (
    <AuthLayout title="As quiet as you like." text="You decide when you hear from us.">
      <section className={styles.card} aria-labelledby="unsubscribe-title">
        <Step
          state={state}
          isBusy={isBusy}
          onRetry={() => void load()}
          onUnsubscribe={(all) => void unsubscribe(all)}
        />
      </section>
    </AuthLayout>
  );
}

type Actions = { isBusy: boolean; onUnsubscribe: (all: boolean) => void };
type StepProps = Actions & { state: UnsubscribeState; onRetry: () => void };

function Step({ state, onRetry, ...actions }: StepProps) {
  switch (state.step) {
    case 'loading':
      return (
        <div role="status">
          <h1 id="unsubscribe-title">Unsubscribe</h1>
          <p className={styles.soft}>One moment…</p>
        </div>
      );
    case 'failed':
      return (
        <LinkText title="Something went wrong">
          <p role="alert">{state.message}</p>
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        </LinkText>
      );
    case 'unknown':
      return (
        <LinkText title="This link doesn’t work">
          <p>
            It may be incomplete, or its account is gone. Open it from our email again, or sign in
            and choose your emails under <a href="/my-account#emails">My Account</a>.
          </p>
        </LinkText>
      );
    case 'found':
      return state.link.isOff ? (
        <Unsubscribed {...state} {...actions} />
      ) : (
        <ConfirmUnsubscribe {...state} {...actions} />
      );
  }
}

type LinkTextProps = { title: string; isNew?: boolean; children: ReactNode };

function LinkText({ title, isNew = false, children }: LinkTextProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers read the result of a button where it was pressed.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew, title]);
  return (
    <>
      <h1 id="unsubscribe-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

type FoundProps = Extract<UnsubscribeState, { step: 'found' }> & Actions;

const ConfirmUnsubscribe = ({ link, message, ...actions }: FoundProps) => (
  <LinkText title="Unsubscribe?">
    <p>You will no longer receive {KIND_LABELS[link.kind]}.</p>
    <Failure message={message} />
    <div className={styles.actions}>
      <ActionButton {...actions} all={false} label="Unsubscribe" />
      {link.receivesOthers && <ActionButton {...actions} all label="Unsubscribe from all" />}
    </div>
    <Rest />
  </LinkText>
);

const Unsubscribed = ({ link, isNew, message, ...actions }: FoundProps) => (
  <LinkText title="You’re unsubscribed" isNew={isNew}>
    <p>
      {link.receivesOthers
        ? `You will no longer receive ${KIND_LABELS[link.kind]}.`
        : 'You will no longer receive any email that can be switched off.'}
    </p>
    <Failure message={message} />
    {link.receivesOthers && <ActionButton {...actions} all label="Unsubscribe from all" />}
    <Rest />
  </LinkText>
);

type ActionButtonProps = Actions & { all: boolean; label: string };

// Not `disabled`, which would lose the focus. A second click while busy does nothing.
const ActionButton = ({ isBusy, onUnsubscribe, all, label }: ActionButtonProps) => (
  <button
    type="button"
    className={all ? 'button button-quiet' : 'button'}
    aria-disabled={isBusy}
    onClick={() => onUnsubscribe(all)}
  >
    {isBusy ? 'One moment…' : label}
  </button>
);

const Failure = ({ message }: { message: string | undefined }) =>
  message ? (
    <p className={styles.alert} role="alert">
      {message}
    </p>
  ) : null;

const Rest = () => (
  <p className={styles.soft}>
    Emails about your password and your payments are always sent. Change your mind any time under{' '}
    <a href="/my-account#emails">My Account</a>.
  </p>
);
