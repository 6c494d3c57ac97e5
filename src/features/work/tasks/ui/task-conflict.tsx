import {
  ChangedMeanwhile,
  DeletedMeanwhile,
  MeanwhileNotice,
  type Take,
} from '#src/ui/dialogs/changed-meanwhile.tsx';
import styles from './task-conflict.module.css';
import { TaskDue, TaskState } from './task-state.tsx';
import type { Found } from './use-task-form.ts';

type TaskConflictProps = {
  found: Found;
  /** Whether the version that is gone on from cannot be changed any more. */
  isFinal: boolean;
  onSettle: (take: Take) => void;
  onStartAnew: () => void;
};

/** Told when the task was changed or deleted since it was opened; what was typed stays below. */
export function TaskConflict({ found, isFinal, onSettle, onStartAnew }: TaskConflictProps) {
  if (found?.kind === 'gone') {
    return (
      <DeletedMeanwhile
        what="This task"
        startAnew="Make a new task of it"
        onStartAnew={onStartAnew}
      />
    );
  }
  if (!found) {
    return isFinal ? (
      <MeanwhileNotice
        title="This task can no longer be changed"
        text="It is finished. What you typed is still below, for you to copy."
      />
    ) : null;
  }
  const { present } = found;
  return (
    <ChangedMeanwhile what="This task" onSettle={onSettle}>
      <p className={styles.title}>
        <bdi>{present.title}</bdi>
      </p>
      <p className={styles.facts}>
        <bdi>{present.assignee.fullName}</bdi>
        <TaskState task={present} />
        <TaskDue task={present} />
      </p>
      {present.description && (
        <p className={styles.text}>
          <bdi>{present.description}</bdi>
        </p>
      )}
    </ChangedMeanwhile>
  );
}
