import { Check, CheckCheck, Circle, CircleDot, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { stageOf, STAGE_LABELS, type TaskStage } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { besideDue, dueOf } from './due-words.ts';
import styles from './task-state.module.css';

const LOOKS: Record<TaskStage, { variant: StateBadgeVariant; icon: typeof Check }> = {
  assigned: { variant: 'info', icon: Circle },
  in_progress: { variant: 'warning', icon: CircleDot },
  review: { variant: 'warning', icon: Check },
  closed: { variant: 'success', icon: CheckCheck },
  rejected: { variant: 'danger', icon: CircleX },
  failed: { variant: 'danger', icon: CircleX },
  cancelled: { variant: 'neutral', icon: CircleX },
};

type State = Pick<TaskRow, 'status' | 'closedAt'>;

/** How far a task is; of completed work, that nobody has closed it yet. */
export function TaskState({ task }: { task: State }) {
  const stage = stageOf(task);
  return (
    <StateBadge {...LOOKS[stage]}>
      {STAGE_LABELS[stage]}
      {stage === 'review' && <span className={styles.waits}>waits for review</span>}
    </StateBadge>
  );
}

type TaskDueProps = {
  task: State & Pick<TaskRow, 'dueDate'>;
  /** Whether the time itself stands beside what it means now. */
  isWhole?: boolean;
  /** Whether "Due" stands beside it already. */
  isLabelled?: boolean;
};

/** How a task stands to its date, in words. */
export function TaskDue({ task, isWhole = false, isLabelled = false }: TaskDueProps) {
  const { words: said, tone, time } = dueOf(task, useNow());
  const words = isLabelled ? besideDue(said) : said;
  const Icon = tone === 'late' ? TriangleAlert : Clock;
  if (time === null) return <span className={styles.due}>{words}</span>;
  return (
    <time className={styles.due} data-tone={tone} dateTime={task.dueDate!} title={time}>
      {tone !== 'calm' && <Icon size={14} aria-hidden="true" />}
      {isWhole && tone === 'calm' ? `Due ${time}` : words}
      {isWhole && tone !== 'calm' && <span className={styles.time}>{time}</span>}
    </time>
  );
}
