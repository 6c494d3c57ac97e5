import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enforceRetention } from '#src/features/privacy/retention/server/enforce-retention.ts';
import { addMonths, formatUtcDay, latestBirthday } from '#src/lib/dates.ts';
import { RETENTION_MONTHS } from '#src/lib/retention.ts';
import { DELETED_FILES_QUEUE, deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { performers } from './performers.table.ts';
import { IDENTITY, insertCheck, insertPerformer } from './performers.testing.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
afterAll(() => app.close());

const newPerformer = (influencer: TestUser, changed: object = {}) => ({
  id: randomUUID(),
  kind: 'influencer',
  influencerId: influencer.id,
  ...IDENTITY,
  ...changed,
});
const add = (body: object, user = staff) => app.call('POST', '/api/performers', { user, body });
const search = async (text: string) => {
  const address = `/api/performers?search=${encodeURIComponent(text)}`;
  const { json } = await app.call('GET', address, { user: staff });
  return json.rows.map(({ id }: { id: string }) => id);
};

test('an influencer is in the register once, however often the request is repeated', async () => {
  const influencer = await app.as('influencer');
  const body = newPerformer(influencer);
  const answers = await Promise.all([add(body), add(body), add(body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const second = await add(newPerformer(influencer));
  expect(second.json).toMatchObject({ code: 'conflict', errors: [{ path: 'influencerId' }] });
  const coPerformers = [1, 2].map(() => newPerformer(influencer, { kind: 'co-performer' }));
  for (const coPerformer of coPerformers) expect((await add(coPerformer)).status).toBe(200);
});

test('an id of another performer is refused', async () => {
  const [one, other] = [await app.as('influencer'), await app.as('influencer')];
  const body = newPerformer(one);
  await add(body);
  expect((await add({ ...newPerformer(other), id: body.id })).json.code).toBe('conflict');
});

test('a minor is refused by the form and by the database', async () => {
  const influencer = await app.as('influencer');
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  const dateOfBirth = latestBirthday(18, tomorrow);
  const { status, json } = await add(newPerformer(influencer, { dateOfBirth }));
  expect([status, json.detail]).toEqual([400, 'A performer must be 18 or older']);
  await expect(insertPerformer(app.db, influencer.id, { dateOfBirth })).rejects.toMatchObject({
    cause: { constraint: 'performers_are_adults' },
  });
  const today = latestBirthday(18, new Date());
  expect((await add(newPerformer(influencer, { dateOfBirth: today }))).status).toBe(200);
});

test.each([
  ['2001-02-30', 'Enter the date of birth as YYYY-MM-DD'],
  ['1870-01-01', 'Enter the date of birth'],
  ['', 'Enter the date of birth'],
])('the date of birth "%s" is refused: %s', async (dateOfBirth, message) => {
  const { json } = await add(newPerformer(await app.as('influencer'), { dateOfBirth }));
  expect(json.errors).toEqual([{ path: 'dateOfBirth', message }]);
});

test('a performer is found by the known, the legal and every other name', async () => {
  const influencer = await app.as('influencer');
  const names = {
    fullName: 'Vesper Quill',
    legalSurname: 'Ostrander',
    aliases: ['Q. Nightingale'],
  };
  const id = await insertPerformer(app.db, influencer.id, names);
  for (const text of ['vesper', 'Marianne Ostr', 'nighting'])
    expect(await search(text)).toEqual([id]);
});

test('the register is ordered by legal surname', async () => {
  const influencer = await app.as('influencer');
  for (const legalSurname of ['zabel', 'Abel', 'Mabel']) {
    await insertPerformer(app.db, influencer.id, { legalSurname });
  }
  const address = `/api/performers?influencer=${influencer.id}`;
  const { json } = await app.call('GET', address, { user: staff });
  expect(json.rows.map(({ legalSurname }: { legalSurname: string }) => legalSurname)).toEqual([
    'Abel',
    'Mabel',
    'zabel',
  ]);
});

test('a change of a record that a colleague changed is refused', async () => {
  const id = await insertPerformer(app.db, (await app.as('influencer')).id);
  const change = (version: number) =>
    app.call('PATCH', `/api/performers/${id}`, {
      user: staff,
      body: { ...IDENTITY, fullName: 'Mara Vail', version },
    });
  const results = await Promise.all([change(1), change(1)]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await change(2)).json).toMatchObject({ fullName: 'Mara Vail', version: 3 });
});

test('the record outlives the account of the influencer, archived and not restorable', async () => {
  const [influencer, admin] = [await app.as('influencer'), await app.as('admin')];
  const body = newPerformer(influencer);
  await add(body);
  expect((await app.call('DELETE', `/api/users/${influencer.id}`, { user: admin })).status).toBe(
    200,
  );
  const { json } = await app.call('GET', `/api/performers/${body.id}`, { user: staff });
  expect(json).toMatchObject({ influencer: null, archivedAt: expect.any(String) });
  const restored = await app.call('PUT', `/api/performers/${body.id}/archived`, {
    user: staff,
    body: { isArchived: false },
  });
  expect(restored.json.code).toBe('not-allowed-in-state');
});

test('a record is deleted seven years after it was archived, unless it is under a hold', async () => {
  const influencer = await app.as('influencer');
  const end = addMonths(new Date(), -RETENTION_MONTHS.performers);
  const around = (days: number) => new Date(end.getTime() + days * 24 * 60 * 60_000);
  const store = (archivedAt: Date | null, holdReason: string | null = null) =>
    insertPerformer(app.db, influencer.id, { archivedAt, holdReason });
  const [inUse, recent, held] = [
    await store(null),
    await store(around(2)),
    await store(around(-2), 'A case in court'),
  ];
  await insertCheck(app, await store(around(-2)), null);
  const countRemovals = async () => {
    const { rows } = await app.db.execute<{ count: number }>(
      sql`select count(*)::int as count from jobs.job where name = ${DELETED_FILES_QUEUE.name}`,
    );
    return rows[0]!.count;
  };
  const removals = await countRemovals();
  await enforceRetention(app.services);
  expect(await countRemovals()).toBe(removals + 1);
  await deleteListedFiles(app.db, app.storage);
  const files: string[] = [];
  for await (const { key } of app.storage.list('performer-documents/')) files.push(key);
  expect(files).toEqual([]);
  const left = await app.db
    .select({ id: performers.id })
    .from(performers)
    .where(eq(performers.influencerId, influencer.id));
  expect(left.map(({ id }) => id).toSorted()).toEqual([inUse, recent, held].toSorted());
  await expect(app.db.delete(performers).where(eq(performers.id, held))).rejects.toMatchObject({
    cause: { message: 'a record under a hold is not deleted' },
  });
  const { json } = await app.call('GET', `/api/performers/${recent}`, { user: staff });
  expect(formatUtcDay(new Date(json.retainedUntil))).toBe(
    formatUtcDay(addMonths(around(2), RETENTION_MONTHS.performers)),
  );
});

test('viewing a record leaves an entry in the audit trail', async () => {
  const id = await insertPerformer(app.db, (await app.as('influencer')).id);
  await app.call('GET', `/api/performers/${id}`, { user: staff });
  const admin = await app.as('admin');
  const { json } = await app.call('GET', `/api/audit?entityId=${id}`, { user: admin });
  expect(json.rows[0].parts[0]).toMatchObject({ action: 'viewed', label: 'Mara Vale' });
});
