import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { useEscape } from '#src/ui/elements/keyboard-shortcuts.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { NeighbourButtons } from '#src/ui/records/neighbour-buttons.tsx';
import type { Neighbours } from '#src/ui/records/use-neighbours.ts';
import type { ApplicationRecord } from '../review.schema.ts';
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
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  useEscape(record, { opened: id !== undefined, onEscape: onClose });
  return (
    <Modal.Root
      opened={id !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      size="62rem"
      fullScreen={isNarrow ?? false}
      padding={0}
    >
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content ref={record} classNames={{ content: styles.content! }}>
        {id !== undefined && (
          <OpenApplication
            {...{ id, record, pendingChange, ...open }}
            onPendingChange={(next) => setConfirmation({ id, pendingChange: next })}
          />
        )}
      </Modal.Content>
    </Modal.Root>
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
  const { record } = rest;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element was removed with the previous application; shortcuts need the focus in
    // the record.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [id, application]);
  const isDeleted = error instanceof ApiError && error.problem.code === 'not-found';
  return (
    <>
      <div className={styles.header}>
        <Head title={title} application={isDeleted ? undefined : application} />
        <NeighbourButtons itemLabel="application" {...{ previous, next, record }} />
        <Modal.CloseButton aria-label="Close" size="lg" />
      </div>
      <Modal.Body className={styles.body!}>
        {application && !isDeleted ? (
          <div className={styles.columns}>
            <ApplicationContact application={application} />
            <div className={styles.main}>
              <ApplicationAnswers application={application} />
              {portfolio(id)}
              {comments(id)}
            </div>
            <ApplicationDecision key={id} application={application} {...rest} />
          </div>
        ) : error ? (
          <div className={styles.failed}>
            {isDeleted ? (
              <p role="alert">This application no longer exists.</p>
            ) : (
              <InlineError
                text={error.message}
                isBusy={isFetching}
                onRetry={() => void refetch()}
              />
            )}
            <UnsavedNotes notes={rest.notes ?? ''} onDiscard={() => rest.onNotes(undefined)} />
          </div>
        ) : (
          <Waiting />
        )}
      </Modal.Body>
    </>
  );
}

type HeadProps = {
  title: Ref<HTMLHeadingElement>;
  application: ApplicationRecord | undefined;
};

const Head = ({ title, application }: HeadProps) => (
  <div className={styles.head}>
    <Modal.Title ref={title} className={styles.title!} tabIndex={-1} data-autofocus>
      <bdi>{application?.fullName ?? 'Application'}</bdi>
    </Modal.Title>
    {application && (
      <p className={styles.facts}>
        <ApplicationState application={application} />
        <span>
          Received <time dateTime={application.createdAt}>{formatTime(application.createdAt)}</time>
        </span>
      </p>
    )}
  </div>
);

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
