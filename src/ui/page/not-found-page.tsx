import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from './message-page.module.css';

/** The page for an address that does not exist. */
export function NotFoundPage() {
  return (
    <div className={styles.stage}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.page}>
        <p className={styles.numeral} aria-hidden="true">
          404
        </p>
        <h1>Oops! Page not found</h1>
        <p className={styles.text}>There’s nothing behind this curtain.</p>
        <a href="/" className={styles.action}>
          Return to Home
        </a>
      </main>
    </div>
  );
}
