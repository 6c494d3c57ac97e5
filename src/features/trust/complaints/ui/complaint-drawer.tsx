import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OwnerSelect } from '#src/features/identity/colleagues/ui/owner-select.tsx';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { RecordDrawer, RecordInDrawer } from '#src/ui/dialogs/record-drawer.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { appellantOf, KIND_LABELS } from '../complaints.rules.ts';
import { SHOWN_COPIES, type Complaint, type Outcome, type Party } from '../complaints.schema.ts';
import { lacksSignature } from '../reports.schema.ts';
import { ComplaintActions } from './complaint-actions.tsx';
import { ComplaintDeadline, ComplaintState } from './complaint-state.tsx';
import { ASSIGN_COMPLAINTS, complaintQuery } from './complaints-queries.ts';
import styles from './complaints.module.css';

/** What later features show: evidence and comments, and the strikes of the influencer. */
export type ComplaintPanels = {
  panels: (id: string) => ReactNode;
  strikes: (influencerId: string) => ReactNode;
};

type ComplaintDrawerProps = ComplaintPanels & { id: string | undefined; onClose: () => void };

/** A complaint with its report, its history and what can be done. */
export function ComplaintDrawer({ id, onClose, ...panels }: ComplaintDrawerProps) {
  const shown = useLastDefined(id);
  return (
    <RecordDrawer opened={id !== undefined} size="38rem" onClose={onClose}>
      {shown !== undefined && <OpenComplaint key={shown} id={shown} {...panels} />}
    </RecordDrawer>
  );
}

function OpenComplaint({ id, panels, strikes }: ComplaintPanels & { id: string }) {
  const query = useQuery(complaintQuery(id));
  const { data } = query;
  return (
    <RecordInDrawer
      query={query}
      title={data ? KIND_LABELS[data.kind] : 'Complaint'}
      subtitle={data?.reference}
      text={{
        loading: 'Loading the complaint',
        failure: 'Failed to fetch the complaint',
        missing: 'This complaint doesn’t exist, or you don’t have access to it.',
      }}
    >
      {(complaint) => (
        <>
          <ComplaintState {...complaint} />
          <ReportFacts complaint={complaint} strikes={strikes} />
          <ComplaintActions complaint={complaint} />
          <OwnerSelect id={id} owner={complaint.owner} assign={ASSIGN_COMPLAINTS} />
          {panels(id)}
          <History complaint={complaint} />
        </>
      )}
    </RecordInDrawer>
  );
}

type ComplaintProps = { complaint: Complaint };

const Text = ({ children }: { children: string }) => (
  <p className={styles.text} dir="auto">
    {children}
  </p>
);

