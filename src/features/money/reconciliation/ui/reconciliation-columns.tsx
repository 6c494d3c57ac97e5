import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { DIFFERENCE_LABELS, KIND_LABELS, describeSide } from '../reconciliation.rules.ts';
import type { RecordSide } from '../reconciliation.schema.ts';
import { ItemState, RunState } from './reconciliation-badges.tsx';
import type { reconciliationItemsList, reconciliationRunsList } from './reconciliation-queries.ts';
import styles from './reconciliation.module.css';

const time = (iso: string | null) => (iso ? <time dateTime={iso}>{formatTime(iso)}</time> : NONE);
const sideOf = (side: RecordSide | null) =>
  side ? describeSide(side) : <span className={styles.missing}>Missing</span>;

export const ITEM_COLUMNS: ColumnsOf<typeof reconciliationItemsList> = [
  {
    id: 'record',
    label: 'Record',
    isFixed: true,
    cell: ({ kind, reference }) => (
      <span className={styles.record}>
        {KIND_LABELS[kind]}
        <small>{reference}</small>
      </span>
    ),
  },
  {
    id: 'difference',
    isInSummary: true,
    label: 'Difference',
    cell: ({ difference }) => DIFFERENCE_LABELS[difference],
  },
  { id: 'theirs', label: 'Provider', cell: ({ theirs }) => sideOf(theirs) },
  { id: 'ours', label: 'Our ledger', cell: ({ ours }) => sideOf(ours) },
  {
    id: 'state',
    label: 'State',
    isInSummary: true,
    cell: ({ status }) => <ItemState status={status} />,
  },
  { id: 'fan', label: 'Fan', cell: ({ fan }) => (fan ? <FanLink fan={fan} /> : NONE) },
  { id: 'occurred', label: 'Occurred', cell: ({ occurredAt }) => time(occurredAt) },
  { id: 'opened', label: 'Found', sort: '-opened', cell: ({ openedAt }) => time(openedAt) },
  { id: 'provider', label: 'Processor', isOptional: true, cell: ({ provider }) => provider },
];

const number = (value: number) => formatNumber(value);

export const RUN_COLUMNS: ColumnsOf<typeof reconciliationRunsList> = [
  {
    id: 'started',
    label: 'Started',
    isFixed: true,
    sort: '-started',
    cell: ({ startedAt, provider }) => (
      <span className={styles.record}>
        {time(startedAt)}
        <small>{provider}</small>
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ status, error, feesError }) => (
      <span className={styles.record}>
        <RunState status={status} />
        {error !== null && <small>{error}</small>}
        {feesError !== null && <small>Fees were not recorded. {feesError}</small>}
      </span>
    ),
  },
  { id: 'compared', label: 'Compared', isNumber: true, cell: ({ compared }) => number(compared) },
  { id: 'repaired', label: 'Repaired', isNumber: true, cell: ({ repaired }) => number(repaired) },
  { id: 'opened', label: 'New differences', isNumber: true, cell: ({ opened }) => number(opened) },
  { id: 'closed', label: 'Disappeared', isNumber: true, cell: ({ closed }) => number(closed) },
  {
    id: 'fees',
    label: 'Fees recorded',
    isNumber: true,
    cell: ({ feesRecorded, feeCents }) => (feesRecorded > 0 ? formatCents(feeCents) : NONE),
  },
  {
    id: 'by',
    label: 'Started by',
    cell: ({ startedBy }) => (startedBy ? <bdi>{startedBy}</bdi> : 'Nightly job'),
  },
];
