import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import {
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { Reference, Step, Steps } from '#src/ui/public/mail-link/status-steps.tsx';
import { call, client } from '#src/web/client.ts';
import { KIND_LABELS, POLICY_LABELS } from '../../complaints.rules.ts';
import type { Outcome, ReportStatus } from '../../complaints.schema.ts';
import { AddInformation } from './add-information.tsx';
import styles from './report-status-page.module.css';

const read = (token: string) => call(client.api['report-status'].$post({ json: { token } }));

/** A reporter's private page, opened through the link of a mail without signing in. */
export function ReportStatusPage() {
  return (
    <MailLinkPage
      aside={{
        title: 'Thank you for speaking up.',
        text: 'A person on our team reads every report.',
      }}
      title="Your report"
      read={read}
      unknown={
        <p>
          It’s incomplete or no longer valid. Open this page from the link in our email, or{' '}
          <a href="/contact?topic=Report%20content">write to us</a>.
        </p>
      }
    >
      {(found) => <Found {...found} />}
    </MailLinkPage>
  );
}

const DECISIONS: Record<Outcome, string> = {
  removed: 'We removed it',
  no_action: 'We left it as it is',
};

function Found({ record, isChanged, ...adding }: MailLinkProps<ReportStatus>) {
  const { reference, kind, address, createdAt, dueAt, question, information, decision } = record;
  return (
    <MailLinkText title="Your report" isChanged={isChanged}>
      <Reference label="Case number">{reference}</Reference>
      <dl className={styles.facts}>
        <dt>About</dt>
        <dd>{KIND_LABELS[kind]}</dd>
        <dt>Where</dt>
        <dd dir="auto">{address}</dd>
      </dl>
      <Steps>
        <Step title="Received" isDone>
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </Step>
        <Step title={question ? 'We have a question' : 'In review'} isDone={decision !== null}>
          {!decision && !question && (
            <>
              We decide by <time dateTime={dueAt}>{formatTime(dueAt)}</time>
            </>
          )}
        </Step>
        <Step
          title={decision ? DECISIONS[decision.outcome] : 'Decision'}
          isDone={decision !== null}
        >
          {decision && (
            <>
              <time dateTime={decision.decidedAt}>{formatDate(decision.decidedAt)}</time>
              {POLICY_LABELS[decision.policy]}
            </>
          )}
        </Step>
      </Steps>
      {decision && (
        <p className={styles.text} dir="auto">
          {decision.text}
        </p>
      )}
      {information.length > 0 && (
        <>
          <h2>What you added</h2>
          {information.map(({ text, createdAt: addedAt }) => (
            <p key={addedAt} className={styles.text} dir="auto">
              {text}
            </p>
          ))}
        </>
      )}
      {!decision && <AddInformation key={information.length} question={question} {...adding} />}
    </MailLinkText>
  );
}
