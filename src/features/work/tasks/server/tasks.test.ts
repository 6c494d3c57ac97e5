import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { TaskRow } from '../tasks.schema.ts';
import { tasks } from './tasks.table.ts';
import { giveTask, inHours } from './tasks.testing.ts';

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

describe('giving tasks', () => {
  test('a task needs a title and an assignee; a date and a description may be left out', async () => {
    const { status, json } = await create({ title: '  Autumn set ', assignedTo: mara.id });
    expect(status).toBe(200);
    const { json: opened } = await get(json.id, mara);
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

  test('a date is kept as the instant that it is', async () => {
    const dueDate = '2027-01-02T20:30:00.000Z';
    const { json } = await create({ ...NEW, assignedTo: mara.id, dueDate });
    expect((await get(json.id, admin)).json.task.dueDate).toBe(dueDate);
  });

  test.each([
    ['no title', { title: '   ' }, 'title'],
    ['a title without end', { title: 'x'.repeat(201) }, 'title'],
    ['a title that cannot be stored', { title: 'a\0b' }, 'title'],
    ['a title that is no text', { title: { $gt: '' } }, 'title'],
    ['a description without end', { description: 'x'.repeat(5001) }, 'description'],
    ['a description that cannot be stored', { description: '\0' }, 'description'],
    ['no assignee', { assignedTo: undefined }, 'assignedTo'],
    ['an assignee who is none', { assignedTo: "' or 1=1" }, 'assignedTo'],
    ['a date that is none', { dueDate: 'tomorrow' }, 'dueDate'],
    ['a date before all dates', { dueDate: '0000-01-01T00:00:00Z' }, 'dueDate'],
    ['a date beyond all dates', { dueDate: '9999-12-31T23:59:59Z' }, 'dueDate'],
  ])('%s is refused, and beside its field', async (_what, wrong, path) => {
    const { status, json } = await create({ ...NEW, assignedTo: mara.id, ...wrong });
    expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid-input', path]);
    expect((await list()).total).toBe(0);
  });

  test('hostile text is kept as the text that it is', async () => {
    const title = `<img src=x onerror=alert(1)> "'; drop table tasks; -- \u202e ☀️`;
    const { json } = await create({ title, assignedTo: mara.id });
    expect((await get(json.id, mara)).json.task.title).toBe(title);
    expect(titles(await list(`search=${encodeURIComponent("'; drop")}`))).toEqual([title]);
  });

  test('only an influencer can be given a task', async () => {
    for (const { id } of [admin, await app.as('subscriber'), { id: crypto.randomUUID() }]) {
      const { status, json } = await create({ ...NEW, assignedTo: id });
      expect([status, json.errors]).toEqual([
        400,
        [{ path: 'assignedTo', message: 'Influencer not found' }],
      ]);
    }
  });
});

describe('changing tasks', () => {
  const put = (id: string, body: object, user = admin) =>
    app.call('PUT', `/api/tasks/${id}`, {
      user,
      body: { title: 'Winter set', assignedTo: mara.id, version: 1, ...body },
    });

  test('a stale copy overwrites nothing', async () => {
    const id = await giveTask(app, mara);
    expect((await put(id, { description: 'First' })).json).toEqual({ id, version: 2 });
    const second = await put(id, { description: 'Second' });
    expect([second.status, second.json.code]).toEqual([409, 'conflict']);
    expect((await get(id, admin)).json.task).toMatchObject({ description: 'First', version: 2 });
    expect((await put(id, { description: 'Second', version: 2 })).status).toBe(200);
  });

  test('who edits while the influencer starts is told', async () => {
    const id = await giveTask(app, mara);
    await app.call('POST', `/api/tasks/${id}/start`, { user: mara });
    expect((await put(id, {})).json.code).toBe('conflict');
  });

  test('a task that was deleted meanwhile cannot be changed, started or submitted', async () => {
    const id = await giveTask(app, mara);
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

  test('what the office does with tasks is in the audit trail', async () => {
    const { json } = await create({ ...NEW, assignedTo: mara.id });
    await put(json.id, {});
    await app.call('DELETE', `/api/tasks/${json.id}`, { user: admin });
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, json.id));
    expect(entries.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted']);
  });
});

describe('handing in', () => {
  const submit = async (body: object) => {
    const id = await giveTask(app, mara);
    const whole = { notes: 'All done', method: 'Email', ...body };
    const answer = await app.call('POST', `/api/tasks/${id}/submit`, { user: mara, body: whole });
    return { ...answer, task: (await get(id, mara)).json.task };
  };

  test('notes and a method are enough; a further link may be added', async () => {
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
    ['notes without end', { notes: 'x'.repeat(5001) }, 'notes'],
    ['notes that cannot be stored', { notes: 'a\0' }, 'notes'],
    ['no method', { method: undefined }, 'method'],
    ['a method there is not', { method: 'Pigeon' }, 'method'],
    ['a custom link that is missing', { method: 'Custom Link' }, 'customLink'],
    [
      'a script as custom link',
      { method: 'Custom Link', customLink: 'javascript:alert(1)' },
      'customLink',
    ],
    ['a link to data', { url: 'data:text/html,<script>alert(1)</script>' }, 'url'],
    ['a link with a line break', { url: 'https://a.test/\njavascript:x' }, 'url'],
    ['a link without end', { url: `https://a.test/${'x'.repeat(2001)}` }, 'url'],
    ['a link that is none', { url: 'my folder' }, 'url'],
    ['an upload of nothing', { method: 'Upload', mediaIds: [] }, 'mediaIds'],
    [
      'too many files',
      { method: 'Upload', mediaIds: Array.from({ length: 21 }, () => crypto.randomUUID()) },
      'mediaIds',
    ],
  ])('%s is refused and nothing is submitted', async (_what, wrong, path) => {
    const { status, json, task } = await submit(wrong);
    expect([status, json.errors?.[0].path]).toEqual([400, path]);
    expect(task).toMatchObject({ status: 'assigned', submission: null });
  });

  test('a link of another method is not handed in', async () => {
    const { task } = await submit({ method: 'WhatsApp', customLink: 'https://a.test/' });
    expect(task.submission.customLink).toBeNull();
  });
});

describe('the list', () => {
  test('finds by title, whatever characters it has', async () => {
    await giveTask(app, mara, 'assigned', { title: '100% autumn' });
    await giveTask(app, mara, 'assigned', { title: 'Winter' });
    expect(titles(await list('search=AUTUMN'))).toEqual(['100% autumn']);
    expect(titles(await list('search=0%25'))).toEqual(['100% autumn']);
    expect(titles(await list('search=%25%25'))).toEqual([]);
  });

  test('each filter has its tasks, and the tabs count them', async () => {
    const give = (stage: Parameters<typeof giveTask>[2], title: string, dueDate?: Date) =>
      giveTask(app, mara, stage, { title, dueDate: dueDate ?? null });
    await give('assigned', 'late', inHours(-1));
    await give('in_progress', 'late too', inHours(-30));
    await give('assigned', 'in time', inHours(5));
    await give('review', 'late but handed in', inHours(-5));
    await give('closed', 'closed', inHours(-5));
    await give('failed', 'failed');
    await give('rejected', 'rejected');
    await give('cancelled', 'cancelled');
    const found = async (status: string) => titles(await list(`status=${status}&sort=title`));
    expect(await found('open')).toEqual(['in time', 'late', 'late too']);
    expect(await found('overdue')).toEqual(['late', 'late too']);
    expect(await found('review')).toEqual(['late but handed in']);
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

  test('is ordered by age, by date with undated ones at the end, or by title', async () => {
    await giveTask(app, mara, 'assigned', { title: 'b', createdAt: inHours(-3) });
    await giveTask(app, mara, 'assigned', {
      title: 'C',
      createdAt: inHours(-2),
      dueDate: inHours(9),
    });
    await giveTask(app, mara, 'assigned', {
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
    'ordered by %s, pages skip and repeat nothing, there and back',
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

  test('the file has what is filtered, and no cell that a spreadsheet would run', async () => {
    await giveTask(app, mara, 'review', { title: '=cmd()', submissionNotes: '@sum(1)' });
    await giveTask(app, noor, 'assigned', { title: 'Other' });
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
});

describe('staff who are held to certain influencers', () => {
  test('see, count, export and open the tasks of those alone', async () => {
    const theirs = await giveTask(app, mara, 'review', { title: 'theirs' });
    const beyond = await giveTask(app, noor, 'review', { title: 'beyond' });
    expect(await list('', limited)).toMatchObject({ total: 1, rows: [{ id: theirs }] });
    expect(await list(`assignedTo=${noor.id}`, limited)).toMatchObject({ total: 0, rows: [] });
    expect(await count(limited)).toMatchObject({ all: 1, review: 1 });
    const file = await app.call('GET', '/api/tasks.csv', { user: limited });
    expect(file.json).not.toContain('beyond');
    expect((await get(theirs, limited)).status).toBe(200);
    expect((await get(beyond, limited)).status).toBe(404);
  });

  test('give tasks to those alone, also by handing one on', async () => {
    expect((await create({ ...NEW, assignedTo: mara.id }, limited)).status).toBe(200);
    const refused = await create({ ...NEW, assignedTo: noor.id }, limited);
    expect([refused.status, refused.json.detail]).toEqual([400, 'Influencer not found']);
    const id = await giveTask(app, mara);
    const body = { ...NEW, assignedTo: noor.id, version: 1 };
    const handed = await app.call('PUT', `/api/tasks/${id}`, { user: limited, body });
    expect(handed.status).toBe(400);
    expect((await get(id, admin)).json.task.assignee.id).toBe(mara.id);
  });
});

describe("an influencer's own tasks", () => {
  const own = async (part: string, user = mara) =>
    (await app.call('GET', `/api/my-tasks?part=${part}`, { user })).json;

  test('open ones come by their date, finished ones last first, of others none', async () => {
    await giveTask(app, mara, 'assigned', { title: 'undated' });
    await giveTask(app, mara, 'in_progress', { title: 'later', dueDate: inHours(30) });
    await giveTask(app, mara, 'assigned', { title: 'soon', dueDate: inHours(3) });
    await giveTask(app, mara, 'review', { title: 'handed in', dueDate: inHours(40) });
    await giveTask(app, mara, 'failed', { title: 'failed', completedAt: inHours(-9) });
    await giveTask(app, mara, 'closed', { title: 'closed', closedAt: inHours(-1) });
    await giveTask(app, noor, 'assigned', { title: 'not hers' });
    const named = ({ tasks: found }: { tasks: TaskRow[] }) => found.map(({ title }) => title);
    expect(named(await own('open'))).toEqual(['soon', 'later', 'handed in', 'undated']);
    expect(named(await own('done'))).toEqual(['closed', 'failed']);
    expect((await own('done')).total).toBe(2);
  });

  test('another one cannot be opened', async () => {
    const id = await giveTask(app, noor);
    expect((await get(id, mara)).status).toBe(404);
    expect((await get(id, noor)).status).toBe(200);
  });
});