function ReportFacts({ complaint, strikes }: ComplaintProps & Pick<ComplaintPanels, 'strikes'>) {
  const { label, postId, influencer, address, explanation, work, signature, source } = complaint;
  const { reporter, email, reason, decisionText, decidedBy, decidedAt } = complaint;
  const { copies, appeals } = complaint;
  return (
    <FactList>
      <Fact label="Decide by">
        <ComplaintDeadline {...complaint} />
      </Fact>
      {complaint.hidesPostAt && complaint.state === 'open' && (
        <Fact label="Hides the post">
          <time dateTime={complaint.hidesPostAt}>{formatTime(complaint.hidesPostAt)}</time>
          <small>Automatically, unless you decide first</small>
        </Fact>
      )}
      <Fact label="About">
        <span dir="auto">{label}</span>
        {postId && (
          <small>
            <Link to="/content/edit/$id" params={{ id: postId }} className="touch-target">
              View the post
            </Link>
          </small>
        )}
      </Fact>
      {influencer && (
        <Fact label="Influencer">
          <Link to="/influencers/$id" params={{ id: influencer.id }} className="touch-target">
            <bdi>{influencer.name}</bdi>
          </Link>
          {strikes(influencer.id)}
        </Fact>
      )}
      {copies.length > 0 && (
        <Fact label="Same files in">
          <ul className={styles.copies}>
            {copies.slice(0, SHOWN_COPIES).map(({ id, caption }) => (
              <li key={id}>
                <Link to="/content/edit/$id" params={{ id }} className="touch-target">
                  <span dir="auto">{caption || 'A post without a caption'}</span>
                </Link>
              </li>
            ))}
            {copies.length > SHOWN_COPIES && <li>and more</li>}
          </ul>
        </Fact>
      )}
      {/* Not a link: anybody can report any address. */}
      <Fact label="Reported address">
        <Text>{address}</Text>
      </Fact>
      <Fact label="Explanation">
        <Text>{explanation}</Text>
      </Fact>
      {work && (
        <Fact label="Copyrighted work">
          <Text>{work}</Text>
        </Fact>
      )}
      <Fact label="Reporter">
        {reporter || email ? <bdi>{reporter ?? email}</bdi> : 'Gave no name'}
        {reporter && email && <small>{email}</small>}
        {source === 'message' && <small>From a message</small>}
        {lacksSignature(complaint) && <small>Not signed yet</small>}
        {signature && (
          <small>
            Signed “<bdi>{signature}</bdi>”
          </small>
        )}
      </Fact>
      {reason && decisionText && decidedAt && (
        <Fact label="Decision">
          <span dir="auto">{reason}</span>
          <Text>{decisionText}</Text>
          <small>
            {decidedBy ?? 'Former colleague'},{' '}
            <time dateTime={decidedAt}>{formatTime(decidedAt)}</time>
          </small>
        </Fact>
      )}
      {appeals.map(({ id, party, text, createdAt, outcome, decisionText: answer, ...appeal }) => (
        <Fact
          key={id}
          label={party === 'reporter' ? 'Appeal of the reporter' : 'Appeal of the influencer'}
        >
          <Text>{text}</Text>
          <small>
            <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          </small>
          {appeal.counterNotice && (
            <small dir="auto">
              Counter-notice, signed “<bdi>{appeal.counterNotice.name}</bdi>”.{' '}
              {appeal.counterNotice.postalAddress}, {appeal.counterNotice.phone}
            </small>
          )}
          {appeal.restorableFrom && !outcome && (
            <small>
              Restore nothing before{' '}
              <time dateTime={appeal.restorableFrom}>{formatTime(appeal.restorableFrom)}</time>, and
              nothing if the reporter has gone to court.
            </small>
          )}
          {outcome && answer && (
            <>
              {isUpheld(party, outcome) ? 'The decision stands' : 'The decision was changed'}
              <Text>{answer}</Text>
            </>
          )}
        </Fact>
      ))}
    </FactList>
  );
}

const isUpheld = (party: Party, outcome: Outcome) => appellantOf(outcome) === party;

const EVENT_LABELS: Record<Complaint['events'][number]['event'], string> = {
  received: 'Report received',
  signed: 'Signed by the reporter',
  question: 'Question to the reporter',
  information: 'Added by the reporter',
  hidden: 'Post hidden',
  restored: 'Post shown again',
  decided: 'Decided',
  appealed: 'Appeal',
  appeal_decided: 'Appeal decided',
  evidence: 'File added',
  evidence_removed: 'File removed',
};

/** Their texts stand among the facts. */
const SHOWN_ABOVE: Complaint['events'][number]['event'][] = [
  'decided',
  'appealed',
  'appeal_decided',
];

function History({ complaint: { events } }: ComplaintProps) {
  return (
    <section aria-label="History">
      <ol className={styles.history}>
        {events.map(({ id, event, text, actor, createdAt }) => (
          <li key={id}>
            <strong>
              {event === 'received' && actor ? 'Handed over from the inbox' : EVENT_LABELS[event]}
            </strong>
            {event === 'hidden' && !actor && ' automatically'}
            <small>
              {actor && <>{actor}, </>}
              <time dateTime={createdAt}>{formatTime(createdAt)}</time>
            </small>
            {text && !SHOWN_ABOVE.includes(event) && <Text>{text}</Text>}
          </li>
        ))}
      </ol>
    </section>
  );
}
