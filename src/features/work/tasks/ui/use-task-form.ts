import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toInstant, toWallTime } from '#src/lib/locale/wall-time.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { call, client } from '#src/web/client.ts';
import { newTaskSchema, type Task } from '../tasks.schema.ts';
import { findTask, refreshTasks } from './tasks-queries.ts';

/** The input of a task; `dueDate` is in the local time of the user. */
type TaskValues = {
  title: string;
  description: string;
  assignedTo: string | null;
  dueDate: string | null;
};

const wallTime = (iso: string | null) => iso && toWallTime(new Date(iso), screenTimeZone());

const valuesOf = (task: Task): TaskValues => ({
  title: task.title,
  description: task.description ?? '',
  assignedTo: task.assignee.id,
  dueDate: wallTime(task.dueDate),
});

/** An unchanged due date keeps its seconds, which the field does not show. */
function dueDateOf(due: string | null, base: Task | null): string | null {
  if (due === null) return null;
  return base && due === wallTime(base.dueDate)
    ? base.dueDate
    : toInstant(due, screenTimeZone()).instant.toISOString();
}

const read = ({ dueDate, ...values }: TaskValues, base: Task | null) =>
  newTaskSchema.safeParse({ ...values, dueDate: dueDateOf(dueDate, base) });

type TaskFormInput = {
  /** The task to edit; null for a new one. */
  task: Task | null;
  assignee: string | null;
  onDone: (id: string) => void;
};

/** The form of a task, based on the version that was opened. */
export function useTaskForm({ task, assignee, onDone }: TaskFormInput) {
  const queryClient = useQueryClient();
  const [initial] = useState<TaskValues>(() =>
    task ? valuesOf(task) : { title: '', description: '', assignedTo: assignee, dueDate: null },
  );
  return useVersionedEdit({
    record: task,
    initial,
    valuesOf,
    validate: (values, base) => fieldErrors<keyof TaskValues>(read(values, base)),
    async save(values, base) {
      const { id } = await saveTask(base, read(values, base).data!);
      toast.success('Success', {
        description: base ? 'Task updated successfully!' : 'Task created successfully!',
      });
      void refreshTasks(queryClient);
      onDone(id);
    },
    find: async ({ id }) => (await findTask(id))?.task ?? null,
  });
}

type Input = Parameters<typeof client.api.tasks.$post>[0]['json'];

const saveTask = (base: Task | null, json: Input) =>
  base
    ? call(
        client.api.tasks[':id'].$put({
          param: { id: base.id },
          json: { ...json, version: base.version },
        }),
      )
    : call(client.api.tasks.$post({ json }));
