import { CircleCheck, CircleX, EyeOff, Hourglass, Scale, TriangleAlert } from 'lucide-react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { OUTCOME_LABELS } from '../complaints.rules.ts';
import type { ComplaintRow } from '../complaints.schema.ts';
import styles from './complaints.module.css';

/** Where a complaint stands, and whether its post is hidden. */
export function ComplaintState({ state, outcome, isLate, isHidden }: ComplaintRow) {
  return (
    <span className={styles.states}>
      {outcome ? (
        <StateBadge
          variant={outcome === 'removed' ? 'success' : 'neutral'}
          icon={outcome === 'removed' ? CircleCheck : CircleX}
        >
          {OUTCOME_LABELS[outcome]}
        </StateBadge>
      ) : state === 'waiting' ? (
        <StateBadge variant="neutral" icon={Hourglass}>
          Waiting for reporter
        </StateBadge>
      ) : (
        <StateBadge variant={isLate ? 'danger' : 'warning'} icon={TriangleAlert}>
          {isLate ? 'Overdue' : 'Open'}
        </StateBadge>
      )}
      {state === 'appealed' && (
        <StateBadge variant={isLate ? 'danger' : 'warning'} icon={Scale}>
          Appeal
        </StateBadge>
      )}
      {isHidden && !outcome && (
        <StateBadge variant="info" icon={EyeOff}>
          Post hidden
        </StateBadge>
      )}
    </span>
  );
}

/** Until when a complaint has to be decided, and whether that was or is missed. */
export function ComplaintDeadline({ state, dueAt, isLate }: ComplaintRow) {
  return (
    <span className={styles.deadline}>
      <time dateTime={dueAt}>{formatTime(dueAt)}</time>
      {state === 'waiting' && <small>Paused</small>}
      {isLate && <small data-late>{state === 'decided' ? 'Decided late' : 'Overdue'}</small>}
    </span>
  );
}
