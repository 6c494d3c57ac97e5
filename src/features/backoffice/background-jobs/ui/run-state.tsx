import { CircleCheck, CircleX, Hourglass, LoaderCircle } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { TimeAgo } from '#src/ui/elements/time-ago.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { JobSchedule, RunState } from '../background-jobs.schema.ts';
import styles from './background-jobs.module.css';

const APPEARANCES: Record<
  RunState,
  { label: string; variant: StateBadgeVariant; icon: typeof CircleCheck }
> = {
  created: { label: 'Waiting', variant: 'info', icon: Hourglass },
  retry: { label: 'Retrying', variant: 'warning', icon: Hourglass },
  active: { label: 'Running', variant: 'info', icon: LoaderCircle },
  completed: { label: 'Completed', variant: 'success', icon: CircleCheck },
  cancelled: { label: 'Cancelled', variant: 'neutral', icon: CircleX },
  failed: { label: 'Failed', variant: 'danger', icon: CircleX },
};

/** The newest run of a schedule. */
export function LastRun({ lastRun }: Pick<JobSchedule, 'lastRun'>) {
  if (!lastRun) return NONE;
  const { label, ...appearance } = APPEARANCES[lastRun.state];
  return (
    <span className={styles.run}>
      <StateBadge {...appearance}>{label}</StateBadge>
      <TimeAgo at={lastRun.at} />
    </span>
  );
}
