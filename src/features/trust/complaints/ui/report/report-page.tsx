import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import { ReportForm } from './report-form.tsx';
import styles from './report-page.module.css';

/** The public page for reports of content, which needs neither an account nor the age gate. */
export function ReportPage() {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <header>
          <h1>Report content</h1>
          <p className={styles.lead}>
            Tell us what’s wrong. You don’t need an account, and whoever posted it won’t learn who
            you are.
          </p>
        </header>
        <div className={styles.form}>
          <FormRoot name="report">
            <ReportForm />
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
      <dt>How quickly we decide</dt>
      <dd>
        Intimate content without consent: 48 hours. Someone under 18: the post is hidden at once,
        and we decide within 24 hours. Everything else: 7 business days.
      </dd>
    </div>
    <div>
      <dt>Someone in danger?</dt>
      <dd>Call 911 or your local emergency number first. Then write to us.</dd>
    </div>
    <div>
      <dt>Intimate content of you</dt>
      <dd>
        You have the right to have it removed, also if it was made with a computer. Say where it is
        and that you didn’t agree, and sign with your name.
      </dd>
    </div>
  </dl>
);
