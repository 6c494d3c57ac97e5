import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ownTimeZone, toInstant, toWallTime } from '#src/features/posts/ui/schedule-time.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { newTaskSchema, type Task } from '../tasks.schema.ts';
import { findTask, refreshTasks } from './tasks-queries.ts';

/** A task as it is typed; `due` is what a clock on the reader's wall shows. */
export type TaskValues = {
  title: string;
  description: string;
  assignedTo: string | null;
  due: string | null;
};
export type TaskField = keyof TaskValues;
type Errors = Partial<Record<TaskField, string>>;

const zone = ownTimeZone();
const wallTime = (iso: string | null) => iso && toWallTime(new Date(iso), zone);

const valuesOf = (task: Task): TaskValues => ({
  title: task.title,
  description: task.description ?? '',
  assignedTo: task.assignee.id,
  due: wallTime(task.dueDate),
});

/** Untouched, a date keeps the seconds that no field shows. */
const dueDateOf = (due: string | null, base: Task | null): string | null => {
  if (due === null) return null;
  return base && due === wallTime(base.dueDate)
    ? base.dueDate
    : toInstant(due, zone).instant.toISOString();
};

/** In the order of the screen, by the ids of the fields. */
const FIELDS: Record<string, [field: TaskField, id: string]> = {
  title: ['title', 'task-title'],
  assignedTo: ['assignedTo', 'task-assignee'],
  dueDate: ['due', 'task-due'],
  description: ['description', 'task-description'],
};

/** What the form was sent to when something else was found there. */
export type Found = { kind: 'changed'; present: Task } | { kind: 'gone' } | null;

type TaskFormInput = {
  /** The task that is edited; null for a new one. */
  task: Task | null;
  assignee: string | null;
  onDone: (id: string) => void;
};

/** The form of a task, judged when it is sent, sent once at a time, and kept when that fails. */
export function useTaskForm({ task, assignee, onDone }: TaskFormInput) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(task);
  const [values, setValues] = useState<TaskValues>(() =>
    task ? valuesOf(task) : { title: '', description: '', assignedTo: assignee, due: null },
  );
  const [opened] = useState(values);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [found, setFound] = useState<Found>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderway = useRef(false);

  function refuse(messages: Record<string, string | undefined>) {
    const known = Object.entries(FIELDS).filter(([path]) => messages[path]);
    setErrors(Object.fromEntries(known.map(([path, [field]]) => [field, messages[path]])));
    const first = known[0]?.[1][1];
    if (first) requestAnimationFrame(() => document.getElementById(first)?.focus());
    return known.length > 0;
  }

  async function explain(error: unknown) {
    const code = error instanceof ApiError ? error.problem.code : null;
    if (base && code !== null && ['conflict', 'not-found', 'not-allowed-in-state'].includes(code)) {
      const now = await findTask(base.id).catch(() => undefined);
      if (now === null) return setFound({ kind: 'gone' });
      if (now && now.task.version !== base.version) {
        return setFound({ kind: 'changed', present: now.task });
      }
    }
    const fields = error instanceof ApiError ? (error.problem.errors ?? []) : [];
    const byField = refuse(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
    toast.error('Error', { description: (error as Error).message });
    if (!byField) setFailure((error as Error).message);
  }

  async function submit() {
    if (isUnderway.current) return;
    const { due, ...rest } = values;
    const input = newTaskSchema.safeParse({ ...rest, dueDate: dueDateOf(due, base) });
    setFailure(null);
    if (refuse(fieldErrors(input)) || !input.success) return;
    isUnderway.current = true;
    setIsBusy(true);
    try {
      const { id } = await send(base, input.data);
      toast.success('Success', {
        description: base ? 'Task updated successfully!' : 'Task created successfully!',
      });
      void refreshTasks(queryClient);
      onDone(id);
    } catch (error) {
      await explain(error);
    }
    isUnderway.current = false;
    setIsBusy(false);
  }

  return {
    base,
    values,
    errors,
    failure,
    found,
    isBusy,
    submit,
    change(patch: Partial<TaskValues>) {
      setValues((before) => ({ ...before, ...patch }));
      const changed = Object.keys(patch) as TaskField[];
      setErrors((before) => {
        const rest = { ...before };
        for (const field of changed) delete rest[field];
        return rest;
      });
    },
    isUnsaved: JSON.stringify(values) !== JSON.stringify(opened),
    /** Goes on from the present version: with its words, or with those typed here. */
    settle(take: 'present' | 'mine') {
      if (found?.kind !== 'changed') return;
      setBase(found.present);
      if (take === 'present') setValues(valuesOf(found.present));
      setFound(null);
    },
    /** Makes a new task of what was typed for one that is gone. */
    startAnew() {
      setBase(null);
      setFound(null);
    },
  };
}

type Input = Parameters<typeof client.api.tasks.$post>[0]['json'];

const send = (base: Task | null, json: Input) =>
  base
    ? call(
        client.api.tasks[':id'].$put({
          param: { id: base.id },
          json: { ...json, version: base.version },
        }),
      )
    : call(client.api.tasks.$post({ json }));
