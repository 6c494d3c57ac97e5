import type { ReactNode } from 'react';
import { InfoTooltip } from '#src/ui/page/info-tooltip.tsx';
import styles from './earnings-lines.module.css';

/** A named number, and how it comes about. */
type Line = {
  label: string;
  value: string;
  meaning: string;
  /** Small, below the name. */
  note?: ReactNode;
  /** What the others come to. */
  isSum?: boolean;
};

/** Numbers below each other, as on a bill. */
export const Lines = ({ label, lines }: { label: string; lines: Line[] }) => (
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
