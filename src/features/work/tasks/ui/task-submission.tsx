import { ExternalLink } from 'lucide-react';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import type { Task } from '../tasks.schema.ts';
import styles from './task-submission.module.css';

/** Notes, method and links of a submission. */
export function TaskSubmission({ submission }: { submission: NonNullable<Task['submission']> }) {
  const { notes, method, customLink, url, aiUse } = submission;
  return (
    <dl className={styles.submission}>
      <dt>Method</dt>
      <dd>{method ?? 'Not provided'}</dd>
      {customLink && <LinkLine label="Custom Link" address={customLink} />}
      {url && <LinkLine label="Additional URL" address={url} />}
      {aiUse && (
        <>
          <dt>Use of AI</dt>
          <dd>{AI_USE_LABELS[aiUse]}</dd>
        </>
      )}
      <dt>Notes</dt>
      <dd className={styles.text}>
        <LinkedText text={notes || '–'} />
      </dd>
    </dl>
  );
}

const isSafe = (address: string) => /^https?:\/\//i.test(address);

const LinkLine = ({ label, address }: { label: string; address: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      {isSafe(address) ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
          {address}
          <ExternalLink size={13} aria-hidden="true" />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
      ) : (
        <bdi>{address}</bdi>
      )}
    </dd>
  </>
);
