import { pageContext } from '#src/ui/page/page-context.ts';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import { Rope } from '#src/ui/public/rope.tsx';
import { ANSWER_WITHIN_HOURS } from '../../applications.rules.ts';
import { APPLICATION_SENT } from '../../applications.schema.ts';
import styles from './thank-you-page.module.css';

const steps = [
  {
    title: 'We read it',
    text: 'A person reads every application, start to finish.',
  },
  {
    title: `You’ll hear from us within ${ANSWER_WITHIN_HOURS} hours`,
    text: 'By phone call or direct message (DM) on social media. Keep an eye on both.',
  },
  {
    title: 'If we’re a match, the rope lifts',
    text: 'We set up your page together and open it when you’re ready.',
  },
];

/** The confirmation page after an application. Static. */
export function ThankYouPage() {
  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <PublicHeader />
        <main id="main" tabIndex={-1} className={styles.main}>
          <p className={styles.sent}>{APPLICATION_SENT.title}</p>
          <h1>Thank you</h1>
          <p className={styles.text}>{APPLICATION_SENT.text}</p>
          {pageContext().sendsMail && (
            <p className={styles.text}>
              We’ve sent you a confirmation by email with your reference and a private link, where
              you can follow your application and add photos of your work.
            </p>
          )}
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <a href="/" className="button">
            BACK HOME
          </a>
        </main>
        <Rope className={styles.rope} />
      </div>
      <PublicFooter />
    </div>
  );
}
