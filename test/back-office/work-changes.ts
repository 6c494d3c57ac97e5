import { randomUUID } from 'node:crypto';
import { automationRules } from '#src/features/work/automation/server/automation.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { taskDecisions } from '#src/features/work/tasks/server/task-history.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import { type MakeCall, onTask } from './calls.ts';
import { type BackOfficeChange, bulk, ownedByCaller } from './change.ts';

const SAVED_VIEW = { path: '/tasks', search: '?status=overdue', name: 'Overdue', isShared: false };
const ofSavedView = { unrelated: 'contains filters, no records', unaudited: 'chosen by its owner' };

/** A saved view of the actor. */
const onSavedView: MakeCall = async ({ app, user }) => {
  const body = { ...SAVED_VIEW, name: randomUUID() };
  const { json } = await app.call('POST', '/api/saved-views', { user, body });
  return { params: { id: json.id } };
};

const templateBody = () => ({
  name: randomUUID(),
  title: 'Welcome clip',
  description: '',
  dueDays: null,
});
const onTemplate: MakeCall = async ({ app }) => {
  const [added] = await app.db
    .insert(taskTemplates)
    .values(templateBody())
    .returning({ id: taskTemplates.id });
  return { params: { id: added!.id } };
};

const ofRules = { by: 'admin', unrelated: 'concerns the whole platform' } as const;
const RULE = {
  name: 'Failed payments',
  trigger: 'payment_failed',
  days: null,
  tag: null,
  action: 'add_note',
  templateId: null,
  note: 'Ask about the card',
  isActive: false,
} as const;
const onRule: MakeCall = async ({ app }) => {
  const [added] = await app.db
    .insert(automationRules)
    .values(RULE)
    .returning({ id: automationRules.id });
  return { params: { id: added!.id }, body: { ...RULE, name: 'Changed' } };
};

/** A new comment of the caller on a task, and one that is there already. */
const onComment: MakeCall = async (context) => {
  const recordId = (await onTask(context)).params!.id!;
  const commentId = randomUUID();
  if (context.influencer) {
    const comment = {
      id: commentId,
      taskId: recordId,
      authorId: context.user.id,
      text: 'Call her',
    };
    await context.app.db.insert(comments).values(comment);
  }
  return {
    params: { kind: 'task', recordId, commentId },
    body: { id: randomUUID(), text: 'Call her today', mentions: [] },
  };
};

/** A task that the caller has just closed. */
const closedTask: MakeCall = async (context) => {
  const call = await onTask(context, { ...submitted, closedAt: new Date() });
  if (context.influencer) {
    await context.app.db.insert(taskDecisions).values({
      taskId: call.params!.id!,
      kind: 'closed',
      decidedBy: context.user.id,
      statusBefore: 'completed',
      taskVersion: 1,
    });
  }
  return call;
};

const submitted = { status: 'completed', completedAt: new Date() } as const;

export const workChanges: Record<string, BackOfficeChange> = {
  'POST /api/tasks': { make: async (context) => ({ body: (await onTask(context)).body }) },
  'POST /api/tasks/close': { make: async (context) => bulk(await onTask(context, submitted)) },
  'POST /api/tasks/close/undo': { make: async (context) => bulk(await closedTask(context)) },
  'PUT /api/tasks/owner': {
    make: async (context) => ownedByCaller(context, (await onTask(context)).params!.id!),
  },
  'PUT /api/tags/{kind}': {
    make: async (context) => ({
      params: { kind: 'task' },
      body: { ids: [(await onTask(context)).params!.id!], tag: 'Autumn', isTagged: true },
    }),
  },
  'POST /api/comments/{kind}/{recordId}': { make: onComment },
  'DELETE /api/comments/{kind}/{recordId}/{commentId}': { make: onComment },
  'PUT /api/tasks/{id}': { make: (context) => onTask(context) },
  'DELETE /api/tasks/{id}': { make: (context) => onTask(context) },
  'POST /api/tasks/{id}/close': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/request-changes': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/fail': { make: (context) => onTask(context, submitted) },
  'POST /api/tasks/{id}/cancel': { make: (context) => onTask(context) },
  'POST /api/tasks/{id}/reopen': { make: (context) => onTask(context, { status: 'cancelled' }) },
  'POST /api/tasks/{id}/undo': { make: closedTask },
  'POST /api/task-templates': {
    unrelated: 'concerns no influencer',
    make: async () => ({ body: templateBody() }),
  },
  'PUT /api/task-templates/{id}': {
    unrelated: 'concerns no influencer',
    make: async (context) => ({ ...(await onTemplate(context)), body: templateBody() }),
  },
  'DELETE /api/task-templates/{id}': { unrelated: 'concerns no influencer', make: onTemplate },
  'POST /api/automation/rules': { ...ofRules, make: async () => ({ body: RULE }) },
  'PUT /api/automation/rules/{id}': { ...ofRules, make: onRule },
  'DELETE /api/automation/rules/{id}': { ...ofRules, make: onRule },
  'POST /api/automation/preview': {
    ...ofRules,
    unaudited: 'changes nothing',
    make: async () => ({ body: RULE }),
  },
  'POST /api/staff-notifications/read': {
    make: async () => ({ body: {} }),
    unrelated: 'concerns what the actor has read',
    unaudited: 'changes no record',
  },
  'POST /api/saved-views': { ...ofSavedView, make: async () => ({ body: SAVED_VIEW }) },
  'PUT /api/saved-views/{id}': {
    ...ofSavedView,
    make: async (context) => ({ ...(await onSavedView(context)), body: SAVED_VIEW }),
  },
  'DELETE /api/saved-views/{id}': { ...ofSavedView, make: onSavedView },
};
