import { formatNumber } from '#src/lib/locale/numbers.ts';
import { dateCell } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import type { failedJobsList } from './background-jobs-queries.ts';
import styles from './background-jobs.module.css';

export const FAILED_JOB_COLUMNS: ColumnsOf<typeof failedJobsList> = [
  {
    id: 'queue',
    label: 'Queue',
    isFixed: true,
    cell: ({ queue }) => <code>{queue}</code>,
  },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason }) => <span className={styles.reason}>{reason}</span>,
  },
  {
    id: 'failed',
    label: 'Failed',
    sort: '-failed',
    cell: ({ failedAt }) => dateCell(failedAt),
  },
  {
    id: 'created',
    label: 'Created',
    isOptional: true,
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  {
    id: 'attempts',
    label: 'Attempts',
    isNumber: true,
    cell: ({ attempts }) => formatNumber(attempts),
  },
];
