import { Button, Kbd } from '@mantine/core';
import { useRef, type RefObject } from 'react';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { ReviewRecord } from '../reviews.schema.ts';
import type { Refusal } from './refusal-dialog.tsx';
import styles from './review-dialog.module.css';
import { useReview } from './use-review.ts';

const REFUSALS: Record<NonNullable<ReviewRecord['approvalRefusal']>, string> = {
  'own-content': 'You made this version of the post, so somebody else has to approve it.',
  'approved-already': 'You have approved it. A second person has to approve it too.',
};

type ReviewDecisionProps = {
  review: ReviewRecord;
  /** The open record; shortcuts work only while it contains the focus. */
  record: RefObject<HTMLElement | null>;
  onRefuse: (refusal: Refusal) => void;
  onDecided: () => void;
};

/** Approves a post, or opens the dialog that rejects or returns it; also by keys. */
export function ReviewDecision({ review, record, onRefuse, onDecided }: ReviewDecisionProps) {
  const { id, state, contentHash, approvalRefusal } = review;
  const isBusy = useRef(false);
  const { mutate, isPending } = useReview(id);
  const isOpen = approvalRefusal === null && state !== 'approved';
  const { isRefused, notice } = useTwoPeople('post-review', isOpen ? [id] : []);
  const mayApprove = isOpen && !isRefused;
  function approve() {
    if (isBusy.current || !mayApprove) return;
    isBusy.current = true;
    mutate(
      { decision: 'approved', contentHash },
      {
        onSuccess: onDecided,
        onError: ({ message }) => toast.error('Not approved', { description: message }),
        onSettled: () => {
          isBusy.current = false;
        },
      },
    );
  }
  const request = state === 'changes-requested' ? undefined : () => onRefuse('changes-requested');
  const reject = state === 'rejected' ? undefined : () => onRefuse('rejected');
  useRecordShortcuts({ a: approve, c: request, r: reject }, record);
  return (
    <section className={styles.decision} aria-label="Your decision">
      {approvalRefusal && state !== 'approved' && <p>{REFUSALS[approvalRefusal]}</p>}
      {notice}
      <div className={styles.buttons}>
        <Button
          radius="xl"
          aria-keyshortcuts="a"
          rightSection={<Kbd size="xs">A</Kbd>}
          disabled={!mayApprove}
          loading={isPending}
          onClick={approve}
        >
          Approve
        </Button>
        {request && (
          <Button
            radius="xl"
            variant="default"
            aria-keyshortcuts="c"
            rightSection={<Kbd size="xs">C</Kbd>}
            onClick={request}
          >
            Request Changes
          </Button>
        )}
        {reject && (
          <Button
            radius="xl"
            variant="default"
            aria-keyshortcuts="r"
            rightSection={<Kbd size="xs">R</Kbd>}
            onClick={reject}
          >
            Reject
          </Button>
        )}
      </div>
    </section>
  );
}
