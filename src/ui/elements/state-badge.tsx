import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state-badge.module.css';

/** `calm` needs nobody, `new` was not touched yet, `due` waits for somebody, `bad` and `good` are how it ended or stands. */
export type StateTone = 'calm' | 'new' | 'due' | 'bad' | 'good';

type StateBadgeProps = { tone: StateTone; icon: LucideIcon; children: ReactNode };

/** How a record stands, in a word or two. */
export const StateBadge = ({ tone, icon: Icon, children }: StateBadgeProps) => (
  <span className={styles.state} data-tone={tone}>
    <Icon size={14} aria-hidden="true" />
    {children}
  </span>
);
