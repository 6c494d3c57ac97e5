import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { checklistChangeSchema } from '../checklist.schema.ts';
import { isPossible, stageOf, type TaskAction, type TaskStage } from '../tasks.rules.ts';
import type { newTaskSchema, submissionSchema, taskChangeSchema } from '../tasks.schema.ts';
import { requireAssignees } from './assignees.ts';
import { setTaskFiles } from './submitted-files.ts';
import { addRound } from './task-history.ts';
import { notifyAssignees, deleteNotifications } from './task-notifications.ts';
import { tasks } from './tasks.table.ts';

export type StoredTask = typeof tasks.$inferSelect;
type Values = Parameters<ReturnType<Db['update']>['set']>[0];
type Dependencies = { db: Db; jobs: Jobs };
export type TaskVersion = { id: string; version: number };

const STAGE_TEXTS: Record<TaskStage, string> = {
  assigned: 'hasn’t been started',
  in_progress: 'is in progress',
  review: 'was submitted and is waiting for review',
  changes_requested: 'was sent back for changes',
  closed: 'is closed',
  rejected: 'was rejected',
  failed: 'was marked as failed',
  cancelled: 'was cancelled',
};

/** Requires that what influencers read contains no banned term. @throws DomainError 'invalid-input' */
export function requireAllowedTask(db: Db, { title, description, checklist }: TaskTexts) {
  return requireAllowedText(db, { title, description, checklist: checklist.join('\n') });
}
type TaskTexts = { title: string; description: string | null; checklist: string[] };

/**
 * Creates a task for each of the assignees, or none.
 * @throws DomainError 'invalid-input' naming the assignees who cannot receive tasks, or a banned term
 */
export function createTasks(
  { db, jobs }: Dependencies,
  actor: Actor,
  { assignees, ...fields }: z.output<typeof newTaskSchema>,
) {
  return db.transaction(async (tx) => {
    await requireAllowedTask(tx, fields);
    const names = await requireAssignees(tx, actor, assignees);
    const task = { ...fieldsOf(fields), createdBy: actor.userId };
    const created = await insertTasks(tx, jobs, task, assignees);
    return {
      tasks: created.map(({ assignedTo, ...task }) => ({
        ...task,
        assignee: { id: assignedTo, fullName: names.get(assignedTo)! },
      })),
    };
  });
}

type NewTask = {
  title: string;
  description: string | null;
  dueDate: Date | null;
  checklist: string[];
  /** Who assigns it, and becomes its owner; null for nobody. */
  createdBy: string | null;
};

/** Inserts a task for each of the assignees, and tells them. */
export async function insertTasks(
  tx: Db,
  jobs: Jobs,
  { createdBy, ...fields }: NewTask,
  assignees: readonly string[],
) {
  const values = { ...fields, assignedBy: createdBy, ownedBy: createdBy };
  const created = await tx
    .insert(tasks)
    .values(assignees.map((assignedTo) => ({ ...values, assignedTo })))
    .returning({ id: tasks.id, version: tasks.version, assignedTo: tasks.assignedTo });
  await notifyAssignees(tx, jobs, created, 'assigned');
  return created;
}

/** @throws DomainError 'conflict' when the task was changed in the meantime, 'invalid-input' for a banned term */
export function updateTask(
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, version, ...fields }: z.output<typeof taskChangeSchema> & { id: string },
) {
  return db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    if (task.version !== version) {
      throw new DomainError('conflict', 'The task has changed since you opened it');
    }
    const isReassigned = fields.assignedTo !== task.assignedTo;
    const values = {
      ...fieldsOf(fields),
      assignedTo: fields.assignedTo,
      // What remains on the list keeps its tick, unless somebody else takes over.
      checkedItems: isReassigned
        ? []
        : task.checkedItems.filter((item) => fields.checklist.includes(item)),
    };
    requirePossible('edit', task);
    await requireAllowedTask(tx, fields);
    if (isReassigned) {
      requirePossible('reassign', task);
      await requireChosenInfluencer(tx, actor, 'assignedTo', fields.assignedTo);
      await deleteNotifications(tx, id);
      await notifyAssignees(tx, jobs, [{ id, assignedTo: fields.assignedTo }], 'assigned');
    } else if (values.dueDate?.getTime() !== task.dueDate?.getTime()) {
      // The new date has its own reminders.
      await deleteNotifications(tx, id, ['due_soon', 'overdue']);
      await notifyAssignees(tx, jobs, [task], 'due_changed');
    }
    return changeTask(tx, task, values);
  });
}

