import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '#src/lib/api-error.ts';
import styles from './message-page.module.css';

/** The page for an error that no screen handles. It says nothing of the inside. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className={styles.page}>
      <h1>This page could not be shown</h1>
      <p className={styles.text}>
        {error instanceof ApiError ? error.message : 'Please try again in a moment.'}
      </p>
      {/* A link to the same address: on a page without script it loads it once more. */}
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
