import type { ReactNode } from 'react';
import styles from './status-steps.module.css';

/** The number by which people name what they sent. */
export function Reference({ label, children }: { label: string; children: string }) {
  return (
    <p className={styles.reference}>
      {label} <strong>{children}</strong>
    </p>
  );
}

/** What has happened with it so far, and what comes next. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

type StepProps = { title: string; isDone: boolean; children: ReactNode };

/** A step of {@link Steps}; its circle is filled once it is done. */
export function Step({ title, isDone, children }: StepProps) {
  return (
    <li data-done={isDone || undefined}>
      <strong>{title}</strong>
      {children && <span>{children}</span>}
    </li>
  );
}
