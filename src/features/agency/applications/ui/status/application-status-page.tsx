import type { ReactNode } from 'react';
import { useLinkToken } from '#src/features/identity/auth/ui/use-link-token.ts';
import { formatDate, formatTime } from '#src/lib/dates.ts';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import type { ApplicationStatus } from '../../application-status.schema.ts';
import { ANSWER_WITHIN_HOURS } from '../../applications.schema.ts';
import styles from './application-status-page.module.css';
import { OpenQuestion } from './open-question.tsx';
import { useApplicationStatus } from './use-application-status.ts';

/** An applicant's private page, opened through the link of a mail without signing in. */
export function ApplicationStatusPage() {
  const { state, load, ...answering } = useApplicationStatus(useLinkToken());
  return (
    <AuthLayout title="Bring your own light." text="We read every application, start to finish.">
      <section className={styles.page} aria-labelledby="status-title">
        {state.step === 'looking' && (
          <Message title="Your application">
            <p role="status">One moment…</p>
          </Message>
        )}
        {state.step === 'failed' && (
          <Message title="Something went wrong">
            <p role="alert">{state.message}</p>
            <button type="button" className="button" onClick={() => void load()}>
              Try again
            </button>
          </Message>
        )}
        {state.step === 'unknown' && (
          <Message title="This link doesn't work">
            <p>
              It is incomplete or no longer valid. Open this page through the link in our mail, or{' '}
              <a href="/contact?topic=Becoming%20an%20influencer">write to us</a>.
            </p>
          </Message>
        )}
        {state.step === 'found' && <Found application={state.application} {...answering} />}
      </section>
    </AuthLayout>
  );
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 id="status-title">{title}</h1>
    {children}
  </>
);

type FoundProps = Omit<ReturnType<typeof useApplicationStatus>, 'state' | 'load'> & {
  application: ApplicationStatus;
};

function Found({ application, ...answering }: FoundProps) {
  const { reference, status, createdAt, reviewedAt, questions } = application;
  const open = questions.find(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  return (
    <Message title="Your application">
      <p className={styles.reference}>
        Reference <strong>{reference}</strong>
      </p>
      <ol className={styles.steps}>
        <Step title="Received" isDone>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </Step>
        <Step title={open ? 'We have a question' : 'In review'} isDone={status !== 'pending'}>
          {status === 'pending' && !open
            ? `You'll hear from us within ${ANSWER_WITHIN_HOURS} hours, by phone or by a direct message.`
            : null}
        </Step>
        <Step title={DECISIONS[status].title} isDone={status !== 'pending'}>
          {reviewedAt && <time dateTime={reviewedAt}>{formatDate(reviewedAt)}</time>}
          {DECISIONS[status].text}
        </Step>
      </ol>
      {open && status === 'pending' && (
        <OpenQuestion key={open.id} question={open.question} {...answering} />
      )}
      {answered.length > 0 && (
        <>
          <h2>Questions and answers</h2>
          <dl className={styles.answered}>
            {answered.map(({ id, question, answer }) => (
              <div key={id}>
                <dt dir="auto">{question}</dt>
                <dd dir="auto">{answer}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Message>
  );
}

const DECISIONS = {
  pending: { title: 'Decision', text: null },
  accepted: {
    title: 'Accepted',
    text: 'Congratulations! We contact you to set up your page and your first month together.',
  },
  rejected: {
    title: 'Not this time',
    text: "We can't represent you at the moment. You are welcome to apply again when something has changed.",
  },
};

type StepProps = { title: string; isDone: boolean; children: ReactNode };

const Step = ({ title, isDone, children }: StepProps) => (
  <li data-done={isDone || undefined}>
    <strong>{title}</strong>
    {children && <span>{children}</span>}
  </li>
);
