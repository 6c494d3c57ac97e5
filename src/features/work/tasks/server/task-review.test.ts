import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { deleteUnusedUploads } from '#src/features/content/media/server/unused-uploads.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import type { Task } from '../tasks.schema.ts';
import { taskDecisions } from './task-history.table.ts';
import { tasks } from './tasks.table.ts';
import { insertTask, inHours } from './tasks.testing.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let mara: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [admin, staff] = [await app.as('admin'), await app.as('staff')];
  mara = await app.as('influencer');
});
beforeEach(async () => {
  await app.db.delete(tasks);
});
afterAll(() => app.close());

const post = (id: string, action: string, user: TestUser, body: object = {}) =>
  app.call('POST', `/api/tasks/${id}/${action}`, { user, body });
async function done(id: string, action: string, user: TestUser, body: object = {}) {
  const { status, json } = await post(id, action, user, body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { id: string; version: number };
}
const open = async (id: string, user = staff): Promise<Task> =>
  (await app.call('GET', `/api/tasks/${id}`, { user })).json.task;
const upload = (fileName: string) => createUploadedFile(app, mara, { state: 'ready', fileName });
const submit = (id: string, mediaIds: string[], notes = 'Here they are') =>
  done(id, 'submit', mara, { notes, method: 'Upload', mediaIds, aiUse: 'none' });

async function submitFiles(...names: string[]) {
  const id = await insertTask(app, mara, 'in_progress');
  const files: string[] = [];
  for (const name of names) files.push(await upload(name));
  await submit(id, files);
  return { id, files };
}
const whoAndWhen = { by: 'staff 2', at: expect.any(String) };

describe('requesting changes', () => {
  test('the history has each round with its files and comments, for both sides', async () => {
    const { id, files } = await submitFiles('warm.jpg', 'blurred.jpg');
    await done(id, 'request-changes', staff, {
      comment: 'Almost. One is blurred.',
      files: [{ id: files[1], comment: 'Sharper, please' }],
    });
    const sentBack = await open(id, mara);
    expect(sentBack).toMatchObject({ status: 'in_progress', closedAt: null });
    const sharp = await upload('sharp.jpg');
    await submit(id, [files[0]!, sharp], 'The second one is new');
    await done(id, 'close', staff);
    for (const user of [staff, mara]) {
      const task = await open(id, user);
      expect(task.files.map((file) => file.id)).toEqual([files[0], sharp]);
      expect(task.rounds).toMatchObject([
        {
          number: 1,
          notes: 'Here they are',
          method: 'Upload',
          files: [
            { id: files[0], fileName: 'warm.jpg', comment: null },
            { id: files[1], fileName: 'blurred.jpg', comment: 'Sharper, please' },
          ],
        },
        {
          number: 2,
          notes: 'The second one is new',
          files: [
            { id: files[0], fileName: 'warm.jpg', comment: null },
            { id: sharp, fileName: 'sharp.jpg', comment: null },
          ],
        },
      ]);
      expect(task.decisions).toEqual([
        { kind: 'changes_requested', comment: 'Almost. One is blurred.', ...whoAndWhen },
        { kind: 'closed', comment: null, ...whoAndWhen },
      ]);
    }
  });

  test('a file that a later round omits is deleted, and the history retains its name', async () => {
    const { id, files } = await submitFiles('first.jpg');
    await done(id, 'request-changes', staff, { comment: 'Another one' });
    await submit(id, [await upload('second.jpg')]);
    await deleteUnusedUploads(app.services, inHours(30));
    const left = await app.db.select().from(contentMedia).where(eq(contentMedia.taskId, id));
    expect(left.map(({ fileName }) => fileName)).toEqual(['second.jpg']);
    expect(await app.db.select().from(contentMedia).where(eq(contentMedia.id, files[0]!))).toEqual(
      [],
    );
    expect((await open(id)).rounds[0]!.files).toEqual([
      { id: files[0], fileName: 'first.jpg', comment: null },
    ]);
  });

  test.each([
    ['without a comment', { comment: '  ' }, 'comment'],
    ['with a comment that is too long', { comment: 'x'.repeat(2001) }, 'comment'],
    [
      'with a blank comment on a file',
      { files: [{ id: crypto.randomUUID(), comment: ' ' }] },
      'files.0.comment',
    ],
  ])('a request %s is refused', async (_what, wrong, path) => {
    const id = await insertTask(app, mara, 'review');
    const { status, json } = await post(id, 'request-changes', staff, { comment: 'No', ...wrong });
    expect([status, json.errors[0].path]).toEqual([400, path]);
  });

  test('two comments on one file are refused', async () => {
    const { id, files } = await submitFiles('a.jpg');
    const file = { id: files[0], comment: 'Sharper' };
    const { status } = await post(id, 'request-changes', staff, {
      comment: 'No',
      files: [file, file],
    });
    expect(status).toBe(400);
  });

  test('comments apply only to files of the latest round, and otherwise nothing changes', async () => {
    const { id, files } = await submitFiles('a.jpg');
    const { files: others } = await submitFiles('b.jpg');
    await done(id, 'request-changes', staff, { comment: 'Another one' });
    await submit(id, [await upload('c.jpg')]);
    for (const file of [files[0], others[0], crypto.randomUUID()]) {
      const { json } = await post(id, 'request-changes', staff, {
        comment: 'No',
        files: [{ id: file, comment: 'Sharper' }],
      });
      expect(json.code).toBe('conflict');
    }
    const task = await open(id);
    expect([task.status, task.decisions.length]).toEqual(['completed', 1]);
  });

  test('hostile text is stored unchanged', async () => {
    const { id, files } = await submitFiles('a.jpg');
    const comment = `<img src=x onerror=alert(1)> javascript:alert(1) \u202e"'; --`;
    await done(id, 'request-changes', staff, { comment, files: [{ id: files[0], comment }] });
    const { decisions, rounds } = await open(id, mara);
    expect([decisions[0]!.comment, rounds[0]!.files[0]!.comment]).toEqual([comment, comment]);
  });

  test('of a request for changes and a concurrent closing, the second is refused', async () => {
    const { id } = await submitFiles('a.jpg');
    const answers = await Promise.all([
      post(id, 'request-changes', staff, { comment: 'Once more' }),
      post(id, 'close', admin),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await open(id)).decisions).toHaveLength(1);
  });
});

describe('undoing', () => {
  const REASON = { reason: 'Not what we need', comment: 'Once more' };

  test.each([
    ['close', 'review'],
    ['fail', 'review'],
    ['request-changes', 'review'],
    ['cancel', 'assigned'],
    ['cancel', 'in_progress'],
    ['cancel', 'changes_requested'],
  ] as const)('%s restores a task that was: %s', async (action, stage) => {
    const id = await insertTask(app, mara, stage);
    const before = await open(id);
    const { version } = await done(id, action, staff, REASON);
    await done(id, 'undo', staff, { version });
    expect(await open(id)).toEqual({ ...before, version: 3 });
    const { json } = await app.call('GET', '/api/task-notifications', { user: mara });
    expect(json.notifications).toEqual([]);
  });

  test('is refused after a further change, with the state of the task', async () => {
    const id = await insertTask(app, mara, 'review');
    const { version } = await done(id, 'close', staff);
    await done(id, 'reopen', admin, REASON);
    await done(id, 'request-changes', admin, REASON);
    const { status, json } = await post(id, 'undo', staff, { version });
    expect([status, json.detail]).toEqual([
      409,
      'Somebody has changed the task since. The task was sent back for changes',
    ]);
    expect((await open(id)).decisions).toHaveLength(3);
  });

  test('is refused once the influencer has submitted again', async () => {
    const { id, files } = await submitFiles('a.jpg');
    const { version } = await done(id, 'request-changes', staff, REASON);
    await submit(id, files);
    expect((await post(id, 'undo', staff, { version })).json.code).toBe('conflict');
    expect((await open(id)).decisions).toHaveLength(1);
  });

  test('is refused to others, after its time, twice, and for a reopening', async () => {
    const id = await insertTask(app, mara, 'review');
    const { version } = await done(id, 'close', staff);
    const refused = [await post(id, 'undo', admin, { version })];
    await app.db
      .update(taskDecisions)
      .set({ decidedAt: sql`now() - make_interval(secs => ${UNDO_SECONDS + 1})` })
      .where(eq(taskDecisions.taskId, id));
    refused.push(await post(id, 'undo', staff, { version }));
    const reopened = await done(id, 'reopen', staff, REASON);
    refused.push(await post(id, 'undo', staff, reopened));
    expect(refused.map(({ status, json }) => [status, json.detail])).toEqual(
      Array.from({ length: 3 }, () => [409, 'This can no longer be undone']),
    );
    const closed = await done(id, 'close', staff);
    await done(id, 'undo', staff, closed);
    expect((await post(id, 'undo', staff, closed)).status).toBe(409);
  });

  test('both the decision and its undo are in the audit trail', async () => {
    const id = await insertTask(app, mara, 'review');
    const { version } = await done(id, 'fail', staff, REASON);
    await done(id, 'undo', staff, { version });
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entity, 'task_decisions'))
      .orderBy(auditEntries.id);
    expect(entries.slice(-2)).toMatchObject([
      { action: 'created', after: { kind: 'failed', comment: REASON.reason } },
      { action: 'deleted', operation: `POST /api/tasks/${id}/undo` },
    ]);
  });
});

