import { Skeleton } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { policiesQuery } from '#src/features/trust/policies/ui/policies-queries.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import { RecordDialog, RecordDialogPage } from '#src/ui/records/record-dialog.tsx';
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
  return (
    <RecordDialog opened={id !== undefined} size="76rem" {...{ record, onClose }}>
      {id !== undefined && <OpenReview {...{ id, record, onClose }} {...neighbours} />}
    </RecordDialog>
  );
}

type OpenReviewProps = Neighbours & {
  id: string;
  record: RefObject<HTMLDivElement | null>;
  onClose: () => void;
};

function OpenReview({ id, record, onClose, ...neighbours }: OpenReviewProps) {
  const { data: review, error, refetch, isFetching } = useQuery(reviewQuery(id));
  // The reasons are there when a shortcut opens their list.
  usePrefetchQuery(policiesQuery);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const onDecided = neighbours.next ?? onClose;
  const facts = review && (
    <>
      <ReviewState state={review.state} />
      <span>
        Publishes <time dateTime={review.publishAt}>{formatTime(review.publishAt)}</time>
      </span>
    </>
  );
  return (
    <>
      <RecordDialogPage
        {...{ id, record, facts }}
        {...neighbours}
        title={review?.influencer.fullName ?? 'Review'}
        itemLabel="post"
        shown={review}
      >
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
      </RecordDialogPage>
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
