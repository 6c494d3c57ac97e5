import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { canReopen } from '../applications.rules.ts';
import type { ApplicationRecord } from '../review.schema.ts';
import { ApplicationConversion } from './application-conversion.tsx';
import styles from './application-decision.module.css';
import { STATUS_LABELS } from './application-state.tsx';
import { UnsavedNotes } from './unsaved-notes.tsx';

type ApplicationOutcomeProps = {
  ref?: Ref<HTMLElement>;
  application: ApplicationRecord;
  /** Unsaved notes, typed while someone else reviewed the application. */
  notes: string | undefined;
  onNotes: (notes: string | undefined) => void;
  onReopen: () => void;
};

/** The review of an application, its reviewer and notes, and the next step. */
export function ApplicationOutcome({ ref, application, ...outcome }: ApplicationOutcomeProps) {
  const { notes = '', onNotes, onReopen } = outcome;
  const { status, reviewedAt, reviewedBy } = application;
  return (
    <section ref={ref} tabIndex={-1} className={styles.decision} aria-label="Decision">
      <div className={styles.outcome} data-status={status}>
        <p>
          <strong>{STATUS_LABELS[status]}</strong>
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
        {canReopen(application) && (
          <Button size="compact-md" variant="default" radius="xl" onClick={onReopen}>
            Reopen
          </Button>
        )}
      </div>
      <UnsavedNotes notes={notes} onDiscard={() => onNotes(undefined)} />
    </section>
  );
}
