import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { ownTimeZone, toInstant, toWallTime } from '#src/lib/wall-time.ts';
import type { Take } from '#src/ui/dialogs/changed-meanwhile.tsx';
import { useDraftForm } from '#src/ui/forms/use-draft-form.ts';
import { call, client } from '#src/web/client.ts';
import { newTaskSchema, type Task } from '../tasks.schema.ts';
import { findTask, refreshTasks } from './tasks-queries.ts';

/** A task as it is typed; `dueDate` is what a clock on the reader's wall shows. */
type TaskValues = {
  title: string;
  description: string;
  assignedTo: string | null;
  dueDate: string | null;
};

const zone = ownTimeZone();
const wallTime = (iso: string | null) => iso && toWallTime(new Date(iso), zone);

const valuesOf = (task: Task): TaskValues => ({
  title: task.title,
  description: task.description ?? '',
  assignedTo: task.assignee.id,
  dueDate: wallTime(task.dueDate),
});

/** Untouched, a date keeps the seconds that no field shows. */
function dueDateOf(due: string | null, base: Task | null): string | null {
  if (due === null) return null;
  return base && due === wallTime(base.dueDate)
    ? base.dueDate
    : toInstant(due, zone).instant.toISOString();
}

const read = ({ dueDate, ...values }: TaskValues, base: Task | null) =>
  newTaskSchema.safeParse({ ...values, dueDate: dueDateOf(dueDate, base) });

/** What the form was sent to when something else was found there. */
export type Found = { kind: 'changed'; present: Task } | { kind: 'gone' } | null;

const STALE = new Set<string>(['conflict', 'not-found', 'not-allowed-in-state']);

type TaskFormInput = {
  /** The task that is edited; null for a new one. */
  task: Task | null;
  assignee: string | null;
  onDone: (id: string) => void;
};

/** A task being made or changed, beside the version that it is changed from. */
export function useTaskForm({ task, assignee, onDone }: TaskFormInput) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(task);
  const [opened] = useState<TaskValues>(() =>
    task ? valuesOf(task) : { title: '', description: '', assignedTo: assignee, dueDate: null },
  );
  const [found, setFound] = useState<Found>(null);

  /** Looks for what stands in the way of a change. */
  async function isStale(error: Error): Promise<boolean> {
    if (!base || !(error instanceof ApiError) || !STALE.has(error.problem.code)) return false;
    const now = await findTask(base.id).catch(() => undefined);
    if (now === null) setFound({ kind: 'gone' });
    else if (now && now.task.version !== base.version) {
      setFound({ kind: 'changed', present: now.task });
    } else return false;
    return true;
  }

  const draft = useDraftForm<TaskValues>({
    initial: opened,
    check: (values) => fieldErrors<keyof TaskValues>(read(values, base)),
    async send(values) {
      const { id } = await save(base, read(values, base).data!);
      toast.success('Success', {
        description: base ? 'Task updated successfully!' : 'Task created successfully!',
      });
      void refreshTasks(queryClient);
      onDone(id);
    },
    async onRefused(error) {
      if (await isStale(error)) return true;
      toast.error('Error', { description: error.message });
      return false;
    },
  });

  return {
    draft,
    base,
    found,
    isUnsaved: draft.isUnsaved,
    /** Goes on from the present version: with its words, or with those typed here. */
    settle(take: Take) {
      if (found?.kind !== 'changed') return;
      setBase(found.present);
      if (take === 'present') draft.replace(valuesOf(found.present));
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

const save = (base: Task | null, json: Input) =>
  base
    ? call(
        client.api.tasks[':id'].$put({
          param: { id: base.id },
          json: { ...json, version: base.version },
        }),
      )
    : call(client.api.tasks.$post({ json }));
