import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReceivedApplication,
  createSoldInfluencer,
  subscribe,
} from '#src/features/backoffice/dashboard/server/dashboard.testing.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import type { SearchResult } from '../search.schema.ts';

let app: TestApp;
let admin: TestUser;
let ada: Awaited<ReturnType<typeof createSoldInfluencer>>;
let bo: typeof ada;

const rename = (id: string, fullName: string) =>
  app.db.update(profiles).set({ fullName }).where(eq(profiles.id, id));

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  [ada, bo] = [await createSoldInfluencer(app, 1999), await createSoldInfluencer(app, 999)];
  await rename(ada.id, 'Ada Maria Velvetine');
  await rename(bo.id, 'Bo Velvetine');
  await createReceivedApplication(app, {
    fullName: 'Cleo Velvetine',
    email: 'cleo.v@example.test',
  });
  await insertTask(app, ada, 'assigned', { title: 'Velvetine evening, part one' });
  await insertTask(app, bo, 'assigned', { title: 'Velvetine evening, part two' });
});
afterAll(() => app.close());

async function find(user: TestUser, words: string): Promise<SearchResult[]> {
  const query = new URLSearchParams({ q: words });
  const { status, json } = await app.call('GET', `/api/search?${query}`, { user });
  expect(status).toBe(200);
  return json.results;
}
const titles = (results: SearchResult[]) => results.map(({ kind, title }) => `${kind}: ${title}`);

describe('the back office finds', () => {
  test('influencers, other users, applications and tasks, in this order', async () => {
    const fan = await app.as('subscriber');
    await rename(fan.id, 'Dara Velvetine');
    for (const user of [admin, await app.as('staff')]) {
      const results = await find(user, 'velvetine');
      expect(results.map(({ kind }) => kind)).toEqual([
        'influencer',
        'influencer',
        'user',
        'application',
        'task',
        'task',
      ]);
      expect(results[2]).toEqual({
        kind: 'user',
        id: fan.id,
        title: 'Dara Velvetine',
        detail: fan.email,
        state: 'subscriber',
      });
    }
  });

  test('people by all searched words, in any order and case, and by email', async () => {
    expect(titles(await find(admin, 'VELVETINE ada'))).toEqual(['influencer: Ada Maria Velvetine']);
    expect(titles(await find(admin, ada.email))).toEqual(['influencer: Ada Maria Velvetine']);
    expect(titles(await find(admin, 'cleo.v@'))).toEqual(['application: Cleo Velvetine']);
    expect(await find(admin, 'ada bo')).toEqual([]);
  });

  test('records with a word that begins with two searched letters', async () => {
    expect(titles(await find(admin, 'bo'))).toEqual(['influencer: Bo Velvetine']);
    expect(titles(await find(admin, 'ma ve'))).toEqual(['influencer: Ada Maria Velvetine']);
    expect(await find(admin, 'da')).toEqual(
      (await find(admin, 'da')).filter(({ title }) => / da|^da/i.test(title)),
    );
  });

  test('the most similar first, and at most five per kind', async () => {
    for (const name of ['Finnegan', 'Finnegan Ashgrove', 'Finn', 'Finnick', 'Finnly', 'Finnian']) {
      const fan = await app.as('subscriber');
      await rename(fan.id, name);
    }
    const results = await find(admin, 'finn');
    expect(results).toHaveLength(5);
    expect(results[0]!.title).toBe('Finn');
    expect((await find(admin, 'finnegan ash'))[0]!.title).toBe('Finnegan Ashgrove');
  });

  test('nothing by wildcards, quotes and other hostile text', async () => {
    const hostile = ['%%', '__', "' or 1=1 --", '\\\\', '{}', '$1 $2', '<b>velvetine</b>'];
    for (const words of hostile) expect(await find(admin, words)).toEqual([]);
  });

  test('nothing by too short, too long or unstorable text', async () => {
    for (const words of ['', ' a ', '\u0000\u0000', '\u0000\u0000ab%', 'a'.repeat(201)]) {
      const query = new URLSearchParams({ q: words });
      const { status } = await app.call('GET', `/api/search?${query}`, { user: admin });
      expect(status, JSON.stringify(words)).toBe(400);
    }
  });
});

test('limited staff find their influencers and the tasks of those', async () => {
  const results = await find(await createLimitedStaff(app, bo), 'velvetine');
  expect(titles(results).filter((title) => !title.startsWith('user'))).toEqual([
    'influencer: Bo Velvetine',
    'application: Cleo Velvetine',
    'task: Velvetine evening, part two',
  ]);
  expect(await find(await createLimitedStaff(app), 'ada maria')).toEqual([]);
});

test('an influencer finds only their own tasks', async () => {
  expect(titles(await find(ada, 'velvetine'))).toEqual(['task: Velvetine evening, part one']);
});

test('a fan finds the influencers they follow, without email address, while the subscription is valid', async () => {
  const fan = await subscribe(app, ada);
  expect(await find(fan, 'velvetine')).toEqual([
    { kind: 'following', id: ada.id, title: 'Ada Maria Velvetine', detail: '', state: null },
  ]);
  expect(await find(fan, ada.email)).toEqual([]);
  expect(await find(await subscribe(app, ada, { status: 'paused' }), 'velvetine')).toEqual([]);
  expect(await find(await app.as('subscriber'), 'velvetine')).toEqual([]);
});
