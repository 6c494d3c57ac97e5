import { useState } from 'react';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { valueText } from '../audit.rules.ts';
import { AuditTime } from './audit-time.tsx';
import styles from './audit-value.module.css';

/** Number of characters shown before a value is expanded. */
const COLLAPSED_LENGTH = 240;

type AuditValueProps = {
  column: string;
  value: unknown;
  /** Names of people by id. */
  names: Record<string, string>;
};

/** A column's value; long ones are collapsed. */
export function AuditValue({ column, value, names }: AuditValueProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const read = valueText(column, value, names);
  if (read.kind === 'none') {
    return (
      <span className={styles.none}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">Nothing</span>
      </span>
    );
  }
  if (read.kind === 'hidden') return <em className={styles.none}>Hidden</em>;
  if (read.kind === 'person') return <bdi title={read.id}>{read.name}</bdi>;
  if (read.kind === 'instant') return <AuditTime at={read.iso} />;
  const { text } = read;
  const isCut = text.length > COLLAPSED_LENGTH && !isExpanded;
  return (
    <>
      <bdi className={styles.text}>
        {isCut ? `${[...text].slice(0, COLLAPSED_LENGTH).join('')}…` : text}
      </bdi>
      {text.length > COLLAPSED_LENGTH && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
        </button>
      )}
    </>
  );
}
