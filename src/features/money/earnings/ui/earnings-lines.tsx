import type { ReactNode } from 'react';
import { About } from '#src/ui/page/about.tsx';
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
export const Lines = ({ label, lines }: { label: string; lines: Line[] }) => (
  <dl className={styles.lines} aria-label={label}>
    {lines.map(({ label: name, value, meaning, note, isSum }) => (
      <div key={name} data-sum={isSum || undefined}>
        <dt>
          {name}
          <About label={name} meaning={meaning} />
          {note && <small>{note}</small>}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
