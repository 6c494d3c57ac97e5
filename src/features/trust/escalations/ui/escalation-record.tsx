import { Button } from '@mantine/core';
import { ArrowLeft, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { bytesText } from '#src/features/content/media/ui/transfer-rate.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import { ESCALATION_EVENT_LABELS, type Escalation, type Facts } from '../escalations.schema.ts';
import { ExtensionDialog, PackageDialog, SubmissionDialog } from './escalation-dialogs.tsx';
import { EscalationState } from './escalation-state.tsx';
import styles from './escalations.module.css';

type EscalationRecordProps = {
  /** What was opened for a reason; only in the memory of this screen. */
  escalation: Escalation;
  onChange: (changed: Escalation) => void;
  onClose: () => void;
};

/** The facts, files and chain of custody of an escalation. */
export function EscalationRecord({ escalation, onChange, onClose }: EscalationRecordProps) {
  const { facts, reference } = escalation;
  return (
    <section aria-labelledby="escalation" className={styles.record}>
      <div className={styles.head}>
        <Button
          variant="subtle"
          radius="xl"
          size="xs"
          leftSection={<ArrowLeft size={16} aria-hidden="true" />}
          onClick={onClose}
        >
          All Escalations
        </Button>
        <h2 id="escalation">{reference}</h2>
        <EscalationState {...escalation} />
        <Actions escalation={escalation} onChange={onChange} />
      </div>
      <Panel title="Preservation">
        <Dates escalation={escalation} />
      </Panel>
      {facts && (
        <Panel title="Facts for the report">
          <FactsOfReport facts={facts} />
        </Panel>
      )}
      <Panel title="Files">
        <Files escalation={escalation} />
      </Panel>
      <Panel title="Chain of custody">
        <Custody escalation={escalation} />
      </Panel>
    </section>
  );
}

type Props = { escalation: Escalation };
type Opened = 'package' | 'submission' | 'extension' | null;

function Actions({ escalation, onChange }: Omit<EscalationRecordProps, 'onClose'>) {
  const [opened, setOpened] = useState<Opened>(null);
  if (escalation.erasedAt) return null;
  const dialog = { escalation, onChange, onClose: () => setOpened(null) };
  return (
    <div className={styles.actions}>
      <Button radius="xl" size="sm" onClick={() => setOpened('package')}>
        Download Package
      </Button>
      {!escalation.submittedAt && (
        <Button radius="xl" size="sm" variant="default" onClick={() => setOpened('submission')}>
          Mark as Submitted
        </Button>
      )}
      <Button radius="xl" size="sm" variant="default" onClick={() => setOpened('extension')}>
        Preserve Longer
      </Button>
      <PackageDialog {...dialog} opened={opened === 'package'} />
      <SubmissionDialog {...dialog} opened={opened === 'submission'} />
      <ExtensionDialog {...dialog} opened={opened === 'extension'} />
    </div>
  );
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>;

function Dates({ escalation }: Props) {
  const { createdAt, submittedAt, authority, authorityReference, preservedUntil, erasedAt } =
    escalation;
  return (
    <FactList>
      <Fact label="Created">
        <Time at={createdAt} />
      </Fact>
      <Fact label="Submitted">
        {submittedAt ? (
          <>
            <span dir="auto">
              {authority}, {authorityReference}
            </span>
            <small>
              <Time at={submittedAt} />
            </small>
          </>
        ) : (
          'Not yet'
        )}
      </Fact>
      <Fact label={erasedAt ? 'Deleted' : 'Preserved until'}>
        <Time at={erasedAt ?? preservedUntil} />
      </Fact>
    </FactList>
  );
}

const Text = ({ children }: { children: string }) => (
  <p className={styles.text} dir="auto">
    {children}
  </p>
);

function FactsOfReport({ facts: { incident, post, account, people } }: { facts: Facts }) {
  const { reporter } = incident;
  return (
    <FactList>
      <Fact label="Complaint">
        {incident.complaint}
        <small>
          <Time at={incident.reportedAt} />
        </small>
      </Fact>
      <Fact label="Reported address">
        <Text>{incident.address}</Text>
      </Fact>
      <Fact label="Explanation">
        <Text>{incident.explanation}</Text>
      </Fact>
      <Fact label="Reporter">
        <span dir="auto">{reporter.name ?? reporter.email ?? 'Gave no name'}</span>
        {reporter.name && reporter.email && <small>{reporter.email}</small>}
      </Fact>
      {post && (
        <Fact label="Post">
          <Text>{post.caption}</Text>
          <small>{post.address}</small>
          {post.publishedAt && (
            <small>
              Published <Time at={post.publishedAt} />
            </small>
          )}
        </Fact>
      )}
      {account && <AccountFact account={account} />}
      {people.length > 0 && (
        <Fact label="People in the register">
          <ul className={styles.list}>
            {people.map(({ legalName, knownAs, dateOfBirth, country, identity }) => (
              <li key={`${legalName} ${dateOfBirth}`}>
                <bdi>{legalName}</bdi>
                <small>
                  Known as {knownAs}, born {dateOfBirth}, {country}, identity {identity}
                </small>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </FactList>
  );
}

function AccountFact({ account }: { account: NonNullable<Facts['account']> }) {
  const { name, email, phone, dateOfBirth, createdAt, devices } = account;
  return (
    <Fact label="Account">
      <span dir="auto">{name || email}</span>
      <small>
        {[email, phone, dateOfBirth && `born ${dateOfBirth}`].filter(Boolean).join(', ')}
      </small>
      <small>
        Created <Time at={createdAt} />
      </small>
      {devices.map(({ country, userAgent, signedInAt, lastUsedAt }) => (
        <small key={signedInAt}>
          Device: {country ?? 'unknown country'}, {userAgent ?? 'unknown browser'}, last used{' '}
          <Time at={lastUsedAt} />
        </small>
      ))}
    </Fact>
  );
}

function Files({ escalation: { evidence, erasedAt } }: Props) {
  if (evidence.length === 0) {
    return <p className={styles.soft}>{erasedAt ? 'The files were deleted.' : 'No files.'}</p>;
  }
  return (
    <ul className={styles.list}>
      {evidence.map(({ name, source, bytes, sha256 }) => (
        <li key={sha256}>
          <span dir="auto">{name}</span>
          <small>
            {source === 'post' ? 'From the post' : 'Evidence of the team'}, {bytesText(bytes)}
          </small>
          <small>SHA-256 {sha256}</small>
        </li>
      ))}
    </ul>
  );
}

function Custody({ escalation: { custody, isChainIntact } }: Props) {
  return (
    <>
      {isChainIntact ? (
        <p className={styles.soft}>Every entry is unchanged.</p>
      ) : (
        <p role="alert" className={styles.broken}>
          <ShieldAlert size={18} aria-hidden="true" /> The chain is broken: an entry was changed or
          removed.
        </p>
      )}
      <ol className={styles.list}>
        {custody.map(({ number, event, text, actor, at, hash }) => (
          <li key={number}>
            <strong>
              {number}. {ESCALATION_EVENT_LABELS[event]}
            </strong>
            {text && <Text>{text}</Text>}
            <small>
              <bdi>{actor}</bdi>, <Time at={at} />
            </small>
            <small>{hash}</small>
          </li>
        ))}
      </ol>
    </>
  );
}
