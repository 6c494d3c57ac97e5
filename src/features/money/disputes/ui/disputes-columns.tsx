import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { reasonText } from '../dispute-reasons.ts';
import { DisputeDeadline } from './dispute-deadline.tsx';
import { DisputeState } from './dispute-state.tsx';
import type { disputesList } from './disputes-queries.ts';
import styles from './disputes.module.css';

export const DISPUTES_COLUMNS: ColumnsOf<typeof disputesList> = [
  {
    id: 'fan',
    label: 'Fan',
    isFixed: true,
    cell: ({ fan }) => (
      <span className={styles.person}>
        <FanLink fan={fan} />
        {fan.fullName.trim() !== '' && <small>{fan.email}</small>}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ stage, status }) => <DisputeState stage={stage} status={status} />,
  },
  {
    id: 'amount',
    label: 'Amount',
    isNumber: true,
    cell: ({ amountCents }) => formatCents(amountCents),
  },
  {
    id: 'deadline',
    label: 'Respond by',
    sort: 'deadline',
    cell: (dispute) => <DisputeDeadline {...dispute} />,
  },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason, reasonCode }) => (
      <span className={styles.reason}>
        {reasonText(reason)}
        {reasonCode && <small>Code {reasonCode}</small>}
      </span>
    ),
  },
  {
    id: 'influencer',
    label: 'Influencer',
    cell: ({ influencer }) => <bdi>{influencer.fullName}</bdi>,
  },
  {
    id: 'opened',
    label: 'Opened',
    sort: '-newest',
    isOptional: true,
    cell: ({ openedAt }) => <time dateTime={openedAt}>{formatTime(openedAt)}</time>,
  },
  { id: 'provider', label: 'Provider', isOptional: true, cell: ({ provider }) => provider },
];
