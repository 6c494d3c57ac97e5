import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { recordTags } from './tags.table.ts';

let app: TestApp;
let staff: TestUser;
let mara: TestUser;
let noor: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [staff, mara, noor] = [
    await app.as('staff'),
    await app.as('influencer'),
    await app.as('influencer'),
  ];
});
afterAll(() => app.close());

const change = async (kind: string, ids: string[], tag: string, isTagged = true, user = staff) =>
  (await app.call('PUT', `/api/tags/${kind}`, { user, body: { ids, tag, isTagged } })).json;
const tagsOfKind = async (kind: string, user = staff): Promise<string[]> =>
  (await app.call('GET', `/api/tags/${kind}`, { user })).json.tags;
const rowsOf = async (path: string): Promise<{ id: string; tags: string[] }[]> =>
  (await app.call('GET', path, { user: staff })).json.rows;
const tagsOf = async (id: string): Promise<string[]> =>
  (await app.call('GET', `/api/tasks/${id}`, { user: staff })).json.tags;

test('applications, tasks, influencers and fans have tags, and the lists show and filter them', async () => {
  const fan = await app.as('subscriber');
  const cases = [
    ['application', await createApplication(app.db), '/api/applications'],
    ['task', await insertTask(app, mara), '/api/tasks'],
    ['person', mara.id, '/api/influencers'],
    ['person', fan.id, '/api/users'],
  ] as const;
  for (const [kind, id, path] of cases) {
    const tag = `Of ${path}`;
    expect(await change(kind, [id], tag)).toEqual({ changed: [id], refused: [] });
    const query = `tag=${encodeURIComponent(tag.toUpperCase())}`;
    expect(await rowsOf(`${path}?${query}`)).toMatchObject([{ id, tags: [tag] }]);
    expect(await tagsOfKind(kind)).toContain(tag);
    expect(await rowsOf(`${path}?tag=other`)).toEqual([]);
  }
});

test('a known tag keeps its spelling, and giving it again has no effect', async () => {
  const [first, second] = [await insertTask(app, mara), await insertTask(app, mara)];
  await change('task', [first], 'Evening');
  await change('task', [first, second], ' eVENING ');
  expect([await tagsOf(first), await tagsOf(second)]).toEqual([['Evening'], ['Evening']]);
});

test('two people who give a tag at once give it once', async () => {
  const id = await insertTask(app, mara);
  await Promise.all(['Twice', 'twice', 'TWICE'].map((tag) => change('task', [id], tag)));
  expect(await tagsOf(id)).toHaveLength(1);
});

test('a tag disappears with its last record, whether it is taken away or the record is deleted', async () => {
  const [first, second] = [await insertTask(app, mara), await insertTask(app, mara)];
  await change('task', [first, second], 'Fleeting');
  await change('task', [first], 'fleeting', false);
  expect(await tagsOfKind('task')).toContain('Fleeting');
  await app.call('DELETE', `/api/tasks/${second}`, { user: staff });
  expect(await tagsOfKind('task')).not.toContain('Fleeting');
  const rows = await app.db.select().from(recordTags).where(eq(recordTags.name, 'Fleeting'));
  expect(rows).toEqual([]);
});

test('a record has at most 20 tags; it is refused, others of the same change are not', async () => {
  const [full, other] = [await insertTask(app, mara), await insertTask(app, mara)];
  await app.db
    .insert(recordTags)
    .values(Array.from({ length: 20 }, (_, at) => ({ taskId: full, name: `Tag ${at}` })));
  const result = await change('task', [full, other], 'One more');
  expect(result).toEqual({
    changed: [other],
    refused: [{ id: full, reason: 'It has 20 tags already' }],
  });
  expect((await change('task', [full], 'tag 3')).changed).toEqual([full]);
});

test('limited staff tag only what they see, and see no tags of other records', async () => {
  const limited = await createLimitedStaff(app, mara);
  const [own, others] = [await insertTask(app, mara), await insertTask(app, noor)];
  await change('task', [others], 'Secret');
  expect(await tagsOfKind('task', limited)).not.toContain('Secret');
  const { changed, refused } = await change('task', [own, others], 'Ours', true, limited);
  expect([changed, refused.map(({ id }: { id: string }) => id)]).toEqual([[own], [others]]);
});

test('colleagues have no tags, and influencers see none', async () => {
  const { refused } = await change('person', [staff.id], 'Kind');
  expect(refused).toMatchObject([{ id: staff.id }]);
  const id = await insertTask(app, mara);
  await change('task', [id], 'Late again');
  const { json } = await app.call('GET', `/api/tasks/${id}`, { user: mara });
  expect(JSON.stringify(json)).not.toContain('Late again');
});

test.each(['', '   ', 'x'.repeat(41)])('the tag "%s" is refused', async (tag) => {
  const id = await insertTask(app, mara);
  expect((await change('task', [id], tag)).code).toBe('invalid-input');
});
