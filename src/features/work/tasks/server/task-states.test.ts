import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  userRoles,
  users as accounts,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { stageOf, type TaskAction, type TaskStage } from '../tasks.rules.ts';
import { tasks } from './tasks.table.ts';
import { insertTask } from './tasks.testing.ts';

const CALLERS = [
  'visitor',
  'no role',
  'fan',
  'assignee',
  'another influencer',
  'admin',
  'staff',
  'staff limited to the assignee',
  'staff limited to others',
] as const;
type Caller = (typeof CALLERS)[number];

const STAGES: TaskStage[] = [
  'assigned',
  'in_progress',
  'review',
  'changes_requested',
  'closed',
  'rejected',
  'failed',
  'cancelled',
];

// Declared independently of the rules: the next stage of each action in each stage that allows it.
const NEXT_STAGE: Record<TaskAction, Partial<Record<TaskStage, TaskStage | 'gone'>>> = {
  start: { assigned: 'in_progress' },
  submit: { assigned: 'review', in_progress: 'review', changes_requested: 'review' },
  request_changes: { review: 'changes_requested' },
  close: { review: 'closed' },
  fail: { review: 'failed' },
  cancel: { assigned: 'cancelled', in_progress: 'cancelled', changes_requested: 'cancelled' },
  reopen: { closed: 'review', failed: 'review', cancelled: 'assigned' },
  edit: {
    assigned: 'assigned',
    in_progress: 'in_progress',
    changes_requested: 'changes_requested',
  },
  reassign: { assigned: 'assigned' },
  delete: {
    assigned: 'gone',
    in_progress: 'gone',
    review: 'gone',
    changes_requested: 'gone',
    closed: 'gone',
    rejected: 'gone',
    failed: 'gone',
    cancelled: 'gone',
  },
};
const ACTIONS = Object.keys(NEXT_STAGE) as TaskAction[];
const BACK_OFFICE: Caller[] = ['admin', 'staff', 'staff limited to the assignee'];

/** The refusal of an action for a caller, regardless of the stage; null if the caller is allowed. */
function refusal(action: TaskAction, caller: Caller): string | null {
  const isAssigneeAction = action === 'start' || action === 'submit';
  if (caller === 'visitor') return '401 unauthenticated';
  if (caller === 'no role' || caller === 'fan') return '403 forbidden';
  if (caller === 'assignee') return isAssigneeAction ? null : '403 forbidden';
  if (caller === 'another influencer') return isAssigneeAction ? '404 not-found' : '403 forbidden';
  if (isAssigneeAction) return '403 forbidden';
  return BACK_OFFICE.includes(caller) ? null : '404 not-found';
}

let app: TestApp;
let assignee: TestUser;
let other: TestUser;
const users = new Map<Caller, TestUser>();

beforeAll(async () => {
  app = await createTestApp();
  assignee = await app.as('influencer');
  other = await app.as('influencer');
  const nobody = await app.as('subscriber');
  await app.db.delete(userRoles).where(eq(userRoles.userId, nobody.id));
  users
    .set('no role', nobody)
    .set('fan', await app.as('subscriber'))
    .set('assignee', assignee)
    .set('another influencer', other)
    .set('admin', await app.as('admin'))
    .set('staff', await app.as('staff'))
    .set('staff limited to the assignee', await createLimitedStaff(app, assignee, other))
    .set('staff limited to others', await createLimitedStaff(app, await app.as('influencer')));
});
afterAll(() => app.close());

function perform(action: TaskAction, id: string, user: TestUser | undefined) {
  const address = `/api/tasks/${id}`;
  const fields = { title: 'Winter set', assignedTo: assignee.id, version: 1 };
  if (action === 'delete') return app.call('DELETE', address, { user });
  if (action === 'edit') return app.call('PUT', address, { user, body: fields });
  if (action === 'reassign') {
    return app.call('PUT', address, { user, body: { ...fields, assignedTo: other.id } });
  }
  const text = 'The light is too warm.';
  const body = { notes: 'All done', method: 'Email', reason: text, comment: text };
  return app.call('POST', `${address}/${action.replace('_', '-')}`, { user, body });
}

