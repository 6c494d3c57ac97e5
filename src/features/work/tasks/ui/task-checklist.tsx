import { Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { Task } from '../tasks.schema.ts';
import styles from './task-checklist.module.css';
import { refreshTasks } from './tasks-queries.ts';

type Item = Task['checklist'][number];

type TaskChecklistProps = {
  task: Pick<Task, 'id' | 'checklist'>;
  /** Whether the viewer ticks the items. */
  isEditable: boolean;
};

/** The checklist of a task and how much of it is done; nothing without items. */
export function TaskChecklist({ task: { id, checklist }, isEditable }: TaskChecklistProps) {
  if (checklist.length === 0) return null;
  return (
    <div role="group" aria-label="Checklist" className={styles.checklist}>
      <p className={styles.progress} role="status">
        {countDone(checklist)} of {checklist.length} done
      </p>
      <ul className={styles.items}>
        {checklist.map((item) => (
          <li key={item.text}>
            <ChecklistItem taskId={id} item={item} isEditable={isEditable} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const countDone = (checklist: Item[]) => checklist.filter(({ isDone }) => isDone).length;

type ChecklistItemProps = { taskId: string; item: Item; isEditable: boolean };

function ChecklistItem({ taskId, item: { text, isDone }, isEditable }: ChecklistItemProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (json: Item) =>
      call(client.api.tasks[':id'].checklist.$put({ param: { id: taskId }, json })),
    onError: ({ message }) => toast.error('Error', { description: message }),
    // The tick stays as it was chosen until the task is read again.
    onSettled: () => refreshTasks(queryClient).catch(() => {}),
  });
  return (
    <Checkbox
      label={<bdi>{text}</bdi>}
      checked={isPending ? variables.isDone : isDone}
      disabled={!isEditable}
      onChange={({ currentTarget }) => mutate({ text, isDone: currentTarget.checked })}
    />
  );
}
