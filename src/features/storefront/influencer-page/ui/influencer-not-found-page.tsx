import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from '#src/ui/page/message-page.module.css';

export function InfluencerNotFoundPage() {
  return (
    <>
      <div className={styles.stage}>
        <PublicHeader />
        <main id="main" tabIndex={-1} className={styles.page}>
          <p className={styles.numeral} aria-hidden="true">
            404
          </p>
          <h1>Influencer Not Found</h1>
          <p className={styles.text}>
            There’s no page at this address. The address may have changed, or it may be mistyped.
          </p>
          <a href="/" className={styles.action}>
            Go Home
          </a>
        </main>
      </div>
      <PublicFooter />
    </>
  );
}
