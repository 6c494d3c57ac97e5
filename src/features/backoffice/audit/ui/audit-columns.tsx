import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { changeText, columnLabel, mergeEntries, entryText, roleText } from '../audit.rules.ts';
import type { AuditChange } from '../audit.schema.ts';
import styles from './audit-columns.module.css';
import type { auditList } from './audit-queries.ts';
import { AuditTime } from './audit-time.tsx';

/** Number of entries or changed columns shown in a row. */
const SHOWN_COUNT = 3;

export const AUDIT_COLUMNS: ColumnsOf<typeof auditList> = [
  {
    id: 'what',
    label: 'What',
    isFixed: true,
    cell: (change) => <Summary change={change} />,
  },
  {
    id: 'when',
    label: 'When',
    sort: 'at',
    isInSummary: true,
    cell: ({ at }) => <AuditTime at={at} />,
  },
  {
    id: 'who',
    label: 'Who',
    isInSummary: true,
    cell: ({ actorEmail, actorRole }) => (
      <span className={styles.stack}>
        <bdi>{actorEmail}</bdi>
        <span className={styles.soft}>{roleText(actorRole)}</span>
      </span>
    ),
  },
  { id: 'address', label: 'Address', cell: ({ address }) => <bdi>{address}</bdi> },
  {
    id: 'records',
    label: 'Records',
    isNumber: true,
    isOptional: true,
    cell: ({ partCount }) => formatNumber(partCount),
  },
  {
    id: 'operation',
    label: 'Request',
    isOptional: true,
    cell: ({ operation }) => <code className={styles.operation}>{operation}</code>,
  },
];

function Summary({ change }: { change: AuditChange }) {
  const { verb, kind, label } = changeText(change);
  return (
    <span className={styles.stack}>
      <span className={styles.text}>
        {verb} {kind} <bdi className={styles.label}>{label}</bdi>
      </span>
      <span className={styles.soft}>
        <Details change={change} />
      </span>
    </span>
  );
}

/** Further entries of the change, or its changed columns. */
function Details({ change }: { change: AuditChange }) {
  const [first, ...others] = mergeEntries(change.parts);
  if (others.length === 0) return first?.action === 'changed' ? <Fields {...first} /> : null;
  const shown = others.slice(0, SHOWN_COUNT).map((part) => {
    const { verb, kind, label } = entryText(part);
    return `${verb} ${kind} ${label}`.trim();
  });
  // Known repeated writes of a record count once.
  const more = change.partCount - change.parts.length + others.length - shown.length;
  return (
    <>
      {shown.join(' · ')}
      {more > 0 && ` · ${formatNumber(more)} more`}
    </>
  );
}

function Fields({ fields = [] }: { fields?: string[] }) {
  const more = fields.length - SHOWN_COUNT;
  // The status is the most informative column.
  const statusFirst = fields.toSorted((a, b) => Number(b === 'status') - Number(a === 'status'));
  return (
    <>
      {statusFirst.slice(0, SHOWN_COUNT).map(columnLabel).join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
