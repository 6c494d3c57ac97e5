import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { call, client } from '#src/client/client.ts';
import {
  influencerName,
  influencerOptionQuery,
} from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { screenTimeZone } from '#src/lib/locale/screen-dates.ts';
import { toInstant, toWallTime } from '#src/lib/locale/wall-time.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { newTaskSchema, type Task } from '../../tasks.schema.ts';
import { findTask, refreshTasks } from '../tasks-queries.ts';
import { checklistOf } from './checklist-field.tsx';

/** The input of a task; `dueDate` is in the local time of the user. */
type TaskValues = {
  title: string;
  description: string;
  /** One for an existing task. */
  assignees: string[];
  dueDate: string | null;
  /** One item per line. */
  checklist: string;
};

const wallTime = (iso: string | null) => iso && toWallTime(new Date(iso), screenTimeZone());

const NEW = { title: '', description: '', dueDate: null, checklist: '' };

const valuesOf = (task: Task): TaskValues => ({
  title: task.title,
  description: task.description ?? '',
  assignees: [task.assignee.id],
  dueDate: wallTime(task.dueDate),
  checklist: task.checklist.map(({ text }) => text).join('\n'),
});

/** An unchanged due date keeps its seconds, which the field does not show. */
function dueDateOf(due: string | null, base: Task | null): string | null {
  if (due === null) return null;
  return base && due === wallTime(base.dueDate)
    ? base.dueDate
    : toInstant(due, screenTimeZone()).instant.toISOString();
}

const read = ({ dueDate, checklist, ...values }: TaskValues, base: Task | null) =>
  newTaskSchema.safeParse({
    ...values,
    dueDate: dueDateOf(dueDate, base),
    checklist: checklistOf(checklist),
  });

type TaskFormInput = {
  /** The task to edit; null for a new one. */
  task: Task | null;
  assignee: string | null;
  onDone: () => void;
};

/** The form of a task, based on the version that was opened. */
export function useTaskForm({ task, assignee, onDone }: TaskFormInput) {
  const queryClient = useQueryClient();
  const [initial] = useState<TaskValues>(() =>
    task ? valuesOf(task) : { ...NEW, assignees: assignee ? [assignee] : [] },
  );
  return useVersionedEdit({
    record: task,
    initial,
    valuesOf,
    validate: (values, base) => fieldErrors<keyof TaskValues>(read(values, base)),
    async save(values, base) {
      const input = read(values, base).data!;
      const description = base
        ? await changeTask(base, input)
        : await createTasks(queryClient, input);
      toast.success('Success', { description });
      void refreshTasks(queryClient);
      onDone();
    },
    find: async ({ id }) => (await findTask(id))?.task ?? null,
  });
}

type Input = z.output<typeof newTaskSchema>;

async function changeTask({ id, version }: Task, { assignees, ...fields }: Input) {
  const json = { ...fields, assignedTo: assignees[0]!, version };
  await call(client.api.tasks[':id'].$put({ param: { id }, json }));
  return 'Task updated successfully!';
}

/** Maximum number of assignees whose names the message contains. */
const NAMED = 5;

async function createTasks(queryClient: QueryClient, json: Input) {
  const sent = call(client.api.tasks.$post({ json })).catch((error: Error) => {
    throw withNames(queryClient, error, json.assignees);
  });
  const { tasks } = await sent;
  if (tasks.length === 1) return 'Task created successfully!';
  const names = tasks.slice(0, NAMED).map(({ assignee }) => isolateBidi(assignee.fullName));
  const rest = tasks.length - names.length;
  return `${tasks.length} tasks created, for ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Adds the names of the assignees who cannot receive a task to the error. */
function withNames(queryClient: QueryClient, error: Error, assignees: string[]): Error {
  const errors = (error instanceof ApiError && error.problem.errors) || [];
  const refused = errors.flatMap(({ path, message }) => {
    const id = path.startsWith('assignees.') && assignees[Number(path.split('.')[1])];
    const chosen = id && queryClient.getQueryData(influencerOptionQuery(id).queryKey);
    return chosen ? [`${isolateBidi(influencerName(chosen))}: ${message}.`] : [];
  });
  return refused.length > 0 ? new Error(`Nothing was created. ${refused.join(' ')}`) : error;
}
