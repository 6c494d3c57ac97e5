import styles from './message-page.module.css';

/** What the route guard shows while session and role are resolved. */
export const Loading = () => (
  <main className={styles.page} aria-busy="true">
    <p className={styles.text}>Loading...</p>
  </main>
);
