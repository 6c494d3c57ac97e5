import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { FormPage } from '#src/ui/public/form-page.tsx';
import { ANSWER_HOURS } from '../contact.schema.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';
import { Letter } from './letter.tsx';

/** The public contact page. */
export function ContactPage() {
  return (
    <FormPage
      title="Write to us"
      lead={`A person reads every message and answers within ${ANSWER_HOURS} hours.`}
      drawing={<Letter className={styles.letter} />}
      notes={NOTES}
    >
      <FormRoot name="contact">
        <ContactForm />
      </FormRoot>
    </FormPage>
  );
}

const NOTES = [
  [
    'What we answer first',
    <>
      Urgent matters, copyright notices (DMCA) and reports of illegal content come first. The{' '}
      <a href="/terms#reports">terms</a> explain what to include.
    </>,
  ],
  ['Someone in danger?', 'Call 911 or your local emergency number first. Then write to us.'],
  [
    'Faster on your own',
    <>
      Cancel under <a href="/my-subscriptions">My Subscriptions</a>,{' '}
      <a href="/forgot-password">choose a new password</a> or{' '}
      <a href="/signup">apply as an influencer</a>.
    </>,
  ],
] as const;
