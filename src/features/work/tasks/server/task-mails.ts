import { and, eq, not, sql } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { receivesMails } from '#src/features/identity/mail-preferences/server/mail-preferences.ts';
import { switchableMail } from '#src/features/identity/mail-preferences/server/unsubscribe-links.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { formatMailTime } from '#src/lib/locale/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import type { TaskEvent } from '../task-notifications.schema.ts';
import { isPossible, isUnfinished, stageOf } from '../tasks.rules.ts';
import { TASK_DECISIONS, type TaskDecisionKind } from '../tasks.schema.ts';
import { taskDecisions as decisions } from './task-history.table.ts';
import { taskNotifications as notifications } from './task-notifications.table.ts';
import { tasks } from './tasks.table.ts';

/** A notification, and the time of its latest event. */
const taskMailSchema = z.object({ id: z.uuid(), at: instantSchema });

/** Queue of mails to influencers about their tasks. */
export const TASK_MAIL_QUEUE: Queue<typeof taskMailSchema> = {
  name: 'task-mail',
  data: taskMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

// Others may see an inbox, so the subject does not contain the task.
const TEXTS: Record<TaskEvent, { subject: string; paragraph: string }> = {
  assigned: {
    subject: 'You have a new task',
    paragraph: 'Your agency has assigned you a task.',
  },
  due_changed: {
    subject: 'The due date of a task changed',
    paragraph: 'Your agency has changed when this task is due.',
  },
  due_soon: {
    subject: 'A task is due soon',
    paragraph: 'This task is due within a day.',
  },
  overdue: {
    subject: 'A task is overdue',
    paragraph: 'The due date of this task has passed. Submit it, or talk to your agency.',
  },
  changes_requested: {
    subject: 'Changes requested for your task',
    paragraph:
      'Your agency has reviewed your work and would like some changes. Submit it again when you’re done.',
  },
  cancelled: {
    subject: 'Your task was cancelled',
    paragraph: 'Your agency no longer needs this. There’s nothing more to do.',
  },
  reopened: {
    subject: 'Your task was reopened',
    paragraph: 'Your agency has reopened this task.',
  },
  closed: {
    subject: 'Your task was closed',
    paragraph: 'Your agency has accepted your work. There’s nothing more to do.',
  },
  failed: {
    subject: 'Your task was marked as failed',
    paragraph: 'Your agency has not accepted your work. The task is closed.',
  },
};

/** Whether the mail of an event is still true. */
const IS_CURRENT: Record<TaskEvent, (task: typeof tasks.$inferSelect) => boolean> = {
  assigned: isUnfinished,
  due_changed: isUnfinished,
  due_soon: isUnfinished,
  overdue: isUnfinished,
  changes_requested: (task) => stageOf(task) === 'changes_requested',
  closed: (task) => stageOf(task) === 'closed',
  failed: (task) => stageOf(task) === 'failed',
  cancelled: (task) => stageOf(task) === 'cancelled',
  reopened: (task) => !isPossible('reopen', task),
};

const isDecision = (event: TaskEvent): event is TaskDecisionKind =>
  TASK_DECISIONS.some((kind) => kind === event);

const dueText = (due: Date | null, timeZone: string | null): string =>
  due ? formatMailTime(due, timeZone ?? 'UTC') : 'No due date';

async function findNotification(db: Db, { id, at }: z.output<typeof taskMailSchema>) {
  const [found] = await db
    .select({
      event: notifications.event,
      task: tasks,
      userId: users.id,
      email: users.email,
      timeZone: users.timeZone,
      comment: sql<string | null>`(
        select ${decisions.comment} from ${decisions}
        where ${decisions.taskId} = ${tasks.id} and ${decisions.kind} = ${notifications.event}
        order by ${decisions.taskVersion} desc limit 1)`,
      receives: {
        tasks: receivesMails(users.id, 'tasks'),
        task_decisions: receivesMails(users.id, 'task_decisions'),
      },
    })
    .from(notifications)
    .innerJoin(tasks, eq(tasks.id, notifications.taskId))
    .innerJoin(users, eq(users.id, notifications.recipientId))
    .where(
      and(eq(notifications.id, id), eq(notifications.createdAt, new Date(at)), not(isSuspendedNow)),
    );
  return found;
}

/**
 * Sends the mail of a notification with the current task, unless the recipient has switched it off.
 * Sends no mail if the notification is outdated: the task was deleted, reassigned or submitted, the
 * event has occurred again, or the decision was undone or followed by another.
 */
export async function sendTaskMail(
  { db, mail, config }: { db: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> },
  data: z.output<typeof taskMailSchema>,
  jobId: string,
): Promise<void> {
  const found = await findNotification(db, data);
  if (!found) return;
  const { event, task, comment, userId, email, timeZone, receives } = found;
  const kind = isDecision(event) ? 'task_decisions' : 'tasks';
  if (!IS_CURRENT[event](task) || !receives[kind]) return;
  const { subject, paragraph } = TEXTS[event];
  await mail.send(
    {
      to: email,
      subject,
      heading: subject,
      paragraphs: [paragraph],
      facts: [
        { label: 'Task', value: task.title },
        ...(isUnfinished(task) ? [{ label: 'Due', value: dueText(task.dueDate, timeZone) }] : []),
        ...(comment
          ? [{ label: event === 'changes_requested' ? 'Comment' : 'Reason', value: comment }]
          : []),
      ],
      action: { label: 'View Task', url: `${config.publicUrl}/my-tasks?task=${task.id}` },
      optional: switchableMail({ userId, kind }),
    },
    jobId,
  );
}
