import { Link } from '@tanstack/react-router';
import { columnLabel, entryText } from '../audit.rules.ts';
import { ENTITY_NAMES, type AuditEntry } from '../audit.schema.ts';
import styles from './audit-entry-card.module.css';
import { AuditValue } from './audit-value.tsx';

/** Whether a value of a created or deleted record is shown; most are empty. */
const hasContent = (value: unknown): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

type AuditEntryCardProps = { entry: AuditEntry; names: Record<string, string> };

/** One entry of a change: its columns before and after. */
export function AuditEntryCard({ entry, names }: AuditEntryCardProps) {
  const { verb, kind, label } = entryText(entry);
  const { action, before, after } = entry;
  const columns = Object.keys(after ?? before ?? {}).filter(
    (column) => action === 'changed' || hasContent((after ?? before)![column]),
  );
  const hasBefore = action === 'changed' || action === 'deleted';
  const heading = `${verb} ${kind}`.trim();
  return (
    <section className={styles.entry} aria-label={`${heading} ${label}`.trim()}>
      <header>
        <h3>
          {heading} {label && <bdi>{label}</bdi>}
        </h3>
        <RecordLink {...entry} />
      </header>
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hasBefore && <th scope="col">Before</th>}
            {action !== 'deleted' && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column}>
              <th scope="row">{columnLabel(column)}</th>
              {hasBefore && (
                <td data-side="Before">
                  <AuditValue column={column} value={before?.[column]} names={names} />
                </td>
              )}
              {action !== 'deleted' && (
                <td data-side="After">
                  <AuditValue column={column} value={after?.[column]} names={names} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RecordLink({ entity: name, entityId }: AuditEntry) {
  const entity = ENTITY_NAMES.find((each) => each === name);
  if (!entity) return null;
  return (
    <Link to="/audit" search={{ entity, entityId }}>
      All entries on this record
    </Link>
  );
}
