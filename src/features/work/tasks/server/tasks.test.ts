import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { tasks } from './tasks.table.ts';
import { insertTask, inHours } from './tasks.testing.ts';

let app: TestApp;
let admin: TestUser;
let mara: TestUser;
let noor: TestUser;
let limited: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  mara = await app.as('influencer');
  noor = await app.as('influencer');
  limited = await createLimitedStaff(app, mara);
});
beforeEach(() => app.db.delete(tasks));
afterAll(() => app.close());

const list = async (query = '', user = admin) =>
  (await app.call('GET', `/api/tasks?${query}`, { user })).json;
const titles = ({ rows }: { rows: TaskRow[] }) => rows.map(({ title }) => title);
const get = (id: string, user: TestUser) => app.call('GET', `/api/tasks/${id}`, { user });
const count = async (user: TestUser, query = '') =>
  (await app.call('GET', `/api/tasks/counts?${query}`, { user })).json;
const create = (body: unknown, user = admin) => app.call('POST', '/api/tasks', { user, body });
const NEW = { title: 'Autumn set', description: 'Twelve pictures.' };

describe('creating tasks', () => {
  test('a task needs a title and an assignee; due date and description are optional', async () => {
    const { status, json } = await create({ title: '  Autumn set ', assignees: [mara.id] });
    expect(status).toBe(200);
    const { json: opened } = await get(json.tasks[0].id, mara);
    expect(opened.task).toMatchObject({
      title: 'Autumn set',
      description: null,
      dueDate: null,
      status: 'assigned',
      version: 1,
      assignee: { id: mara.id },
      assignedBy: 'admin 1',
      submission: null,
      files: [],
    });
  });

  test('the due date is stored as an instant', async () => {
    const dueDate = '2027-01-02T20:30:00.000Z';
    const { json } = await create({ ...NEW, assignees: [mara.id], dueDate });
    expect((await get(json.tasks[0].id, admin)).json.task.dueDate).toBe(dueDate);
  });

  test.each([
    ['no title', { title: '   ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['a title that cannot be stored', { title: 'a\0b' }, 'title'],
    ['a title that is not text', { title: { $gt: '' } }, 'title'],
    ['a description that is too long', { description: 'x'.repeat(5001) }, 'description'],
    ['a description that cannot be stored', { description: '\0' }, 'description'],
    ['no assignee', { assignees: undefined }, 'assignees'],
    ['an empty list of assignees', { assignees: [] }, 'assignees'],
    [
      'more than 100 assignees',
      { assignees: Array.from({ length: 101 }, () => crypto.randomUUID()) },
      'assignees',
    ],
    ['an invalid assignee', { assignees: ["' or 1=1"] }, 'assignees.0'],
    ['an invalid date', { dueDate: 'tomorrow' }, 'dueDate'],
    ['a date too far in the past', { dueDate: '0000-01-01T00:00:00Z' }, 'dueDate'],
    ['a date too far in the future', { dueDate: '9999-12-31T23:59:59Z' }, 'dueDate'],
  ])('%s is refused with an error of its field', async (_what, wrong, path) => {
    const { status, json } = await create({ ...NEW, assignees: [mara.id], ...wrong });
    expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid-input', path]);
    expect((await list()).total).toBe(0);
  });

  test('hostile text is stored unchanged', async () => {
    const title = `<img src=x onerror=alert(1)> "'; drop table tasks; -- \u202e ☀️`;
    const { json } = await create({ title, assignees: [mara.id] });
    expect((await get(json.tasks[0].id, mara)).json.task.title).toBe(title);
    expect(titles(await list(`search=${encodeURIComponent("'; drop")}`))).toEqual([title]);
  });

  test('only influencers can be assignees', async () => {
    for (const { id } of [admin, await app.as('subscriber'), { id: crypto.randomUUID() }]) {
      const { status, json } = await create({ ...NEW, assignees: [id] });
      expect([status, json.errors]).toEqual([
        400,
        [{ path: 'assignees.0', message: 'Influencer not found' }],
      ]);
    }
  });

  test('each of several influencers gets a task and a notification of it', async () => {
    const { json } = await create({ ...NEW, assignees: [noor.id, mara.id, noor.id] });
    expect(json.tasks).toMatchObject([
      { version: 1, assignee: { id: noor.id } },
      { version: 1, assignee: { id: mara.id } },
    ]);
    for (const user of [mara, noor]) {
      const { json: own } = await app.call('GET', '/api/my-tasks?part=open', { user });
      expect(own.tasks).toMatchObject([{ ...NEW, assignedBy: 'admin 1' }]);
      const { json: bell } = await app.call('GET', '/api/task-notifications', { user });
      expect(bell.notifications).toMatchObject([{ event: 'assigned' }]);
    }
  });

  test('all influencers who cannot receive a task are named, and nobody gets one', async () => {
    const suspended = await app.as('influencer');
    await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
    const { json } = await create({
      ...NEW,
      assignees: [mara.id, suspended.id, crypto.randomUUID()],
    });
    expect(json.errors).toEqual([
      { path: 'assignees.1', message: 'This influencer is suspended' },
      { path: 'assignees.2', message: 'Influencer not found' },
    ]);
    expect((await list()).total).toBe(0);
  });

  test('limited staff reach only their influencers, and otherwise nobody gets a task', async () => {
    const { status, json } = await create({ ...NEW, assignees: [mara.id, noor.id] }, limited);
    expect([status, json.errors]).toEqual([
      400,
      [{ path: 'assignees.1', message: 'Influencer not found' }],
    ]);
    expect((await list()).total).toBe(0);
  });

  test('an influencer deleted at the same time gets no task, and neither does anybody else', async () => {
    const leaving = await app.as('influencer');
    const client = await app.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from users where id = $1', [leaving.id]);
      const creating = create({ ...NEW, assignees: [mara.id, leaving.id] });
      const waiting =
        'select from pg_stat_activity where wait_event_type = $1 and datname = current_database()';
      await expect.poll(async () => (await client.query(waiting, ['Lock'])).rowCount).toBe(1);
      await client.query('commit');
      const { json } = await creating;
      expect(json.errors).toEqual([{ path: 'assignees.1', message: 'Influencer not found' }]);
    } finally {
      client.release();
    }
    expect((await list()).total).toBe(0);
  });
});

describe('changing tasks', () => {
  const put = (id: string, body: object, user = admin) =>
    app.call('PUT', `/api/tasks/${id}`, {
      user,
      body: { title: 'Winter set', assignedTo: mara.id, version: 1, ...body },
    });

  test('a change of an older version is refused', async () => {
    const id = await insertTask(app, mara);
    expect((await put(id, { description: 'First' })).json).toEqual({ id, version: 2 });
    const second = await put(id, { description: 'Second' });
    expect([second.status, second.json.code]).toEqual([409, 'conflict']);
    expect((await get(id, admin)).json.task).toMatchObject({ description: 'First', version: 2 });
    expect((await put(id, { description: 'Second', version: 2 })).status).toBe(200);
  });

  test('an edit after the influencer has started is a conflict', async () => {
    const id = await insertTask(app, mara);
    await app.call('POST', `/api/tasks/${id}/start`, { user: mara });
    expect((await put(id, {})).json.code).toBe('conflict');
  });

  test('a task deleted in the meantime cannot be changed, started or submitted', async () => {
    const id = await insertTask(app, mara);
    await app.call('DELETE', `/api/tasks/${id}`, { user: admin });
    const body = { notes: 'Done', method: 'Email' };
    for (const answer of [
      await put(id, {}),
      await app.call('POST', `/api/tasks/${id}/start`, { user: mara }),
      await app.call('POST', `/api/tasks/${id}/submit`, { user: mara, body }),
      await app.call('DELETE', `/api/tasks/${id}`, { user: admin }),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([404, 'Task not found']);
    }
  });

  test('changes of tasks by the back office are in the audit trail', async () => {
    const { json } = await create({ ...NEW, assignees: [mara.id] });
    const { id } = json.tasks[0];
    await put(id, {});
    await app.call('DELETE', `/api/tasks/${id}`, { user: admin });
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
    expect(entries.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted']);
  });
});

describe('submitting work', () => {
  const submit = async (body: object) => {
    const id = await insertTask(app, mara);
    const whole = { notes: 'All done', method: 'Email', ...body };
    const answer = await app.call('POST', `/api/tasks/${id}/submit`, { user: mara, body: whole });
    return { ...answer, task: (await get(id, mara)).json.task };
  };

  test('notes and a method are required; a further link is optional', async () => {
    const url = 'https://drive.example.com/folder?id=1';
    const { status, task } = await submit({ method: 'Google Drive', url });
    expect(status).toBe(200);
    expect(task).toMatchObject({
      status: 'completed',
      closedAt: null,
      submission: { notes: 'All done', method: 'Google Drive', url, customLink: null },
    });
  });

  test.each([
    ['no notes', { notes: ' \n ' }, 'notes'],
    ['notes that are too long', { notes: 'x'.repeat(5001) }, 'notes'],
    ['notes that cannot be stored', { notes: 'a\0' }, 'notes'],
    ['no method', { method: undefined }, 'method'],
    ['an unknown method', { method: 'Pigeon' }, 'method'],
    ['a missing custom link', { method: 'Custom Link' }, 'customLink'],
    [
      'a script as custom link',
      { method: 'Custom Link', customLink: 'javascript:alert(1)' },
      'customLink',
    ],
    ['a link to data', { url: 'data:text/html,<script>alert(1)</script>' }, 'url'],
    ['a link with a line break', { url: 'https://a.test/\njavascript:x' }, 'url'],
    ['a link that is too long', { url: `https://a.test/${'x'.repeat(2001)}` }, 'url'],
    ['an invalid link', { url: 'my folder' }, 'url'],
    ['an upload without files', { method: 'Upload', mediaIds: [], aiUse: 'none' }, 'mediaIds'],
    [
      'too many files',
      {
        method: 'Upload',
        mediaIds: Array.from({ length: 21 }, () => crypto.randomUUID()),
        aiUse: 'none',
      },
      'mediaIds',
    ],
    [
      'an upload that does not say whether AI was used',
      { method: 'Upload', mediaIds: [crypto.randomUUID()] },
      'aiUse',
    ],
    [
      'an upload with an unknown use of AI',
      { method: 'Upload', mediaIds: [crypto.randomUUID()], aiUse: 'a little' },
      'aiUse',
    ],
  ])('%s is refused and nothing is submitted', async (_what, wrong, path) => {
    const { status, json, task } = await submit(wrong);
    expect([status, json.errors?.[0].path]).toEqual([400, path]);
    expect(task).toMatchObject({ status: 'assigned', submission: null });
  });

  test('a link of another method is not submitted', async () => {
    const { task } = await submit({ method: 'WhatsApp', customLink: 'https://a.test/' });
    expect(task.submission.customLink).toBeNull();
  });
});

describe('the list', () => {
  test('finds by title, whatever characters it has', async () => {
    await insertTask(app, mara, 'assigned', { title: '100% autumn' });
    await insertTask(app, mara, 'assigned', { title: 'Winter' });
    expect(titles(await list('search=AUTUMN'))).toEqual(['100% autumn']);
    expect(titles(await list('search=0%25'))).toEqual(['100% autumn']);
    expect(titles(await list('search=%25%25'))).toEqual([]);
  });

  test('each filter lists its tasks, and the counts match', async () => {
    const insert = (stage: Parameters<typeof insertTask>[2], title: string, dueDate?: Date) =>
      insertTask(app, mara, stage, { title, dueDate: dueDate ?? null });
    await insert('assigned', 'late', inHours(-1));
    await insert('in_progress', 'late too', inHours(-30));
    await insert('assigned', 'in time', inHours(5));
    await insert('review', 'late but submitted', inHours(-5));
    await insert('closed', 'closed', inHours(-5));
    await insert('failed', 'failed');
    await insert('rejected', 'rejected');
    await insert('cancelled', 'cancelled');
    const found = async (status: string) => titles(await list(`status=${status}&sort=title`));
    expect(await found('open')).toEqual(['in time', 'late', 'late too']);
    expect(await found('overdue')).toEqual(['late', 'late too']);
    expect(await found('review')).toEqual(['late but submitted']);
    expect(await found('assigned')).toEqual(['in time', 'late']);
    expect(await found('in_progress')).toEqual(['late too']);
    expect(await found('closed')).toEqual(['closed']);
    expect(await count(admin)).toEqual({
      all: 8,
      open: 3,
      overdue: 2,
      review: 1,
      assigned: 2,
      in_progress: 1,
      closed: 1,
      failed: 1,
      rejected: 1,
      cancelled: 1,
    });
    expect(await count(admin, 'search=late')).toMatchObject({ all: 3, overdue: 2, review: 1 });
    expect(await count(admin, `assignedTo=${noor.id}`)).toMatchObject({ all: 0 });
  });

  test('is sorted by creation, by due date with undated tasks last, or by title', async () => {
    await insertTask(app, mara, 'assigned', { title: 'b', createdAt: inHours(-3) });
    await insertTask(app, mara, 'assigned', {
      title: 'C',
      createdAt: inHours(-2),
      dueDate: inHours(9),
    });
    await insertTask(app, mara, 'assigned', {
      title: 'a',
      createdAt: inHours(-1),
      dueDate: inHours(12),
    });
    expect(titles(await list())).toEqual(['a', 'C', 'b']);
    expect(titles(await list('sort=newest'))).toEqual(['b', 'C', 'a']);
    expect(titles(await list('sort=due'))).toEqual(['C', 'a', 'b']);
    expect(titles(await list('sort=title'))).toEqual(['a', 'b', 'C']);
  });

  test.each(['newest', '-newest', 'due', '-due', 'title', '-title'])(
    'paging sorted by %s neither skips nor repeats tasks, in both directions',
    async (sort) => {
      const rows = Array.from({ length: 120 }, (_, at) => ({
        title: `Task ${at % 7}`,
        assignedTo: mara.id,
        createdAt: inHours(-(at % 5)),
        dueDate: at % 3 === 0 ? null : inHours(at % 4),
      }));
      await app.db.insert(tasks).values(rows);
      const pages: TaskRow[][] = [];
      let page = await list(`sort=${sort}`);
      for (; ; page = await list(`sort=${sort}&after=${page.next}`)) {
        pages.push(page.rows);
        if (!page.next) break;
      }
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
      expect(pages.flat()).toHaveLength(120);
      const back = await list(`sort=${sort}&before=${page.previous}`);
      expect(back.rows).toEqual(pages[1]);
    },
  );

  test('the export has the filtered tasks, and no cell that a spreadsheet would execute', async () => {
    await insertTask(app, mara, 'review', { title: '=cmd()', submissionNotes: '@sum(1)' });
    await insertTask(app, noor, 'assigned', { title: 'Other' });
    const { status, json, headers } = await app.call('GET', '/api/tasks.csv?status=review', {
      user: admin,
    });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('tasks.csv');
    const [head, line, rest] = (json as string).trim().split('\r\n');
    expect(head).toContain('Title,Description,Assignee,Email,Status,Due Date');
    expect(line).toContain(`'=cmd()`);
    expect(line).toContain(`'@sum(1)`);
    expect(line).toContain(`${mara.email},Completed`);
    expect(rest).toBeUndefined();
  });

  test('the export of selected tasks has the same columns, and only these tasks in the order of the list', async () => {
    const make = (title: string) => insertTask(app, mara, 'assigned', { title });
    const [first, , third] = [await make('A'), await make('B'), await make('C')];
    const select = (ids: string[]) =>
      app.call('POST', '/api/tasks.csv', { user: admin, body: { ids, sort: '-title' } });
    const lines = (await select([first, third, crypto.randomUUID()])).json.trim().split('\r\n');
    const { json: all } = await app.call('GET', '/api/tasks.csv', { user: admin });
    expect(lines[0]).toBe((all as string).split('\r\n')[0]);
    expect(lines.slice(1).map((line: string) => line.split(',')[0])).toEqual(['C', 'A']);
    const tooMany = Array.from({ length: 1_001 }, () => first);
    expect([(await select([])).status, (await select(tooMany)).status]).toEqual([400, 400]);
  });
});

test('submissions to review are sorted by submission, the oldest first, however long ago they were assigned', async () => {
  const submitted = async (title: string, hours: number) =>
    insertTask(app, mara, 'review', { title, completedAt: inHours(-hours) });
  await submitted('second', 5);
  await submitted('third', 1);
  await submitted('first', 50);
  await insertTask(app, mara, 'closed', { title: 'closed', completedAt: inHours(-90) });
  expect(titles(await list('status=review&sort=submitted'))).toEqual(['first', 'second', 'third']);
});

describe('limited staff', () => {
  test('list, count, export and open only tasks of their influencers', async () => {
    const theirs = await insertTask(app, mara, 'review', { title: 'theirs' });
    const beyond = await insertTask(app, noor, 'review', { title: 'beyond' });
    expect(await list('', limited)).toMatchObject({ total: 1, rows: [{ id: theirs }] });
    expect(await list(`assignedTo=${noor.id}`, limited)).toMatchObject({ total: 0, rows: [] });
    expect(await count(limited)).toMatchObject({ all: 1, review: 1 });
    const file = await app.call('GET', '/api/tasks.csv', { user: limited });
    expect(file.json).not.toContain('beyond');
    expect((await get(theirs, limited)).status).toBe(200);
    expect((await get(beyond, limited)).status).toBe(404);
  });

  test('assign tasks only to their influencers, also by reassignment', async () => {
    expect((await create({ ...NEW, assignees: [mara.id] }, limited)).status).toBe(200);
    const refused = await create({ ...NEW, assignees: [noor.id] }, limited);
    expect([refused.status, refused.json.detail]).toEqual([400, 'Influencer not found']);
    const id = await insertTask(app, mara);
    const body = { ...NEW, assignedTo: noor.id, version: 1 };
    const reassigned = await app.call('PUT', `/api/tasks/${id}`, { user: limited, body });
    expect(reassigned.status).toBe(400);
    expect((await get(id, admin)).json.task.assignee.id).toBe(mara.id);
  });
});

describe("an influencer's own tasks", () => {
  const own = async (part: string, user = mara) =>
    (await app.call('GET', `/api/my-tasks?part=${part}`, { user })).json;

  test('are listed by due date if open, and newest first if finished', async () => {
    await insertTask(app, mara, 'assigned', { title: 'undated' });
    await insertTask(app, mara, 'in_progress', { title: 'later', dueDate: inHours(30) });
    await insertTask(app, mara, 'assigned', { title: 'soon', dueDate: inHours(3) });
    await insertTask(app, mara, 'review', { title: 'submitted', dueDate: inHours(40) });
    await insertTask(app, mara, 'failed', { title: 'failed', completedAt: inHours(-9) });
    await insertTask(app, mara, 'closed', { title: 'closed', closedAt: inHours(-1) });
    await insertTask(app, noor, 'assigned', { title: 'not hers' });
    const named = ({ tasks: found }: { tasks: TaskRow[] }) => found.map(({ title }) => title);
    expect(named(await own('open'))).toEqual(['soon', 'later', 'submitted', 'undated']);
    expect(named(await own('done'))).toEqual(['closed', 'failed']);
    expect((await own('done')).total).toBe(2);
  });

  test('tasks of others cannot be opened', async () => {
    const id = await insertTask(app, noor);
    expect((await get(id, mara)).status).toBe(404);
    expect((await get(id, noor)).status).toBe(200);
  });
});
