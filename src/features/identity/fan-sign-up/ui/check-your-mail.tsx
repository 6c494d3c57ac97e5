import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './fan-signup-page.module.css';

/** Shown after a sign-up whose address has to be confirmed: the same for every address. */
export function CheckYourMail({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form no longer exists.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent} aria-labelledby="sent-title">
      <MailCheck size={28} aria-hidden="true" />
      <h1 id="sent-title" ref={heading} tabIndex={-1}>
        Check your mail
      </h1>
      <p>
        We sent a link to <strong>{email}</strong>. Open it to finish signing up; it works for 24
        hours.
      </p>
      <p className={styles.soft}>
        Nothing after a few minutes? Check your spam folder, or{' '}
        <a href="/subscribe">sign up again</a>.
      </p>
    </section>
  );
}
