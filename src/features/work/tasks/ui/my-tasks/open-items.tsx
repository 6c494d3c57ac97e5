import { useQuery } from '@tanstack/react-query';
import type { Task } from '../../tasks.schema.ts';
import { TaskChecklist } from '../task-checklist.tsx';
import { taskQuery } from '../tasks-queries.ts';
import styles from './submit-task-dialog.module.css';

/** The checklist of a task before its submission, with a hint if items are open. */
export function OpenItems({ task }: { task: Task }) {
  const { data } = useQuery(taskQuery(task.id));
  const { checklist } = data?.task ?? task;
  const open = checklist.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <TaskChecklist task={{ id: task.id, checklist }} isEditable />
      {open > 0 && (
        <p className={styles.open} role="status">
          {open === 1 ? '1 item of the checklist is' : `${open} items of the checklist are`} still
          open. You can submit anyway.
        </p>
      )}
    </>
  );
}
