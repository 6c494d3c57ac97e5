import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { LinkedText } from '#src/ui/elements/linked-text.tsx';
import { isUnfinished, stageOf, type TaskStage } from '../tasks.rules.ts';
import type { Task, TaskDecisionKind, TaskRound } from '../tasks.schema.ts';
import styles from './task-timeline.module.css';

type Step = {
  name: string;
  at: string | null;
  by?: string | null;
  /** A comment or reason. */
  comment?: string | null;
  /** The submission of this step. */
  round?: TaskRound;
  is: 'past' | 'next' | 'bad';
};

const DECISIONS: Record<TaskDecisionKind, Pick<Step, 'name' | 'is'>> = {
  changes_requested: { name: 'Changes requested', is: 'past' },
  closed: { name: 'Closed', is: 'past' },
  failed: { name: 'Marked as failed', is: 'bad' },
  cancelled: { name: 'Cancelled', is: 'bad' },
  reopened: { name: 'Reopened', is: 'past' },
};

const NEXT: Partial<Record<TaskStage, string>> = {
  assigned: 'To be submitted',
  in_progress: 'To be submitted',
  changes_requested: 'To be submitted again',
  review: 'In review',
};

const submittedStep = (round: TaskRound): Step => ({
  name: round.number === 1 ? 'Submitted' : `Submitted again (round ${round.number})`,
  at: round.at,
  round,
  is: 'past',
});

/** The end of a task of an earlier version, which recorded no decision. */
function unrecordedEnd(task: Task): Step[] {
  const stage = stageOf(task);
  const isEnded = stage !== 'review' && !isUnfinished(task);
  if (!isEnded || task.decisions.length > 0) return [];
  const { name, is } =
    stage === 'rejected'
      ? ({ name: 'Rejected', is: 'bad' } as const)
      : DECISIONS[stage as 'closed' | 'failed' | 'cancelled'];
  return [{ name, is, at: task.closedAt, by: task.closedBy }];
}

function stepsOf(task: Task): Step[] {
  const { rounds, decisions } = task;
  const stage = stageOf(task);
  const past = [
    ...rounds.map(submittedStep),
    ...decisions.map(({ kind, ...rest }): Step => ({ ...DECISIONS[kind], ...rest })),
  ].toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));
  const next = NEXT[stage];
  return [
    { name: 'Assigned', at: task.createdAt, by: task.assignedBy, is: 'past' },
    ...past,
    ...unrecordedEnd(task),
    // The time at which work started is not stored.
    ...(stage === 'in_progress'
      ? [{ name: 'Work has started', at: null, is: 'past' } as const]
      : []),
    ...(next ? [{ name: next, at: null, is: 'next' } as const] : []),
  ];
}

/** The past steps of a task with all submissions and comments, and the next step. */
export function TaskTimeline({ task }: { task: Task }) {
  const present = new Set(task.files.map(({ id }) => id));
  return (
    <ol className={styles.timeline}>
      {stepsOf(task).map(({ name, at, by, comment, round, is }) => (
        <li key={`${name} ${at}`} data-is={is}>
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
          {comment && (
            <p className={styles.comment}>
              <LinkedText text={comment} />
            </p>
          )}
          {round && <Round round={round} present={present} />}
        </li>
      ))}
    </ol>
  );
}

type RoundProps = {
  round: TaskRound;
  /** Ids of the files that the task still has. */
  present: Set<string>;
};

function Round({ round: { notes, method, files }, present }: RoundProps) {
  return (
    <details className={styles.round}>
      <summary className="touch-target">
        What was submitted
        {files.length > 0 && ` · ${files.length} ${files.length === 1 ? 'file' : 'files'}`}
      </summary>
      <p className={styles.comment}>
        {method && <em>{method}: </em>}
        <LinkedText text={notes} />
      </p>
      {files.length > 0 && (
        <ul>
          {files.map(({ id, fileName, comment }) => (
            <li key={id}>
              <bdi>{fileName || 'Unnamed file'}</bdi>
              {!present.has(id) && <em> (removed later)</em>}
              {comment && (
                <p className={styles.comment}>
                  <LinkedText text={comment} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
