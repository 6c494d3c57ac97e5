import { Logo } from '#src/ui/public/logo.tsx';
import styles from './adults-only-page.module.css';

/** The page for visitors who are not adults, and for parents. */
export function AdultsOnlyPage() {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <p className={styles.logo}>
          <Logo />
        </p>
        <p className={styles.age} aria-hidden="true">
          18
        </p>
        <h1>This site is for adults only</h1>
        <p className={styles.lead}>
          Thank you for being honest. This site is only for people aged 18 and over, so we can’t let
          you in yet. You did nothing wrong, and we haven’t stored anything about you.
        </p>
        <section aria-labelledby="parents">
          <h2 id="parents">For parents</h2>
          <p>
            Every page of Velvet Rope carries the <strong>RTA label</strong> (“Restricted to
            Adults”). The parental controls of most phones, computers and home routers recognize it:
            turn them on and they block this site and every other site with the label. Learn more
            about the label at{' '}
            <a href="https://www.rtalabel.org/" rel="noopener noreferrer nofollow">
              rtalabel.org
            </a>
            .
          </p>
        </section>
        <p className={styles.bye}>
          You can close this page now. If you came here by mistake and are an adult,{' '}
          <a href="/">go back to the home page</a>.
        </p>
      </main>
    </div>
  );
}