describe('reasons', () => {
  test.each([
    ['fail', 'review', 'failed'],
    ['cancel', 'assigned', 'cancelled'],
    ['reopen', 'closed', 'reopened'],
  ] as const)('%s needs a reason, which both sides see', async (action, stage, kind) => {
    const id = await insertTask(app, mara, stage);
    const { status, json } = await post(id, action, staff, { reason: ' ' });
    expect([status, json.errors[0]]).toEqual([
      400,
      { path: 'reason', message: 'Please give a reason' },
    ]);
    await done(id, action, staff, { reason: 'The brand has changed its mind' });
    for (const user of [staff, mara]) {
      const { decisions } = await open(id, user);
      expect(decisions).toMatchObject([{ kind, comment: 'The brand has changed its mind' }]);
    }
  });

  test('reopening leaves the rounds as they are, and a cancelled task returns to its earlier state', async () => {
    const { id } = await submitFiles('a.jpg');
    await done(id, 'fail', staff, { reason: 'Wrong set' });
    await done(id, 'reopen', admin, { reason: 'It was the right set' });
    expect(await open(id)).toMatchObject({ status: 'completed', closedAt: null, closedBy: null });
    expect((await open(id)).rounds).toHaveLength(1);
    await done(id, 'request-changes', admin, { comment: 'One more' });
    await done(id, 'cancel', admin, { reason: 'Too late' });
    await done(id, 'reopen', admin, { reason: 'In time after all' });
    const task = await open(id);
    expect([task.status, task.completedAt]).toEqual(['in_progress', expect.any(String)]);
  });
});

describe('the bulk closing', () => {
  test('closes what was submitted, names the rest with the reason, and is undone', async () => {
    const [ready, assigned] = [await insertTask(app, mara, 'review'), await insertTask(app, mara)];
    const body = { ids: [ready, assigned] };
    const closed = await app.call('POST', '/api/tasks/close', { user: staff, body });
    expect(closed.json.changed).toEqual([ready]);
    expect(closed.json.refused).toEqual([{ id: assigned, reason: 'The task hasn’t been started' }]);
    const undone = await app.call('POST', '/api/tasks/close/undo', { user: staff, body });
    expect(undone.json.changed).toEqual([ready]);
    const { json } = await app.call('GET', `/api/tasks/${ready}`, { user: staff });
    expect(json.task).toMatchObject({ status: 'completed', closedAt: null });
  });

  test('of another person is not undone', async () => {
    const body = { ids: [await insertTask(app, mara, 'review')] };
    await app.call('POST', '/api/tasks/close', { user: staff, body });
    const user = await app.as('admin');
    const { json } = await app.call('POST', '/api/tasks/close/undo', { user, body });
    expect(json).toMatchObject({ changed: [], refused: [{ reason: expect.any(String) }] });
  });
});
