import type { Ref } from 'react';
import { formatTime } from '#src/lib/dates.ts';
import type { ApplicationRecord } from '../review.schema.ts';
import { ApplicationConversion } from './application-conversion.tsx';
import styles from './application-decision.module.css';
import { STATUS_WORDS } from './application-state.tsx';
import { UnsavedNotes } from './unsaved-notes.tsx';

type ApplicationOutcomeProps = {
  ref?: Ref<HTMLElement>;
  application: ApplicationRecord;
  /** What was typed while someone else answered. */
  notes: string;
  onNotes: (notes: string) => void;
};

/** How an application was answered, by whom and why, and what comes next. */
export function ApplicationOutcome({ ref, application, notes, onNotes }: ApplicationOutcomeProps) {
  const { status, reviewedAt, reviewedBy } = application;
  return (
    <section ref={ref} tabIndex={-1} className={styles.decision} aria-label="The answer">
      <div className={styles.outcome} data-status={status}>
        <p>
          <strong>{STATUS_WORDS[status]}</strong>
          {reviewedBy && (
            <>
              {' by '}
              <bdi>{reviewedBy}</bdi>
            </>
          )}
          {reviewedAt && <time dateTime={reviewedAt}>{formatTime(reviewedAt)}</time>}
        </p>
        {application.notes && (
          <blockquote dir="auto" aria-label="Notes">
            {application.notes}
          </blockquote>
        )}
        {application.isConverted && !application.influencerId && (
          <p>Converted into an influencer.</p>
        )}
        <ApplicationConversion application={application} isMain />
      </div>
      <UnsavedNotes notes={notes} onDiscard={() => onNotes('')} />
    </section>
  );
}
