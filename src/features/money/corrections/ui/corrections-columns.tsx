import { formatCents } from '#src/lib/locale/numbers.ts';
import { dateCell, NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { correctionLabel } from '../corrections.rules.ts';
import { CorrectionState } from './correction-state.tsx';
import type { correctionsList } from './corrections-queries.ts';

export const CORRECTIONS_COLUMNS: ColumnsOf<typeof correctionsList> = [
  {
    id: 'influencer',
    label: 'Influencer',
    isFixed: true,
    cell: ({ influencer }) => <bdi>{influencer.fullName}</bdi>,
  },
  {
    id: 'kind',
    label: 'Kind',
    cell: ({ kind, reverses }) => correctionLabel({ kind, isReversal: reverses !== null }),
  },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    cell: ({ amountCents }) => formatCents(Math.abs(amountCents)),
  },
  { id: 'status', label: 'State', cell: ({ status }) => <CorrectionState status={status} /> },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => <span dir="auto">{reason}</span> },
  {
    id: 'requester',
    label: 'Requested by',
    cell: ({ requestedBy }) => <bdi>{requestedBy ?? 'Former colleague'}</bdi>,
  },
  {
    id: 'time',
    label: 'Time',
    sort: '-newest',
    cell: ({ createdAt }) => dateCell(createdAt),
  },
  {
    id: 'text',
    label: 'Text on the statement',
    isOptional: true,
    cell: ({ statementText }) => (statementText ? <span dir="auto">{statementText}</span> : NONE),
  },
];
