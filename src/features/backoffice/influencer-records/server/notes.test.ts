import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';

let app: TestApp;
let staff: TestUser;
let limited: TestUser;
let star: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  limited = await app.as('staff');
  star = await app.as('influencer');
  other = await app.as('influencer');
  await limitStaffTo(app, limited, star);
});
afterAll(() => app.close());
beforeEach(() => app.db.delete(personNotes));

const notesOf = ({ id }: TestUser) => `/api/influencers/${id}/notes`;
const add = (note: unknown, { user = staff, of = star, id = randomUUID() as unknown } = {}) =>
  app.call('POST', notesOf(of), { user, body: { id, note } });
const list = (of = star, user = staff) => app.call('GET', notesOf(of), { user });
const textsOf = async (of = star) =>
  ((await list(of)).json.rows as { note: string }[]).map(({ note }) => note);

test('notes are listed newest first, with author and time', async () => {
  await add('first');
  await add('  second \n', { user: await app.as('admin') });
  const { json } = await list();
  expect(json).toMatchObject({
    total: 2,
    rows: [
      { note: 'second', author: expect.stringMatching(/^admin/) },
      { note: 'first', author: expect.stringMatching(/^staff/), createdAt: expect.any(String) },
    ],
  });
});

test('further pages of notes are read by cursor, each note once', async () => {
  const at = new Date('2026-11-01T10:00:00Z');
  await app.db.insert(personNotes).values(
    Array.from({ length: 120 }, (_, index) => ({
      personId: star.id,
      note: `note ${index}`,
      createdAt: index % 3 === 0 ? at : new Date(at.getTime() - index * 1000),
    })),
  );
  const seen: string[] = [];
  for (let after = ''; ;) {
    const { json } = await app.call(
      'GET',
      `${notesOf(star)}?after=${after}`.replace(/\?after=$/, ''),
      {
        user: staff,
      },
    );
    seen.push(...json.rows.map((row: { id: string }) => row.id));
    if (!json.next) break;
    after = json.next;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

test('a note sent twice, simultaneously or later, is stored once', async () => {
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => add('Call her back', { id })));
  answers.push(await add('Call her back', { id }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await textsOf()).toEqual(['Call her back']);
});

test('the id of another note adds nothing and reveals nothing', async () => {
  const id = randomUUID();
  await add('About the other', { id, of: other });
  expect(await add('About the star', { id })).toMatchObject({
    status: 409,
    json: { code: 'conflict' },
  });
  expect(await textsOf()).toEqual([]);
});

test.each([
  ['', 'Write a note first'],
  [' \n\t ', 'Write a note first'],
  [7, 'Write a note first'],
  ['x'.repeat(5_001), 'A note must be at most 5,000 characters long'],
  ['a\0b', 'This contains characters that cannot be stored'],
])('an invalid note is rejected with a message: %j', async (note, message) => {
  expect(await add(note)).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'note', message }] },
  });
});

test.each(['<img src=x onerror=alert(1)>', "'); drop table profiles;--", 'שלום ‮abc', '👩‍🎤 naïve'])(
  'a note is stored as written: %j',
  async (note) => {
    expect((await add(note)).status).toBe(200);
    expect(await textsOf()).toEqual([note]);
  },
);

test('a note of a megabyte and a half is rejected before it is parsed', async () => {
  expect((await add('x'.repeat(1_500_000))).status).toBe(413);
});

test('a deleted note no longer exists, and deleting it again returns not found', async () => {
  const { json } = await add('Wrong');
  const address = `${notesOf(star)}/${json.id}`;
  expect((await app.call('DELETE', address, { user: staff })).status).toBe(200);
  expect(await textsOf()).toEqual([]);
  expect((await app.call('DELETE', address, { user: staff })).status).toBe(404);
});

test('a note cannot be deleted under another influencer', async () => {
  const { json } = await add('Stays');
  expect((await app.call('DELETE', `${notesOf(other)}/${json.id}`, { user: staff })).status).toBe(
    404,
  );
  expect(await textsOf()).toEqual(['Stays']);
});

test('only influencers can have notes', async () => {
  const fan = await app.as('subscriber');
  expect((await add('?', { of: fan })).status).toBe(404);
  expect((await list(fan)).status).toBe(404);
});

describe('limited staff', () => {
  test('write and read notes about their influencers', async () => {
    expect((await add('Mine', { user: limited })).status).toBe(200);
    expect((await list(star, limited)).json.rows).toHaveLength(1);
  });

  test('cannot read, add or delete notes about other influencers', async () => {
    const { json } = await add('Not for them', { of: other });
    expect((await list(other, limited)).status).toBe(404);
    expect((await add('?', { of: other, user: limited })).status).toBe(404);
    const address = `${notesOf(other)}/${json.id}`;
    expect((await app.call('DELETE', address, { user: limited })).status).toBe(404);
    expect(await textsOf(other)).toEqual(['Not for them']);
  });
});

test('the audit trail records who wrote and who deleted a note', async () => {
  const { json } = await add('For the record');
  await app.call('DELETE', `${notesOf(star)}/${json.id}`, { user: staff });
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, json.id));
  expect(entries.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
    ['created', staff.email],
    ['deleted', staff.email],
  ]);
});
