import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import { ANSWER_HOURS } from '../contact.schema.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { Letter } from './letter.tsx';

/** The public contact page. */
export function ContactPage() {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <header className={styles.head}>
          <h1>Write to us</h1>
          <p className={styles.lead}>
            A person reads every message and answers within {ANSWER_HOURS} hours.
          </p>
          <Letter className={styles.letter} />
        </header>
        <div className={styles.form}>
          <FormRoot name="contact">
            <ContactForm />
          </FormRoot>
        </div>
        <Notes />
      </main>
      <PublicFooter />
    </div>
  );
}

const Notes = () => (
  <dl className={styles.notes}>
    <div>
      <dt>What we answer first</dt>
      <dd>
        Urgent matters, copyright notices (DMCA) and reports of illegal content come first. The{' '}
        <a href="/terms#reports">terms</a> explain what to include.
      </dd>
    </div>
    <div>
      <dt>Someone in danger?</dt>
      <dd>Call 911 or your local emergency number first. Then write to us.</dd>
    </div>
    <div>
      <dt>Faster on your own</dt>
      <dd>
        Cancel under <a href="/my-subscriptions">My Subscriptions</a>,{' '}
        <a href="/forgot-password">choose a new password</a> or{' '}
        <a href="/signup">apply as an influencer</a>.
      </dd>
    </div>
  </dl>
);
