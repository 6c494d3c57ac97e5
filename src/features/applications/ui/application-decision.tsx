import { Button, Group, Kbd, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { canReview } from '../applications.rules.ts';
import type { ApplicationRecord } from '../review.schema.ts';
import styles from './application-decision.module.css';
import { ApplicationOutcome } from './application-outcome.tsx';
import { useReview } from './use-review.ts';

type ApplicationDecisionProps = {
  application: ApplicationRecord;
  /** What was typed as notes and is not saved yet. */
  notes: string;
  onNotes: (notes: string) => void;
};

/** Notes, Accept and Reject; once it is answered, how. */
export function ApplicationDecision({ application, notes, onNotes }: ApplicationDecisionProps) {
  const outcome = useRef<HTMLElement>(null);
  const { review, answering, notesError } = useReview(application.id, () => {
    onNotes('');
    // The button that was pressed is gone.
    requestAnimationFrame(() => outcome.current?.focus());
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (notesError) field.current?.focus();
  }, [notesError]);
  const isOpen = canReview(application);
  const answer = (status: 'accepted' | 'rejected') => {
    if (isOpen) review({ status, notes });
  };
  useHotkeys([
    ['a', () => answer('accepted')],
    ['r', () => answer('rejected')],
  ]);
  if (!isOpen) return <ApplicationOutcome ref={outcome} {...{ application, notes, onNotes }} />;
  return (
    <section className={styles.decision} aria-label="Your answer">
      <Textarea
        ref={field}
        label="Notes"
        description="For the team; the applicant does not see them."
        autosize
        minRows={3}
        maxRows={10}
        value={notes}
        error={notesError}
        onChange={(event) => onNotes(event.currentTarget.value)}
      />
      <Group grow gap="sm" preventGrowOverflow={false}>
        <Button
          variant="default"
          radius="xl"
          aria-keyshortcuts="r"
          leftSection={<X size={17} aria-hidden="true" />}
          rightSection={<Kbd size="xs">R</Kbd>}
          loading={answering === 'rejected'}
          disabled={answering === 'accepted'}
          onClick={() => answer('rejected')}
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
          onClick={() => answer('accepted')}
        >
          Accept
        </Button>
      </Group>
    </section>
  );
}
