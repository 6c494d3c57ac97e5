import { Button, Group, Kbd } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { canReview } from '../applications.rules.ts';
import type { ApplicationRecord, Review } from '../review.schema.ts';
import styles from './application-decision.module.css';
import { ApplicationOutcome } from './application-outcome.tsx';
import { ConfirmReviewDialog } from './confirm-review-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { useReview } from './use-review.ts';

/** The change of an application that waits for confirmation. */
export type PendingChange = Review['status'] | 'reopened' | null;

type ApplicationDecisionProps = {
  application: ApplicationRecord;
  /** Unsaved notes; undefined without changes. */
  notes: string | undefined;
  onNotes: (notes: string | undefined) => void;
  pendingChange: PendingChange;
  onPendingChange: (pendingChange: PendingChange) => void;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
};

/**
 * Notes, Accept and Reject, or the outcome once reviewed. Shortcuts ask for confirmation, buttons
 * do not.
 */
export function ApplicationDecision({ application, ...decision }: ApplicationDecisionProps) {
  const { notes, onNotes, pendingChange, onPendingChange, record } = decision;
  const section = useRef<HTMLElement>(null);
  // The pressed button no longer exists.
  const focusSection = () => requestAnimationFrame(() => section.current?.focus());
  const { review, answering, notesError } = useReview(application.id, {
    onReviewed() {
      onNotes(undefined);
      focusSection();
    },
    onUndone(lost) {
      onNotes(lost);
      focusSection();
    },
  });
  const isOpen = canReview(application);
  const text = notes ?? application.notes ?? '';
  const answer = (status: Review['status']) => {
    onPendingChange(null);
    if (isOpen) review({ status, notes: text });
  };
  const confirm = (status: Review['status']) => {
    if (isOpen && !answering) onPendingChange(status);
  };
  useRecordShortcuts({ a: () => confirm('accepted'), r: () => confirm('rejected') }, record);
  const isVerdict = pendingChange === 'accepted' || pendingChange === 'rejected';
  return (
    <>
      {isOpen ? (
        <section ref={section} tabIndex={-1} className={styles.decision} aria-label="Your decision">
          <Notes value={text} error={notesError} onChange={onNotes} />
          <Buttons answering={answering} onAnswer={answer} />
        </section>
      ) : (
        <ApplicationOutcome
          ref={section}
          {...{ application, notes, onNotes }}
          onReopen={() => onPendingChange('reopened')}
        />
      )}
      <ConfirmReviewDialog
        name={application.fullName}
        verdict={isOpen && isVerdict ? pendingChange : null}
        onCancel={() => onPendingChange(null)}
        onConfirm={answer}
      />
      <ReopenDialog
        id={application.id}
        opened={pendingChange === 'reopened'}
        onClose={() => onPendingChange(null)}
        onReopened={focusSection}
      />
    </>
  );
}

type NotesProps = {
  value: string;
  error: string | undefined;
  onChange: (notes: string) => void;
};

function Notes({ value, error, onChange }: NotesProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <TextArea
      ref={field}
      label="Notes"
      description="Only your team sees these."
      minRows={3}
      maxRows={10}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ButtonsProps = {
  answering: Review['status'] | null;
  onAnswer: (status: Review['status']) => void;
};

const Buttons = ({ answering, onAnswer }: ButtonsProps) => (
  <Group grow gap="sm" preventGrowOverflow={false}>
    <Button
      variant="default"
      radius="xl"
      aria-keyshortcuts="r"
      leftSection={<X size={17} aria-hidden="true" />}
      rightSection={<Kbd size="xs">R</Kbd>}
      loading={answering === 'rejected'}
      disabled={answering === 'accepted'}
      onClick={() => onAnswer('rejected')}
    >
      Reject
    </Button>
    <Button
      radius="xl"
      aria-keyshortcuts="a"
      leftSection={<Check size={17} aria-hidden="true" />}
      rightSection={<Kbd size="xs">A</Kbd>}
      loading={answering === 'accepted'}
      disabled={answering === 'rejected'}
      onClick={() => onAnswer('accepted')}
    >
      Accept
    </Button>
  </Group>
);
