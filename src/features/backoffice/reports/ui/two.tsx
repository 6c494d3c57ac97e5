import type { ReactNode } from 'react';
import styles from './reports-page.module.css';

/** A figure with a smaller one below it. */
export function Two({ value, note }: { value: string; note: ReactNode }) {
  return (
    <span className={styles.two}>
      {value}
      {note && <small className={styles.soft}>{note}</small>}
    </span>
  );
}
