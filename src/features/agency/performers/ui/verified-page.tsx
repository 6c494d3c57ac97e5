import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from './verified-page.module.css';

/** Where a verification provider sends people afterwards. It says the same to everybody. Static. */
export function VerifiedPage() {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>That’s all, thank you</h1>
        <p>
          The result of your identity check reaches us by itself, usually within minutes. You can
          close this page.
        </p>
        <p>If you came from the page of a release, go back to it and continue there.</p>
      </main>
      <PublicFooter />
    </div>
  );
}
