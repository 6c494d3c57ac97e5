import styles from './message-page.module.css';

/** Shown by the route guard while it loads the session and role. */
export function Loading() {
  return (
    <main className={styles.page} aria-busy="true">
      <p className={styles.text}>Loading...</p>
    </main>
  );
}
