import type { ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import {
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { Reference, Step, Steps } from '#src/ui/public/mail-link/status-steps.tsx';
import type { ApplicationStatus } from '../../application-status.schema.ts';
import { ANSWER_WITHIN_HOURS } from '../../applications.rules.ts';
import styles from './application-status-page.module.css';
import { OpenQuestion } from './open-question.tsx';

const read = (token: string) => call(client.api['application-status'].$post({ json: { token } }));

type ApplicationStatusPageProps = {
  /** The photos of a pending application, by the secret of the link. */
  portfolio: (token: string) => ReactNode;
};

/** An applicant's private page, opened through the link of a mail without signing in. */
export function ApplicationStatusPage({ portfolio }: ApplicationStatusPageProps) {
  return (
    <MailLinkPage
      aside={{
        title: 'Bring your own light.',
        text: 'We read every application, start to finish.',
      }}
      title="Your application"
      read={read}
      unknown={
        <p>
          It’s incomplete or no longer valid. Open this page from the link in our email, or{' '}
          <a href="/contact?topic=Becoming%20an%20influencer">write to us</a>.
        </p>
      }
    >
      {(found) => <Found {...found} portfolio={portfolio} />}
    </MailLinkPage>
  );
}

type FoundProps = MailLinkProps<ApplicationStatus> & ApplicationStatusPageProps;

function Found({ record, isChanged, portfolio, ...answering }: FoundProps) {
  const { reference, status, createdAt, reviewedAt, questions } = record;
  const open = questions.find(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  return (
    <MailLinkText title="Your application" isChanged={isChanged}>
      <Reference label="Reference">{reference}</Reference>
      <Steps>
        <Step title="Received" isDone>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </Step>
        <Step title={open ? 'We have a question' : 'In review'} isDone={status !== 'pending'}>
          {status === 'pending' && !open
            ? `You’ll hear from us within ${ANSWER_WITHIN_HOURS} hours, by phone or direct message.`
            : null}
        </Step>
        <Step title={DECISIONS[status].title} isDone={status !== 'pending'}>
          {reviewedAt && <time dateTime={reviewedAt}>{formatDate(reviewedAt)}</time>}
          {DECISIONS[status].text}
        </Step>
      </Steps>
      {open && status === 'pending' && (
        <OpenQuestion key={open.id} question={open.question} {...answering} />
      )}
      {status === 'pending' && portfolio(answering.token)}
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
    </MailLinkText>
  );
}

const DECISIONS = {
  pending: { title: 'Decision', text: null },
  accepted: {
    title: 'Accepted',
    text: 'Congratulations! We’ll contact you to set up your page and plan your first month together.',
  },
  rejected: {
    title: 'Not this time',
    text: 'We can’t represent you right now. You’re welcome to apply again when something changes.',
  },
};
