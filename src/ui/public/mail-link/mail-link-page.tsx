import { useEffect, useRef, type ReactNode } from 'react';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './mail-link-page.module.css';
import { useMailLink, type FoundRecord } from './use-mail-link.ts';

/** What a page shows of its record, and how it changes it. */
export type MailLinkProps<R> = FoundRecord<R> & {
  isBusy: boolean;
  change: (send: (token: string) => Promise<R>) => Promise<void>;
};

type MailLinkPageProps<R> = {
  /** Title and text beside the page. */
  aside: { title: string; text: string };
  /** The heading until the record is known. */
  title: string;
  /** Always the same function. */
  read: (token: string) => Promise<R>;
  /** Whether a link that works once was used; always the same function. */
  isSpent?: (record: R) => boolean;
  /** What to do when the link does not work. */
  unknown: ReactNode;
  children: (found: MailLinkProps<R>) => ReactNode;
};

/** A page that a mail's link opens, which needs no session. */
export function MailLinkPage<R>({
  aside,
  title,
  read,
  isSpent,
  unknown,
  children,
}: MailLinkPageProps<R>) {
  const { state, load, ...changing } = useMailLink({ read, isSpent });
  return (
    <AuthLayout {...aside}>
      <section className={styles.card} aria-labelledby="mail-link-title">
        {state.step === 'loading' && (
          <div role="status">
            <MailLinkText title={title}>
              <p className={styles.soft}>One moment…</p>
            </MailLinkText>
          </div>
        )}
        {state.step === 'failed' && (
          <MailLinkText title="Something went wrong">
            <p role="alert">{state.message}</p>
            <button type="button" className="button" onClick={() => void load()}>
              Try again
            </button>
          </MailLinkText>
        )}
        {state.step === 'unknown' && (
          <MailLinkText title="This link doesn’t work">{unknown}</MailLinkText>
        )}
        {state.step === 'found' && children({ ...state, ...changing })}
      </section>
    </AuthLayout>
  );
}

type MailLinkTextProps = { title: string; isChanged?: boolean; children: ReactNode };

/** The heading of the page and what follows; a change moves the focus to it. */
export function MailLinkText({ title, isChanged = false, children }: MailLinkTextProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button no longer exists.
  useEffect(() => {
    if (isChanged) heading.current?.focus();
  }, [isChanged, title]);
  return (
    <>
      <h1 id="mail-link-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

/** Why a change failed. */
export function MailLinkFailure({ message }: { message: string | undefined }) {
  return message ? (
    <p className={styles.alert} role="alert">
      {message}
    </p>
  ) : null;
}
