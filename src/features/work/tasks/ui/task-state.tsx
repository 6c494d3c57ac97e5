import { Check, CheckCheck, Circle, CircleDot, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { StateBadge, type StateTone } from '#src/ui/elements/state-badge.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { stageOf, STAGE_LABELS, type TaskStage } from '../tasks.rules.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { besideDue, dueOf } from './due-label.ts';
import styles from './task-state.module.css';

const LOOKS: Record<TaskStage, { tone: StateTone; icon: typeof Check }> = {
  assigned: { tone: 'new', icon: Circle },
  in_progress: { tone: 'due', icon: CircleDot },
  review: { tone: 'due', icon: Check },
  closed: { tone: 'good', icon: CheckCheck },
  rejected: { tone: 'bad', icon: CircleX },
  failed: { tone: 'bad', icon: CircleX },
  cancelled: { tone: 'calm', icon: CircleX },
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
