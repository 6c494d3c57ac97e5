import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { stageOf, type TaskStage } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './task-timeline.module.css';

type Step = { name: string; at: string | null; by?: string | null; is: 'past' | 'next' | 'bad' };

const BAD: Partial<Record<TaskStage, string>> = {
  failed: 'Marked as failed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

function stepsOf(task: Task): Step[] {
  const stage = stageOf(task);
  const hasSubmitted = task.completedAt !== null;
  const steps: Step[] = [{ name: 'Assigned', at: task.createdAt, by: task.assignedBy, is: 'past' }];
  // The time at which work started is not stored.
  if (stage === 'in_progress') steps.push({ name: 'Work has started', at: null, is: 'past' });
  if (hasSubmitted) steps.push({ name: 'Submitted', at: task.completedAt, is: 'past' });
  else if (!BAD[stage]) steps.push({ name: 'To be submitted', at: null, is: 'next' });
  const bad = BAD[stage];
  if (bad) return [...steps, { name: bad, at: task.closedAt, by: task.closedBy, is: 'bad' }];
  if (task.closedAt !== null) {
    return [...steps, { name: 'Closed', at: task.closedAt, by: task.closedBy, is: 'past' }];
  }
  return stage === 'review' ? [...steps, { name: 'In review', at: null, is: 'next' }] : steps;
}

/** The past steps of a task, and the next one. */
export function TaskTimeline({ task }: { task: Task }) {
  return (
    <ol className={styles.timeline}>
      {stepsOf(task).map(({ name, at, by, is }) => (
        <li key={name} data-is={is}>
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>
            {at && <time dateTime={at}>{formatTime(at)}</time>}
            {by && (
              <>
                {' '}
                by <bdi>{by}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
