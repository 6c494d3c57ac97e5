import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import styles from './message-page.module.css';
import { isCodeMissing } from './missing-code.ts';

const reload = () => window.location.reload();

function toText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return navigator.onLine
    ? 'Please try again in a moment.'
    : 'You’re offline. This page opens when you’re back online.';
}

/** The message for an error that no screen handles. It reveals no internals. */
export function ErrorMessage({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    if (navigator.onLine) {
      if (isCodeMissing()) reload();
      return undefined;
    }
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <section className={styles.page}>
      <h1>This page couldn’t be loaded</h1>
      <p className={styles.text}>{toText(error)}</p>
      {/* A link to the same address reloads the page without script. */}
      {/* eslint-disable-next-line jsx-a11y/anchor-is-valid */}
      <a
        href=""
        className={styles.action}
        onClick={(event) => {
          event.preventDefault();
          reset();
        }}
      >
        Try again
      </a>
    </section>
  );
}

/** {@link ErrorMessage} as a whole page. */
export function ErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorMessage {...props} />
    </main>
  );
}
