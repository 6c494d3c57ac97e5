import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { KIND_LABELS } from '../complaints.rules.ts';
import { ComplaintDeadline, ComplaintState } from './complaint-state.tsx';
import type { complaintsList } from './complaints-queries.ts';
import styles from './complaints.module.css';

export const COMPLAINTS_COLUMNS: ColumnsOf<typeof complaintsList> = [
  {
    id: 'label',
    label: 'Complaint',
    isFixed: true,
    cell: ({ kind, label }) => (
      <span className={styles.label}>
        {KIND_LABELS[kind]}
        <small dir="auto">{label}</small>
      </span>
    ),
  },
  { id: 'state', label: 'State', cell: (complaint) => <ComplaintState {...complaint} /> },
  {
    id: 'due',
    label: 'Decide by',
    sort: 'due',
    cell: (complaint) => <ComplaintDeadline {...complaint} />,
  },
  {
    id: 'reporter',
    label: 'Reporter',
    cell: ({ reporter }) => (reporter ? <bdi>{reporter}</bdi> : NONE),
  },
  {
    id: 'owner',
    label: 'Owner',
    isOptional: true,
    cell: ({ owner }) => (owner ? <bdi>{owner.name}</bdi> : NONE),
  },
  {
    id: 'received',
    label: 'Received',
    sort: '-received',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTime(createdAt)}</time>,
  },
  {
    id: 'decided',
    label: 'Decided',
    isOptional: true,
    cell: ({ decidedAt }) =>
      decidedAt ? <time dateTime={decidedAt}>{formatTime(decidedAt)}</time> : NONE,
  },
];
