import {
  Check,
  CheckCheck,
  Circle,
  CircleDot,
  CircleX,
  Clock,
  MessageSquareText,
  TriangleAlert,
} from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { stageOf, STAGE_LABELS, type TaskStage } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { withoutDuePrefix, dueLabelOf } from './due-label.ts';
import styles from './task-state.module.css';

const STATE_BADGES: Record<TaskStage, { variant: StateBadgeVariant; icon: typeof Check }> = {
  assigned: { variant: 'info', icon: Circle },
  in_progress: { variant: 'warning', icon: CircleDot },
  review: { variant: 'warning', icon: Check },
  changes_requested: { variant: 'warning', icon: MessageSquareText },
  closed: { variant: 'success', icon: CheckCheck },
  rejected: { variant: 'danger', icon: CircleX },
  failed: { variant: 'danger', icon: CircleX },
  cancelled: { variant: 'neutral', icon: CircleX },
};

type State = Pick<TaskRow, 'status' | 'closedAt' | 'completedAt'>;

/** The stage of a task as a badge. */
export function TaskState({ task }: { task: State }) {
  const stage = stageOf(task);
  return (
    <StateBadge {...STATE_BADGES[stage]}>
      {STAGE_LABELS[stage]}
      {stage === 'review' && <span className={styles.waits}>in review</span>}
    </StateBadge>
  );
}

type TaskDueProps = {
  task: Pick<TaskRow, 'status' | 'dueDate'>;
  /** Whether to show the full time as well. */
  hasFullTime?: boolean;
  /** Whether the context contains "Due" already. */
  isLabelled?: boolean;
};

/** The due date of a task as a label. */
export function TaskDue({ task, hasFullTime = false, isLabelled = false }: TaskDueProps) {
  const { label: fullLabel, urgency, time } = dueLabelOf(task, useNow());
  const label = isLabelled ? withoutDuePrefix(fullLabel) : fullLabel;
  const Icon = urgency === 'late' ? TriangleAlert : Clock;
  if (time === null) return <span className={styles.due}>{label}</span>;
  return (
    <time className={styles.due} data-tone={urgency} dateTime={task.dueDate!} title={time}>
      {urgency !== 'calm' && <Icon size={14} aria-hidden="true" />}
      {hasFullTime && urgency === 'calm' ? `Due ${time}` : label}
      {hasFullTime && urgency !== 'calm' && <span className={styles.time}>{time}</span>}
    </time>
  );
}
