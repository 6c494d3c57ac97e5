import { isSignedIn, memberHome } from '#src/lib/page-context.ts';
import { pageContext } from '#src/ui/page/page-context.ts';
import { SkipLink } from '#src/ui/page/skip-link.tsx';
import { Logo } from './logo.tsx';
import styles from './public-header.module.css';

/** Header of the public pages, with plain links because these pages run no router. */
export function PublicHeader() {
  const { viewer } = pageContext();
  const home = memberHome(viewer);
  return (
    <header className={styles.header}>
      <SkipLink />
      <a href="/" className={styles.home}>
        <Logo />
      </a>
      <nav aria-label="Main" className={styles.nav}>
        {isSignedIn(viewer) ? (
          <>
            <a href="/marketplace">Browse</a>
            <a href={home.href} className="button button-small">
              {home.label}
            </a>
          </>
        ) : (
          <>
            <a href="/subscribe">Browse</a>
            <a href="/auth">Sign In</a>
            <a href="/subscribe" className="button button-small">
              Sign Up
            </a>
          </>
        )}
      </nav>
    </header>
  );
}
