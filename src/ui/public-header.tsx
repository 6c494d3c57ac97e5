import { Logo } from './logo.tsx';
import styles from './public-header.module.css';

/** Header of the pages that anyone may see. Plain links: these pages need no script to be left. */
export function PublicHeader() {
  return (
    <header className={styles.header}>
      <a href="/" className={styles.home}>
        <Logo />
      </a>
      <nav aria-label="Main" className={styles.nav}>
        <a href="/subscribe">Browse</a>
        <a href="/auth">Sign In</a>
        <a href="/subscribe" className="button button-small">
          Sign Up
        </a>
      </nav>
    </header>
  );
}
