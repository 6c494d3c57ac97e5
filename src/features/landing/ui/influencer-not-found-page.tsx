import styles from '#src/ui/message-page.module.css';

export const InfluencerNotFoundPage = () => (
  <main className={styles.page}>
    <p className={styles.numeral}>404</p>
    <h1>Influencer Not Found</h1>
    <p className={styles.text}>Nobody receives guests at this address.</p>
    <a href="/" className={styles.action}>
      Go Home
    </a>
  </main>
);
