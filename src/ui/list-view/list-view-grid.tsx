import type { ReactNode } from 'react';
import styles from './list-view-grid.module.css';

type ListGridProps<Row> = { label: string; rows: Row[]; card: (row: Row) => ReactNode };

/** The rows of a list as cards in a grid. */
export function ListGrid<Row extends { id: string }>({ label, rows, card }: ListGridProps<Row>) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>{card(row)}</li>
      ))}
    </ul>
  );
}

/** Placeholder while the first rows load. */
export function GridSkeleton({ card }: { card: ReactNode }) {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index}>{card}</div>
      ))}
    </div>
  );
}
