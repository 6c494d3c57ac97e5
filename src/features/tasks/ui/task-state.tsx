import { Check, CheckCheck, Circle, CircleDot, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { useNow } from '#src/features/applications/ui/use-now.ts';
import { stageOf, STAGE_LABELS, type TaskStage } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { dueOf } from './due-words.ts';
import styles from './task-state.module.css';

const ICONS: Record<TaskStage, typeof Check> = {
  assigned: Circle,
  in_progress: CircleDot,
  review: Check,
  closed: CheckCheck,
  rejected: CircleX,
  failed: CircleX,
  cancelled: CircleX,
};

type State = Pick<TaskRow, 'status' | 'closedAt'>;

/** How far a task is; of completed work, that nobody has closed it yet. */
export function TaskState({ task }: { task: State }) {
  const stage = stageOf(task);
  const Icon = ICONS[stage];
  return (
    <span className={styles.state} data-tone={stage}>
      <Icon size={14} aria-hidden="true" />
      {STAGE_LABELS[stage]}
      {stage === 'review' && <span className={styles.waits}>waits for review</span>}
    </span>
  );
}

type TaskDueProps = {
  task: State & Pick<TaskRow, 'dueDate'>;
  /** Whether the time itself stands beside what it means now. */
  isWhole?: boolean;
};

/** How a task stands to its date, in words. */
export function TaskDue({ task, isWhole = false }: TaskDueProps) {
  const { words, tone, time } = dueOf(task, useNow());
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
