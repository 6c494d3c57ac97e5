import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state-badge.module.css';

export type StateBadgeVariant = 'neutral' | 'info' | 'warning' | 'danger' | 'success';

type StateBadgeProps = { variant: StateBadgeVariant; icon: LucideIcon; children: ReactNode };

/** The state of a record in a word or two. */
export function StateBadge({ variant, icon: Icon, children }: StateBadgeProps) {
  return (
    <span className={styles.state} data-badge data-variant={variant}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </span>
  );
}
