import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '#src/lib/api-error.ts';
import styles from './message-page.module.css';

/** The page for an error that no screen handles. It says nothing of the inside. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className={styles.page}>
      <h1>Something went wrong</h1>
      <p className={styles.text}>
        {error instanceof ApiError ? error.message : 'This page could not be shown.'}
      </p>
      <button type="button" className={styles.action} onClick={reset}>
        Try again
      </button>
    </main>
  );
}
