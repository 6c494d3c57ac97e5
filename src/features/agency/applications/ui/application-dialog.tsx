import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { RecordDialog, RecordDialogPage } from '#src/ui/records/record-dialog.tsx';
import type { Neighbours } from '#src/ui/records/use-neighbours.ts';
import { ApplicationAnswers } from './application-answers.tsx';
import { ApplicationContact } from './application-contact.tsx';
import { ApplicationDecision, type PendingChange } from './application-decision.tsx';
import styles from './application-dialog.module.css';
import { ApplicationState } from './application-state.tsx';
import { applicationQuery } from './applications-queries.ts';
import { UnsavedNotes } from './unsaved-notes.tsx';

type ApplicationDialogProps = Neighbours & {
  /** The open application; undefined while the dialog is closed. */
  id: string | undefined;
  portfolio: (id: string) => ReactNode;
  comments: (id: string) => ReactNode;
  /** Unsaved notes. */
  notes: string | undefined;
  onNotes: (notes: string | undefined) => void;
  onClose: () => void;
};

/** An application with all its answers and its review; arrow keys move through the list. */
export function ApplicationDialog({ id, onClose, ...open }: ApplicationDialogProps) {
  const record = useRef<HTMLDivElement>(null);
  // Stored with the id, because the command palette may open another application.
  const [confirmation, setConfirmation] = useState<{ id: string; pendingChange: PendingChange }>();
  const pendingChange = confirmation?.id === id ? (confirmation?.pendingChange ?? null) : null;
  return (
    <RecordDialog opened={id !== undefined} size="62rem" {...{ record, onClose }}>
      {id !== undefined && (
        <OpenApplication
          {...{ id, record, pendingChange, ...open }}
          onPendingChange={(next) => setConfirmation({ id, pendingChange: next })}
        />
      )}
    </RecordDialog>
  );
}

type OpenProps = Omit<ApplicationDialogProps, 'onClose'> & {
  id: string;
  record: RefObject<HTMLDivElement | null>;
  pendingChange: PendingChange;
  onPendingChange: (pendingChange: PendingChange) => void;
};

function OpenApplication({ id, previous, next, portfolio, comments, ...rest }: OpenProps) {
  const { data: application, error, refetch, isFetching } = useQuery(applicationQuery(id));
  const isDeleted = error instanceof ApiError && error.problem.code === 'not-found';
  const shown = isDeleted ? undefined : application;
  const facts = shown && (
    <>
      <ApplicationState application={shown} />
      <span>
        Received <time dateTime={shown.createdAt}>{formatTime(shown.createdAt)}</time>
      </span>
    </>
  );
  return (
    <RecordDialogPage
      {...{ id, previous, next, facts, shown }}
      record={rest.record}
      title={shown?.fullName ?? 'Application'}
      itemLabel="application"
    >
      {shown ? (
        <div className={styles.columns}>
          <ApplicationContact application={shown} />
          <div className={styles.main}>
            <ApplicationAnswers application={shown} />
            {portfolio(id)}
            {comments(id)}
          </div>
          <ApplicationDecision key={id} application={shown} {...rest} />
        </div>
      ) : error ? (
        <div className={styles.failed}>
          {isDeleted ? (
            <p role="alert">This application no longer exists.</p>
          ) : (
            <InlineError text={error.message} isBusy={isFetching} onRetry={() => void refetch()} />
          )}
          <UnsavedNotes notes={rest.notes ?? ''} onDiscard={() => rest.onNotes(undefined)} />
        </div>
      ) : (
        <Waiting />
      )}
    </RecordDialogPage>
  );
}

const Waiting = () => (
  <div className={styles.columns} role="status" aria-label="Loading application">
    <Skeleton height={180} radius="md" />
    <div>
      {[60, 80, 45, 90, 70, 85].map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} mb="lg" radius="sm" />
      ))}
    </div>
  </div>
);
