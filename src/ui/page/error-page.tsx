import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '#src/lib/api-error.ts';
import styles from './message-page.module.css';

/** The page for an error that no screen handles. It reveals no internals. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className={styles.page}>
      <h1>This page couldn’t be loaded</h1>
      <p className={styles.text}>
        {error instanceof ApiError ? error.message : 'Please try again in a moment.'}
      </p>
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
    </main>
  );
}
