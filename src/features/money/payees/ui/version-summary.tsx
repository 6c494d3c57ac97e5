import { Check, Clock, History, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import type { VersionStatus } from '../payee-versions.schema.ts';
import styles from './payees.module.css';

const BADGES: Record<
  VersionStatus,
  { label: string; variant: StateBadgeVariant; icon: LucideIcon }
> = {
  proposed: { label: 'Waiting for confirmation', variant: 'warning', icon: Clock },
  confirmed: { label: 'Confirmed', variant: 'success', icon: Check },
  replaced: { label: 'Replaced', variant: 'neutral', icon: History },
  declined: { label: 'Declined', variant: 'danger', icon: X },
  withdrawn: { label: 'Withdrawn', variant: 'neutral', icon: X },
};

type VersionSummaryProps = { title: string; status: VersionStatus; children: ReactNode };

/** What a version is about, its state, and what it shows of the details. */
export function VersionSummary({ title, status, children }: VersionSummaryProps) {
  const { label, variant, icon } = BADGES[status];
  return (
    <div className={styles.account}>
      <div className={styles.heading}>
        <strong className={styles.number}>{title}</strong>
        <StateBadge variant={variant} icon={icon}>
          {label}
        </StateBadge>
      </div>
      {children}
    </div>
  );
}