const read = async (id: string) =>
  (await app.db.select().from(tasks).where(eq(tasks.id, id)))[0] ?? null;

const nameOf = async ({ id }: TestUser) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!.fullName;

describe.each(ACTIONS)('%s', (action) => {
  describe.each(STAGES)('of a task that is: %s', (stage) => {
    const target = NEXT_STAGE[action][stage];
    test.each(CALLERS)('by: %s', async (caller) => {
      const id = await insertTask(app, assignee, stage);
      const before = await read(id);
      const { status, json } = await perform(action, id, users.get(caller));
      const after = await read(id);
      const refused = refusal(action, caller) ?? (target ? null : '409 not-allowed-in-state');
      const became = after && {
        stage: stageOf(after),
        of: after.assignedTo,
        version: after.version,
      };
      const expected =
        refused === null
          ? { stage: target, of: action === 'reassign' ? other.id : assignee.id, version: 2 }
          : { stage, of: assignee.id, version: 1 };
      expect(status === 200 ? null : `${status} ${json.code}`).toBe(refused);
      expect(became).toEqual(refused === null && target === 'gone' ? null : expected);
      expect(after).toEqual(refused === null ? after : before);
    });
  });
});

test.each(['close', 'fail'] as const)(
  '%s records when the work was submitted, and when and by whom it was decided',
  async (action) => {
    const id = await insertTask(app, assignee, 'in_progress');
    await perform('submit', id, assignee);
    const submitted = await read(id);
    expect(submitted?.completedAt).toBeInstanceOf(Date);
    expect(submitted).toMatchObject({ submissionNotes: 'All done', submissionMethod: 'Email' });
    const admin = users.get('admin')!;
    await perform(action, id, admin);
    const decided = await read(id);
    expect(decided?.completedAt).toEqual(submitted!.completedAt);
    expect(decided).toMatchObject({ closedAt: expect.any(Date), closedBy: admin.id });
    for (const user of [admin, assignee]) {
      const { json } = await app.call('GET', `/api/tasks/${id}`, { user });
      expect(json.task).toMatchObject({
        closedAt: decided!.closedAt!.toISOString(),
        closedBy: await nameOf(admin),
      });
    }
  },
);

test('a failed task needs a time', async () => {
  const refused = { cause: { constraint: 'tasks_failed_is_dated' } };
  const failed = insertTask(app, assignee, 'failed', { closedAt: null });
  await expect(failed).rejects.toMatchObject(refused);
  const id = await insertTask(app, assignee, 'review');
  const change = app.db.update(tasks).set({ status: 'failed' }).where(eq(tasks.id, id));
  await expect(change).rejects.toMatchObject(refused);
});

test('users who assigned or closed a failed task can be deleted', async () => {
  const leaving = (await app.as('staff')).id;
  const id = await insertTask(app, assignee, 'failed', { assignedBy: leaving, closedBy: leaving });
  await app.db.delete(accounts).where(eq(accounts.id, leaving));
  expect(await read(id)).toMatchObject({ status: 'failed', assignedBy: null, closedBy: null });
});

test('of two concurrent decisions on a task the second is refused', async () => {
  const id = await insertTask(app, assignee, 'review');
  const [admin, staff] = [users.get('admin'), users.get('staff')];
  const answers = await Promise.all([perform('close', id, admin), perform('fail', id, staff)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('of two concurrent submissions of a task the second is refused', async () => {
  const id = await insertTask(app, assignee, 'in_progress');
  const answers = await Promise.all([
    perform('submit', id, assignee),
    perform('submit', id, assignee),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await read(id))?.version).toBe(2);
});