/** Deletes a task in any stage. Its files become unused, unless they are in a post. */
export function deleteTask(db: Db, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    const { assignedTo } = await lockTask(tx, actor, id);
    await tx.delete(tasks).where(eq(tasks.id, id));
    await publishLiveEvent(tx, { topic: 'tasks', userId: assignedTo });
  });
}

/** Starts an own task. @throws DomainError 'not-allowed-in-state' */
export function startTask(db: Db, actor: Actor, id: string) {
  return db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    requirePossible('start', task);
    return changeTask(tx, task, { status: 'in_progress' });
  });
}

/**
 * Ticks an item of an own task’s checklist, or removes the tick. Repeating it has no effect. The version
 * stays: a tick is no reason to refuse an edit of the back office.
 * @throws DomainError 'not-found' or 'not-allowed-in-state'
 */
export function checkItem(
  db: Db,
  actor: Actor,
  { id, text, isDone }: z.output<typeof checklistChangeSchema> & { id: string },
) {
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, actor, id);
    requirePossible('submit', task);
    if (!task.checklist.includes(text)) {
      throw new DomainError('not-found', 'This item is no longer on the checklist');
    }
    const others = task.checkedItems.filter((item) => item !== text);
    const checkedItems = isDone ? [...others, text] : others;
    await tx.update(tasks).set({ checkedItems }).where(eq(tasks.id, id));
    await publishLiveEvent(tx, { topic: 'tasks', userId: task.assignedTo });
  });
}

/**
 * Submits finished work, for the first time or after requested changes: the files replace earlier ones.
 * @throws DomainError 'conflict' when the actor cannot submit a file (any more), 'invalid-input' for a banned term
 */
export function submitTask(
  db: Db,
  actor: Actor,
  { id, mediaIds, ...submission }: z.output<typeof submissionSchema> & { id: string },
) {
  return db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    requirePossible('submit', task);
    await requireAllowedText(tx, { notes: submission.notes });
    const files = await setTaskFiles(tx, actor, id, mediaIds);
    await addRound(tx, id, submission, files);
    return changeTask(tx, task, {
      status: 'completed',
      completedAt: sql`now()`,
      submissionNotes: submission.notes,
      submissionMethod: submission.method,
      submissionCustomLink: submission.customLink,
      submissionUrl: submission.url,
    });
  });
}

type Fields = Omit<z.output<typeof newTaskSchema>, 'assignees'>;

const fieldsOf = ({ dueDate, title, description, checklist }: Fields) => ({
  title,
  description,
  checklist,
  dueDate: dueDate === null ? null : new Date(dueDate),
});

/** Limits tasks to the actor: the scope of the back office, or an influencer's own tasks. */
export function ofActor(actor: Actor) {
  return actor.role === 'influencer'
    ? eq(tasks.assignedTo, actor.userId)
    : inScope(actor, tasks.assignedTo);
}

/** Locks a task, so that concurrent changes run one after the other. */
export async function lockTask(tx: Db, actor: Actor, id: string): Promise<StoredTask> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), ofActor(actor)))
    .for('update');
  if (!task) throw new DomainError('not-found', 'Task not found');
  return task;
}

/** "The task is closed": the state of a task in an error message. */
export function stateText(task: StoredTask): string {
  return `The task ${STAGE_TEXTS[stageOf(task)]}`;
}

/** @throws DomainError 'not-allowed-in-state' */
export function requirePossible(action: TaskAction, task: StoredTask): void {
  if (!isPossible(action, task)) throw new DomainError('not-allowed-in-state', stateText(task));
}

/** Changes a locked task, and its version. */
export async function changeTask(tx: Db, { id, version, assignedTo }: StoredTask, values: Values) {
  await publishLiveEvent(tx, { topic: 'tasks', userId: assignedTo });
  const changed = { id, version: version + 1 };
  await tx
    .update(tasks)
    .set({ ...values, version: changed.version })
    .where(eq(tasks.id, id));
  return changed;
}
