import { Button } from '@mantine/core';
import { Play, Send } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '#src/lib/dates.ts';
import { useNow } from '#src/ui/use-now.ts';
import { isOverdue, isPossible, isUnfinished, stageOf } from '../tasks.rules.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './my-task-card.module.css';
import { TaskFiles } from './task-files.tsx';
import { TaskDue, TaskState } from './task-state.tsx';
import { TaskSubmission } from './task-submission.tsx';
import { useTaskActions } from './use-task-actions.ts';

type MyTaskCardProps = { task: Task; pass: string; onSubmit?: () => void };

/** An own task: what it is, when it is due, and what can be done next. */
export function MyTaskCard({ task, pass, onSubmit }: MyTaskCardProps) {
  const { take, busy } = useTaskActions();
  const { id, title, description } = task;
  return (
    <article
      className={styles.card}
      data-late={isOverdue(task, useNow()) || undefined}
      aria-labelledby={`task-${id}`}
    >
      <div className={styles.words}>
        <div className={styles.facts}>
          <TaskState task={task} />
          {isUnfinished(task) ? <TaskDue task={task} isWhole /> : <Finished task={task} />}
        </div>
        <h3 id={`task-${id}`}>
          <bdi>{title}</bdi>
        </h3>
        {description && <Description text={description} />}
        {task.submission && <HandedIn task={task} pass={pass} />}
      </div>
      {isPossible('submit', task) && (
        <div className={styles.actions}>
          {isPossible('start', task) && (
            <Button
              variant="default"
              radius="xl"
              leftSection={<Play size={15} aria-hidden="true" />}
              loading={busy === 'start'}
              aria-describedby={`task-${id}`}
              onClick={() => void take('start', id)}
            >
              Start Working
            </Button>
          )}
          <Button
            radius="xl"
            leftSection={<Send size={15} aria-hidden="true" />}
            aria-describedby={`task-${id}`}
            onClick={onSubmit}
          >
            Submit as Complete
          </Button>
        </div>
      )}
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

/** Characters or lines from which a text is folded. */
const LONG = { characters: 220, lines: 4 };

function Description({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <div>
      <p className={styles.text} data-folded={(isLong && !isOpen) || undefined}>
        <bdi>{text}</bdi>
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

function HandedIn({ task, pass }: { task: Task; pass: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const { files, submission } = task;
  return (
    <details className={styles.submission}>
      <summary>
        What you handed in
        {files.length > 0 && ` · ${files.length} ${files.length === 1 ? 'file' : 'files'}`}
      </summary>
      {submission && <TaskSubmission submission={submission} />}
      {files.length > 0 && (
        <div className={styles.files}>
          <TaskFiles task={task} pass={pass} shown={shown} onShow={setShown} />
        </div>
      )}
    </details>
  );
}
