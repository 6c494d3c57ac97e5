import { Link } from '@tanstack/react-router';
import styles from './message-page.module.css';

/** The page for an address that does not exist. */
export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <p className={styles.numeral}>404</p>
      <h1>Oops! Page not found</h1>
      <p className={styles.text}>There is nothing behind this door.</p>
      <Link to="/" className={styles.action}>
        Return to Home
      </Link>
    </main>
  );
}
