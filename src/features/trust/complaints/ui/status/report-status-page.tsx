import type { ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatDate, formatTime } from '#src/lib/locale/screen-dates.ts';
import {
  MailLinkPage,
  MailLinkText,
  type MailLinkProps,
} from '#src/ui/public/mail-link/mail-link-page.tsx';
import { Reference, Step, Steps } from '#src/ui/public/mail-link/status-steps.tsx';
import { appellantOf, KIND_LABELS } from '../../complaints.rules.ts';
import type { CounterNotice, Outcome } from '../../complaints.schema.ts';
import { appealSchema, informationSchema, type ReportStatus } from '../../reports.schema.ts';
import { CounterNoticeForm } from './counter-notice-form.tsx';
import { MessageForm } from './message-form.tsx';
import styles from './report-status-page.module.css';
import { SignatureForm } from './signature-form.tsx';

const read = (token: string) => call(client.api['report-status'].$post({ json: { token } }));

const addInformation = (token: string, text: string) =>
  call(client.api['report-status'].information.$post({ json: { token, text } }));

const appeal = (token: string, text: string, counterNotice?: CounterNotice) =>
  call(client.api['report-status'].appeal.$post({ json: { token, text, counterNotice } }));

/** The files that the party adds, by the token of its link. */
type WithEvidence = { evidence: (token: string) => ReactNode };

/** The private page of a reporter or of the influencer who is concerned, opened through the link of a mail without signing in. */
export function ReportStatusPage({ evidence }: WithEvidence) {
  return (
    <MailLinkPage
      aside={{
        title: 'Every word is read.',
        text: 'A person on our team reads every report and every appeal.',
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
      {(found) => <Found {...found} evidence={evidence} />}
    </MailLinkPage>
  );
}

const DECISIONS: Record<Outcome, string> = {
  removed: 'We removed it',
  no_action: 'We left it as it is',
};

type FoundProps = MailLinkProps<ReportStatus> & WithEvidence;

function Found({ record, isChanged, evidence, ...changing }: FoundProps) {
  const { party, reference, kind, address, createdAt, dueAt, question, information } = record;
  const { decision, appeals, appealUntil, needsCounterNotice, state } = record;
  const isReporter = party === 'reporter';
  return (
    <MailLinkText title={isReporter ? 'Your report' : 'Our decision'} isChanged={isChanged}>
      <Reference label="Case number">{reference}</Reference>
      <dl className={styles.facts}>
        <dt>{isReporter ? 'About' : 'Kind of report'}</dt>
        <dd>{KIND_LABELS[kind]}</dd>
        <dt>{isReporter ? 'Where' : 'About'}</dt>
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
              <span dir="auto">{decision.reason}</span>
            </>
          )}
        </Step>
        {appeals.map((appeal) => (
          <Step
            key={appeal.createdAt}
            title={appeal.party === party ? 'Your appeal' : 'Appeal of the other side'}
            isDone={appeal.decision !== null}
          >
            {appeal.decision ? (
              <>
                <time dateTime={appeal.decision.decidedAt}>
                  {formatDate(appeal.decision.decidedAt)}
                </time>
                {appellantOf(appeal.decision.outcome) === appeal.party
                  ? 'Our decision stands'
                  : 'We changed our decision'}
              </>
            ) : (
              <>
                We decide by <time dateTime={dueAt}>{formatTime(dueAt)}</time>
              </>
            )}
          </Step>
        ))}
      </Steps>
      {decision && (
        <p className={styles.text} dir="auto">
          {decision.text}
        </p>
      )}
      {appeals.map(({ createdAt: appealedAt, decision: answer }) =>
        // A changed decision is the one above.
        answer && answer.text !== decision?.text ? (
          <p key={appealedAt} className={styles.text} dir="auto">
            {answer.text}
          </p>
        ) : null,
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
      {appeals.map(({ createdAt: sentAt, party: from, text, counterNotice }) =>
        counterNotice && from !== party ? (
          <CounterNoticeText key={sentAt} {...counterNotice} text={text} />
        ) : null,
      )}
      {record.needsSignature && <SignatureForm {...changing} kind={kind} />}
      {evidence(changing.token)}
      {isReporter && state !== 'decided' && (
        <MessageForm
          key={information.length}
          {...changing}
          label={question ? 'Our question' : 'Add information'}
          field={question ? 'Your answer' : 'Anything to add?'}
          submitLabel={question ? 'Send Answer' : 'Add'}
          isHighlighted={question !== null}
          schema={informationSchema.shape.text}
          send={addInformation}
        >
          {question}
        </MessageForm>
      )}
      {appealUntil && needsCounterNotice && <CounterNoticeForm {...changing} send={appeal} />}
      {appealUntil && !needsCounterNotice && (
        <MessageForm
          {...changing}
          label="Appeal"
          field="Why do you disagree?"
          submitLabel="Send Appeal"
          schema={appealSchema.shape.text}
          send={appeal}
        >
          {`If you disagree, you can appeal until ${formatDate(appealUntil)}. Someone who did not make this decision reviews it.`}
        </MessageForm>
      )}
    </MailLinkText>
  );
}

type CounterNoticeTextProps = Pick<CounterNotice, 'name' | 'postalAddress' | 'phone'> & {
  text: string | null;
};

/** A counter-notice as the claimant reads it. */
function CounterNoticeText({ name, postalAddress, phone, text }: CounterNoticeTextProps) {
  return (
    <section aria-label="Counter-notice">
      <h2>Counter-notice</h2>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.text} dir="auto">
        Signed under penalty of perjury by {name}
        {'\n'}
        {postalAddress}
        {'\n'}
        {phone}
      </p>
      <p className={styles.text}>
        We restore the content after 10 to 14 business days. If you have filed an action in court,
        tell us below before that.
      </p>
    </section>
  );
}
