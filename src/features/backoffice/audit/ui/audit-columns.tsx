import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { actWords, columnLabel, mergeParts, partWords, roleText } from '../audit.rules.ts';
import type { AuditAct } from '../audit.schema.ts';
import styles from './audit-columns.module.css';
import type { auditList } from './audit-queries.ts';
import { AuditTime } from './audit-time.tsx';

/** Parts, or changed columns, that are told in a row. */
const TOLD = 3;

export const AUDIT_COLUMNS: ColumnsOf<typeof auditList> = [
  {
    id: 'what',
    label: 'What',
    isFixed: true,
    cell: (act) => <What act={act} />,
  },
  { id: 'when', label: 'When', sort: 'at', cell: ({ at }) => <AuditTime at={at} /> },
  {
    id: 'who',
    label: 'Who',
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
    cell: ({ partCount }) => partCount.toLocaleString('en-US'),
  },
  {
    id: 'operation',
    label: 'Request',
    isOptional: true,
    cell: ({ operation }) => <code className={styles.operation}>{operation}</code>,
  },
];

function What({ act }: { act: AuditAct }) {
  const { verb, kind, label } = actWords(act);
  return (
    <span className={styles.stack}>
      <span className={styles.words}>
        {verb} {kind} <bdi className={styles.label}>{label}</bdi>
      </span>
      <span className={styles.soft}>
        <Below act={act} />
      </span>
    </span>
  );
}

/** What else the request did, or which columns it changed. */
function Below({ act }: { act: AuditAct }) {
  const [first, ...others] = mergeParts(act.parts);
  if (others.length === 0) return first?.action === 'changed' ? <Fields {...first} /> : null;
  const told = others.slice(0, TOLD).map((part) => {
    const { verb, kind, label } = partWords(part);
    return `${verb} ${kind} ${label}`.trim();
  });
  // A record that was written several times counts once as far as it is known.
  const more = act.partCount - act.parts.length + others.length - told.length;
  return (
    <>
      {told.join(' · ')}
      {more > 0 && ` · ${more.toLocaleString('en-US')} more`}
    </>
  );
}

function Fields({ fields = [] }: { fields?: string[] }) {
  const more = fields.length - TOLD;
  // How far a record is says more than who wrote it when.
  const statusFirst = fields.toSorted((a, b) => Number(b === 'status') - Number(a === 'status'));
  return (
    <>
      {statusFirst.slice(0, TOLD).map(columnLabel).join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
