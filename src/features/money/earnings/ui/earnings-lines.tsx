import type { ReactNode } from 'react';
import { InfoTooltip } from '#src/ui/page/info-tooltip.tsx';
import styles from './earnings-lines.module.css';

/** A labelled amount with an explanation. */
type Line = {
  label: string;
  value: string;
  meaning: string;
  /** Small text below the label. */
  note?: ReactNode;
  /** Whether this is the sum of the other lines. */
  isSum?: boolean;
};

/** Amounts below each other, like an invoice. */
export function Lines({ label, lines }: { label: string; lines: Line[] }) {
  return (
    <dl className={styles.lines} aria-label={label}>
      {lines.map(({ label: name, value, meaning, note, isSum }) => (
        <div key={name} data-sum={isSum || undefined}>
          <dt>
            {name}
            <InfoTooltip label={name} meaning={meaning} />
            {note && <small>{note}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
