import { TriangleAlert } from 'lucide-react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { captionPreview } from '#src/lib/text.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { SIGNAL_LABELS } from '../reviews.rules.ts';
import { ReviewState } from './review-state.tsx';
import type { reviewsList } from './reviews-queries.ts';
import styles from './reviews.module.css';

export const REVIEWS_COLUMNS: ColumnsOf<typeof reviewsList> = [
  {
    id: 'post',
    label: 'Post',
    isFixed: true,
    cell: ({ influencer, caption }) => (
      <span className={styles.label}>
        <bdi>{influencer.fullName}</bdi>
        <small dir="auto">{captionPreview(caption)}</small>
      </span>
    ),
  },
  { id: 'state', label: 'State', cell: ({ state }) => <ReviewState state={state} /> },
  {
    id: 'signals',
    label: 'Flags',
    cell: ({ signals }) =>
      signals.length === 0 ? (
        NONE
      ) : (
        <span
          className={styles.flags}
          title={signals.map((signal) => SIGNAL_LABELS[signal]).join('. ')}
        >
          <TriangleAlert size={15} aria-hidden="true" />
          {signals.length}
        </span>
      ),
  },
  {
    id: 'due',
    label: 'Publishes',
    sort: 'due',
    cell: ({ publishAt }) => <time dateTime={publishAt}>{formatTime(publishAt)}</time>,
  },
  {
    id: 'waiting',
    label: 'Waits since',
    sort: 'waiting',
    cell: ({ waitsSince }) => <time dateTime={waitsSince}>{formatTime(waitsSince)}</time>,
  },
  { id: 'files', label: 'Files', cell: ({ files }) => files },
  { id: 'people', label: 'People', cell: ({ people }) => people },
];
