import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { useNow } from '#src/ui/elements/use-now.ts';
import { isOverdue, isPossible, isUnfinished, stageOf } from '../../tasks.rules.ts';
import type { Task } from '../../tasks.schema.ts';
import { RequestedChanges } from '../requested-changes.tsx';
import { TaskChecklist } from '../task-checklist.tsx';
import { TaskFiles } from '../task-files.tsx';
import { TaskDue, TaskState } from '../task-state.tsx';
import { TaskSubmission } from '../task-submission.tsx';
import { MyTaskActions } from './my-task-actions.tsx';
import styles from './my-task-card.module.css';

type MyTaskCardProps = { task: Task; mediaToken: string; onSubmit?: () => void };

/** An own task with description, due date and actions. */
export function MyTaskCard({ task, mediaToken, onSubmit }: MyTaskCardProps) {
  const { id, title, description } = task;
  return (
    <article
      className={styles.card}
      data-late={isOverdue(task, useNow()) || undefined}
      aria-labelledby={`task-${id}`}
    >
      <div className={styles.body}>
        <div className={styles.facts}>
          <TaskState task={task} />
          {isUnfinished(task) ? <TaskDue task={task} hasFullTime /> : <Finished task={task} />}
        </div>
        <h3 id={`task-${id}`}>
          <Link
            to="/my-tasks"
            search={{ task: id }}
            state={{ isOverList: true }}
            resetScroll={false}
            className={`touch-target ${styles.open}`}
          >
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <RequestedChanges task={task} mediaToken={mediaToken} />
        {description && <Description text={description} />}
        <TaskChecklist task={task} isEditable={isPossible('submit', task)} />
        <EndReason task={task} />
        {task.submission && <SubmittedWork task={task} mediaToken={mediaToken} />}
      </div>
      <MyTaskActions task={task} describedBy={`task-${id}`} onSubmit={onSubmit} />
    </article>
  );
}

function Finished({ task }: { task: Task }) {
  const { closedAt, closedBy, completedAt } = task;
  const at = closedAt ?? completedAt;
  if (at === null) return null;
  return (
    <span className={styles.finished}>
      {closedAt === null ? 'Submitted' : stageOf(task) === 'failed' ? 'Marked as failed' : 'Closed'}{' '}
      <time dateTime={at}>{formatTime(at)}</time>
      {closedBy && (
        <>
          {' by '}
          <bdi>{closedBy}</bdi>
        </>
      )}
    </span>
  );
}

/** Why the task failed or was cancelled. */
function EndReason({ task }: { task: Task }) {
  const latest = task.decisions.at(-1);
  if (latest?.kind !== 'failed' && latest?.kind !== 'cancelled') return null;
  return (
    <p className={styles.text}>
      Reason: <LinkedText text={latest.comment ?? ''} />
    </p>
  );
}

/** Longer texts are collapsed. */
const LONG = { characters: 220, lines: 4 };

function Description({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <div>
      <p className={styles.text} data-folded={(isLong && !isOpen) || undefined}>
        <LinkedText text={text} />
      </p>
      {isLong && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

function SubmittedWork({ task, mediaToken }: { task: Task; mediaToken: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const { files, submission } = task;
  return (
    <details className={styles.submission}>
      <summary className="touch-target">
        What you submitted
        {files.length > 0 && ` · ${files.length} ${files.length === 1 ? 'file' : 'files'}`}
      </summary>
      {submission && <TaskSubmission submission={submission} />}
      {files.length > 0 && (
        <div className={styles.files}>
          <TaskFiles task={task} mediaToken={mediaToken} shown={shown} onShow={setShown} />
        </div>
      )}
    </details>
  );
}
