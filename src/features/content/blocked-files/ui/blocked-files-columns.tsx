import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { BlockState } from './block-state.tsx';
import type { blockedFilesList } from './blocked-files-queries.ts';

export const BLOCKED_FILES_COLUMNS: ColumnsOf<typeof blockedFilesList> = [
  {
    id: 'name',
    label: 'File or list',
    isFixed: true,
    cell: ({ name }) => <span dir="auto">{name}</span>,
  },
  { id: 'state', label: 'State', cell: ({ state }) => <BlockState state={state} /> },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => <span dir="auto">{reason}</span> },
  {
    id: 'matches',
    label: 'Refused uploads',
    cell: ({ matchCount }) => (matchCount > 0 ? formatNumber(matchCount) : NONE),
  },
  {
    id: 'held',
    label: 'Held files',
    cell: ({ heldCount }) => (heldCount > 0 ? formatNumber(heldCount) : NONE),
  },
  {
    id: 'created',
    label: 'Blocked',
    sort: '-newest',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTime(createdAt)}</time>,
  },
  { id: 'createdBy', label: 'By', cell: ({ createdBy }) => createdBy ?? 'Former colleague' },
];
