import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { isPossible, stageOf, type TaskAction, type TaskStage } from '../tasks.rules.ts';
import type { newTaskSchema, submissionSchema, taskChangeSchema } from '../tasks.schema.ts';
import { attachTaskFiles } from './submitted-files.ts';
import { notifyAssignee, deleteNotifications } from './task-notifications.ts';
import { tasks } from './tasks.table.ts';

type Stored = typeof tasks.$inferSelect;
type Values = Parameters<ReturnType<Db['update']>['set']>[0];
type Dependencies = { db: Db; jobs: Jobs };
export type TaskVersion = { id: string; version: number };

const STAGE_TEXTS: Record<TaskStage, string> = {
  assigned: 'hasn’t been started',
  in_progress: 'is in progress',
  review: 'was submitted and is waiting for review',
  closed: 'is closed',
  rejected: 'was rejected',
  failed: 'was marked as failed',
  cancelled: 'was cancelled',
};

/** @throws DomainError 'invalid-input' when the assignee is no influencer in the actor's scope */
export function createTask(
  { db, jobs }: Dependencies,
  actor: Actor,
  task: z.output<typeof newTaskSchema>,
) {
  return db.transaction(async (tx): Promise<TaskVersion> => {
    await requireChosenInfluencer(tx, actor, 'assignedTo', task.assignedTo);
    const [created] = await tx
      .insert(tasks)
      .values({ ...fieldsOf(task), assignedBy: actor.userId })
      .returning({ id: tasks.id, version: tasks.version });
    await notifyAssignee(tx, jobs, { ...created!, assignedTo: task.assignedTo }, 'assigned');
    await publishLiveEvent(tx, { topic: 'tasks', userId: task.assignedTo });
    return created!;
  });
}

/** @throws DomainError 'conflict' when the task was changed in the meantime */
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
    const values = fieldsOf(fields);
    const isReassigned = fields.assignedTo !== task.assignedTo;
    requirePossible('edit', task);
    if (isReassigned) {
      requirePossible('reassign', task);
      await requireChosenInfluencer(tx, actor, 'assignedTo', fields.assignedTo);
      await deleteNotifications(tx, id);
      await notifyAssignee(tx, jobs, { id, assignedTo: fields.assignedTo }, 'assigned');
      await publishLiveEvent(tx, { topic: 'tasks', userId: fields.assignedTo });
    } else if (values.dueDate?.getTime() !== task.dueDate?.getTime()) {
      await notifyAssignee(tx, jobs, task, 'due_changed');
    }
    return change(tx, task, values);
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
    return change(tx, task, { status: 'in_progress' });
  });
}

/**
 * Submits finished work.
 * @throws DomainError 'conflict' when the actor cannot submit a file (any more)
 */
export function submitTask(
  db: Db,
  actor: Actor,
  { id, mediaIds, ...submission }: z.output<typeof submissionSchema> & { id: string },
) {
  return db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    requirePossible('submit', task);
    await attachTaskFiles(tx, actor, id, mediaIds);
    return change(tx, task, {
      status: 'completed',
      completedAt: sql`now()`,
      submissionNotes: submission.notes,
      submissionMethod: submission.method,
      submissionCustomLink: submission.customLink,
      submissionUrl: submission.url,
    });
  });
}

/** Accepts submitted work, which makes the task final. */
export function closeTask(dependencies: Dependencies, actor: Actor, id: string) {
  return decide(
    dependencies,
    actor,
    { id, action: 'close', event: 'closed' },
    { status: 'completed' },
  );
}

/** Refuses submitted work. The time of submission is retained. */
export function failTask(dependencies: Dependencies, actor: Actor, id: string) {
  return decide(
    dependencies,
    actor,
    { id, action: 'fail', event: 'failed' },
    { status: 'failed', completedAt: sql`coalesce(${tasks.completedAt}, now())` },
  );
}

type Decision = { id: string; action: 'close' | 'fail'; event: 'closed' | 'failed' };

const decide = (
  { db, jobs }: Dependencies,
  actor: Actor,
  { id, action, event }: Decision,
  values: Values,
) =>
  db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    requirePossible(action, task);
    await notifyAssignee(tx, jobs, task, event);
    return change(tx, task, { ...values, closedAt: sql`now()`, closedBy: actor.userId });
  });

const fieldsOf = ({ dueDate, title, description, assignedTo }: z.output<typeof newTaskSchema>) => ({
  title,
  description,
  assignedTo,
  dueDate: dueDate === null ? null : new Date(dueDate),
});

/** Limits tasks to the actor: the scope of the back office, or an influencer's own tasks. */
export function ofActor(actor: Actor) {
  return actor.role === 'influencer'
    ? eq(tasks.assignedTo, actor.userId)
    : inScope(actor, tasks.assignedTo);
}

/** Locks a task, so that concurrent changes run one after the other. */
async function lockTask(tx: Db, actor: Actor, id: string): Promise<Stored> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), ofActor(actor)))
    .for('update');
  if (!task) throw new DomainError('not-found', 'Task not found');
  return task;
}

function requirePossible(action: TaskAction, task: Stored): void {
  if (isPossible(action, task)) return;
  throw new DomainError('not-allowed-in-state', `The task ${STAGE_TEXTS[stageOf(task)]}`);
}

async function change(tx: Db, { id, version, assignedTo }: Stored, values: Values) {
  await publishLiveEvent(tx, { topic: 'tasks', userId: assignedTo });
  const changed = { id, version: version + 1 };
  await tx
    .update(tasks)
    .set({ ...values, version: changed.version })
    .where(eq(tasks.id, id));
  return changed;
}
