import { and, desc, eq, sql } from 'drizzle-orm';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { AFTER_UNDO, UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import type { ChangesRequest } from '../task-review.schema.ts';
import type { TaskAction } from '../tasks.rules.ts';
import type { TaskDecisionKind } from '../tasks.schema.ts';
import { taskDecisions as decisions } from './task-history.table.ts';
import { addFileComments } from './task-history.ts';
import { deleteNotifications, notifyAssignees } from './task-notifications.ts';
import { tasks } from './tasks.table.ts';
import {
  changeTask,
  lockTask,
  requirePossible,
  stateText,
  type StoredTask,
  type TaskVersion,
} from './tasks.ts';

type Dependencies = { db: Db; jobs: Jobs };

const CLOSED_NOW = (actor: Actor) => ({ closedAt: sql`now()`, closedBy: actor.userId });
const NOT_CLOSED = { closedAt: null, closedBy: null };

/** Accepts submitted work, which closes the task. */
export function closeTask(dependencies: Dependencies, actor: Actor, id: string) {
  return decide(dependencies, actor, id, {
    action: 'close',
    kind: 'closed',
    values: () => CLOSED_NOW(actor),
  });
}

/** Refuses submitted work. The time of submission is retained. */
export function failTask(
  dependencies: Dependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
) {
  return decide(dependencies, actor, id, {
    action: 'fail',
    kind: 'failed',
    comment: reason,
    values: () => ({
      ...CLOSED_NOW(actor),
      status: 'failed',
      completedAt: sql`coalesce(${tasks.completedAt}, now())`,
    }),
  });
}

/**
 * Sends submitted work back to the influencer.
 * @throws DomainError 'conflict' when a commented file is not in the latest submission
 */
export function requestChanges(
  dependencies: Dependencies,
  actor: Actor,
  { id, comment, files }: ChangesRequest & { id: string },
) {
  return decide(dependencies, actor, id, {
    action: 'request_changes',
    kind: 'changes_requested',
    comment,
    values: () => ({ status: 'in_progress' }),
    files,
  });
}

/** Cancels a task that is not needed any more. */
export function cancelTask(
  dependencies: Dependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
) {
  return decide(dependencies, actor, id, {
    action: 'cancel',
    kind: 'cancelled',
    comment: reason,
    values: () => ({ status: 'cancelled' }),
  });
}

/** Reopens a closed or failed task for review, or a cancelled one in its earlier state. */
export function reopenTask(
  dependencies: Dependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
) {
  return decide(dependencies, actor, id, {
    action: 'reopen',
    kind: 'reopened',
    comment: reason,
    async values({ status }, tx) {
      if (status !== 'cancelled') return { ...NOT_CLOSED, status: 'completed' };
      const cancelled = await findLatestDecision(tx, id);
      return { status: cancelled?.statusBefore ?? 'assigned' };
    },
  });
}

type Values = Partial<Record<keyof StoredTask, unknown>>;
type Decision = {
  action: TaskAction;
  kind: TaskDecisionKind;
  comment?: string;
  /** The changed columns of the task. */
  values: (task: StoredTask, tx: Db) => Values | Promise<Values>;
  /** Comments on files of the latest submission. */
  files?: ChangesRequest['files'];
};

/** The influencer reads all of them. @throws DomainError 'invalid-input' for a banned term */
function requireAllowedComments(
  tx: Db,
  kind: TaskDecisionKind,
  { comment, files = [] }: Pick<Decision, 'comment' | 'files'>,
): Promise<void> {
  const field = kind === 'changes_requested' ? 'comment' : 'reason';
  const ofFiles = files.map((file, index) => [`files.${index}.comment`, file.comment]);
  return requireAllowedText(tx, { [field]: comment, ...Object.fromEntries(ofFiles) });
}

const decide = (
  { db, jobs }: Dependencies,
  actor: Actor,
  id: string,
  { action, kind, comment, ...decision }: Decision,
) =>
  db.transaction(async (tx): Promise<TaskVersion> => {
    const task = await lockTask(tx, actor, id);
    requirePossible(action, task);
    await requireAllowedComments(tx, kind, { comment, files: decision.files });
    const changed = await changeTask(tx, task, await decision.values(task, tx));
    const [added] = await tx
      .insert(decisions)
      .values({
        taskId: id,
        kind,
        comment,
        decidedBy: actor.userId,
        statusBefore: task.status,
        taskVersion: changed.version,
      })
      .returning({ id: decisions.id, taskId: decisions.taskId });
    await addFileComments(tx, added!, decision.files ?? []);
    // Reopening has no undo.
    await notifyAssignees(tx, jobs, [task], kind, kind === 'reopened' ? undefined : AFTER_UNDO);
    return changed;
  });

async function findLatestDecision(tx: Db, taskId: string) {
  const [latest] = await tx
    .select()
    .from(decisions)
    .where(eq(decisions.taskId, taskId))
    .orderBy(desc(decisions.taskVersion))
    .limit(1);
  return latest;
}

/**
 * Undoes the actor's own decision, within {@link UNDO_SECONDS} and while it is the last change of the task.
 * @throws DomainError 'conflict' when the task has changed since, 'not-allowed-in-state' when the
 *   decision was made by somebody else or too long ago
 */
export function undoDecision(
  db: Db,
  actor: Actor,
  { id, version }: TaskVersion,
): Promise<TaskVersion> {
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, actor, id);
    const [undone] = await tx
      .delete(decisions)
      .where(
        and(
          eq(decisions.taskId, id),
          eq(decisions.taskVersion, version),
          eq(decisions.taskVersion, task.version),
          eq(decisions.decidedBy, actor.userId),
          sql`${decisions.kind} <> 'reopened'`,
          sql`${decisions.decidedAt} > now() - ${UNDO_SECONDS} * interval '1 second'`,
        ),
      )
      .returning({ kind: decisions.kind, status: decisions.statusBefore });
    if (!undone) throw refusalOfUndo(task, version);
    await deleteNotifications(tx, id, [undone.kind]);
    return changeTask(tx, task, { ...NOT_CLOSED, status: undone.status });
  });
}

/** Undoes the actor's decision on a task if it is its last change, see {@link undoDecision}. */
export async function undoLatestDecision(db: Db, actor: Actor, id: string): Promise<TaskVersion> {
  const [task] = await db.select({ version: tasks.version }).from(tasks).where(eq(tasks.id, id));
  return undoDecision(db, actor, { id, version: task?.version ?? 0 });
}

function refusalOfUndo(task: StoredTask, version: number): DomainError {
  return task.version === version
    ? new DomainError('not-allowed-in-state', 'This can no longer be undone')
    : new DomainError('conflict', `Somebody has changed the task since. ${stateText(task)}`);
}
