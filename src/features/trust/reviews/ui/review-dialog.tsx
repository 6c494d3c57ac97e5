import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { useEscape } from '#src/ui/elements/keyboard-shortcuts.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { NeighbourButtons } from '#src/ui/records/neighbour-buttons.tsx';
import type { Neighbours } from '#src/ui/records/use-neighbours.ts';
import { RefusalDialog, type Refusal } from './refusal-dialog.tsx';
import { ReviewDecision } from './review-decision.tsx';
import styles from './review-dialog.module.css';
import { ReviewFacts } from './review-facts.tsx';
import { ReviewMedia } from './review-media.tsx';
import { ReviewState } from './review-state.tsx';
import { reviewQuery } from './reviews-queries.ts';

type ReviewDialogProps = Neighbours & {
  /** The open post; undefined while the dialog is closed. */
  id: string | undefined;
  onClose: () => void;
};

/** A post with its files, people and caption, and the decision about it. */
export function ReviewDialog({ id, onClose, ...neighbours }: ReviewDialogProps) {
  const record = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  useEscape(record, { opened: id !== undefined, onEscape: onClose });
  return (
    <Modal.Root
      opened={id !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      size="76rem"
      fullScreen={isNarrow ?? false}
      padding={0}
    >
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content ref={record} classNames={{ content: styles.content! }}>
        {id !== undefined && <OpenReview {...{ id, record, onClose }} {...neighbours} />}
      </Modal.Content>
    </Modal.Root>
  );
}

type OpenReviewProps = Neighbours & {
  id: string;
  record: RefObject<HTMLDivElement | null>;
  onClose: () => void;
};

function OpenReview({ id, record, onClose, previous, next }: OpenReviewProps) {
  const { data: review, error, refetch, isFetching } = useQuery(reviewQuery(id));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element was removed with the previous post; shortcuts need the focus in the record.
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [id, review]);
  const onDecided = next ?? onClose;
  return (
    <>
      <div className={styles.header}>
        <div className={styles.head}>
          <Modal.Title ref={title} className={styles.title!} tabIndex={-1} data-autofocus>
            <bdi>{review?.influencer.fullName ?? 'Review'}</bdi>
          </Modal.Title>
          {review && (
            <p className={styles.facts}>
              <ReviewState state={review.state} />
              <span>
                Publishes <time dateTime={review.publishAt}>{formatTime(review.publishAt)}</time>
              </span>
            </p>
          )}
        </div>
        <NeighbourButtons itemLabel="post" {...{ previous, next, record }} />
        <Modal.CloseButton aria-label="Close" size="lg" />
      </div>
      <Modal.Body className={styles.body!}>
        {review ? (
          <div key={id} className={styles.columns}>
            <ReviewMedia review={review} />
            <div className={styles.side}>
              <ReviewFacts review={review} />
              <ReviewDecision {...{ review, record, onDecided }} onRefuse={setRefusal} />
            </div>
          </div>
        ) : review === null ? (
          <p role="alert">This post is no longer scheduled, or you don’t have access to it.</p>
        ) : error ? (
          <InlineError text={error.message} isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.columns} role="status" aria-label="Loading the post">
            <Skeleton height={420} radius="md" />
            <Skeleton height={240} radius="md" />
          </div>
        )}
      </Modal.Body>
      {review && (
        <RefusalDialog
          review={review}
          refusal={refusal}
          onClose={() => setRefusal(null)}
          onDecided={() => {
            setRefusal(null);
            onDecided();
          }}
        />
      )}
    </>
  );
}
