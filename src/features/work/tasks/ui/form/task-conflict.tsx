import { ConflictNotice, DeletedNotice, EditConflict } from '#src/ui/forms/edit-conflict.tsx';
import { TaskDue, TaskState } from '../task-state.tsx';
import styles from './task-conflict.module.css';
import type { useTaskForm } from './use-task-form.ts';

type TaskConflictProps = {
  edit: Pick<ReturnType<typeof useTaskForm>, 'conflict' | 'resolveConflict' | 'recreate'>;
  /** Whether the current version of the task cannot be changed any more. */
  isFinal: boolean;
};

/** Shown above the form when the task was changed or deleted since it was opened. */
export function TaskConflict({ edit, isFinal }: TaskConflictProps) {
  return isFinal && !edit.conflict ? (
    <ConflictNotice
      title="This task can no longer be changed"
      text="It’s finished. You can still copy what you typed below."
    />
  ) : (
    <EditConflict
      conflict={edit.conflict}
      itemLabel="This task"
      onResolve={edit.resolveConflict}
      deletedContent={
        <DeletedNotice
          itemLabel="This task"
          createLabel="Create a new task from it"
          onCreate={edit.recreate}
        />
      }
    >
      {(present) => (
        <>
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
        </>
      )}
    </EditConflict>
  );
}
