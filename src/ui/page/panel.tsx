import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  title: string;
  /** For links to the panel. */
  anchor?: string;
  /** Content at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A titled section of a dashboard. */
export function Panel({ title, anchor, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section id={anchor} className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Placeholder of a panel while its data loads. */
export function PanelSkeleton({ label, height }: { label: string; height: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className={styles.skeleton}
      style={{ minHeight: height }}
    />
  );
}
