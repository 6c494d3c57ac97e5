import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReceivedApplication,
  createSoldInfluencer,
  subscribe,
} from '#src/features/backoffice/dashboard/server/dashboard.testing.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
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
        publicUrl: null,
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
    {
      kind: 'following',
      id: ada.id,
      title: 'Ada Maria Velvetine',
      detail: '',
      state: null,
      publicUrl: null,
    },
  ]);
  expect(await find(fan, ada.email)).toEqual([]);
  expect(await find(await subscribe(app, ada, { status: 'paused' }), 'velvetine')).toEqual([]);
  expect(await find(await app.as('subscriber'), 'velvetine')).toEqual([]);
});

describe('a fan finds in the marketplace', () => {
  beforeAll(async () => {
    const page = { fullName: 'Eda Moonlit', publicUrl: 'eda-moonlit', contentCategory: 'Nerdy' };
    await app.db.update(profiles).set(page).where(eq(profiles.id, ada.id));
    await rename(bo.id, 'Bo Moonlit');
  });
  afterAll(() => rename(ada.id, 'Ada Maria Velvetine'));

  const creator = () => ({
    kind: 'creator',
    id: ada.id,
    title: 'Eda Moonlit',
    detail: 'Nerdy',
    state: null,
    publicUrl: 'eda-moonlit',
  });

  test('influencers with a public page by name and category, never by email address', async () => {
    const fan = await app.as('subscriber');
    expect(await find(fan, 'moonlit')).toEqual([creator()]);
    expect(await find(fan, 'nerdy')).toEqual([creator()]);
    expect(await find(fan, ada.email)).toEqual([]);
  });

  test('an influencer they follow only once, as followed', async () => {
    const results = await find(await subscribe(app, ada), 'moonlit');
    expect(results.map(({ kind }) => kind)).toEqual(['following']);
  });

  test('no inactive influencers and none without an active plan', async () => {
    const fan = await app.as('subscriber');
    const setActive = (isActive: boolean) =>
      app.db.update(profiles).set({ isActive }).where(eq(profiles.id, ada.id));
    await setActive(false);
    expect(await find(fan, 'moonlit')).toEqual([]);
    await setActive(true);
    const setOffered = (isActive: boolean) =>
      app.db
        .update(subscriptionPlans)
        .set({ isActive })
        .where(eq(subscriptionPlans.influencerId, ada.id));
    await setOffered(false);
    expect(await find(fan, 'moonlit')).toEqual([]);
    await setOffered(true);
    expect(await find(fan, 'moonlit')).toEqual([creator()]);
  });

  test('as an influencer nobody', async () => {
    expect(await find(ada, 'moonlit')).toEqual([]);
  });
});

describe('posts', () => {
  const secret = `${'Lanterns on the water. '.repeat(8)}Then the quicksilver ending.`;
  const published = { publishAt: new Date('2026-01-01'), publishedAt: new Date('2026-01-01') };
  beforeAll(() =>
    app.db.insert(contentPosts).values([
      { influencerId: ada.id, caption: secret, category: 'Goth', aiUse: 'none', ...published },
      {
        influencerId: bo.id,
        caption: 'Lanterns at noon',
        category: 'Goth',
        aiUse: 'none',
        ...published,
      },
      {
        influencerId: ada.id,
        caption: 'Lanterns next week',
        category: 'Goth',
        aiUse: 'none',
        publishAt: new Date('2100-01-01'),
      },
      { influencerId: ada.id, caption: 'Lanterns in a draft', category: 'Goth', aiUse: 'none' },
    ]),
  );

  test('are found by a fan in the whole caption, of their own subscriptions only', async () => {
    const fan = await subscribe(app, ada);
    for (const words of ['lanterns', 'quicksilver']) {
      expect(await find(fan, words)).toMatchObject([
        { kind: 'post', title: secret.slice(0, 80), detail: 'Ada Maria Velvetine' },
      ]);
    }
    for (const stranger of [
      await app.as('subscriber'),
      await subscribe(app, ada, { status: 'past_due' }),
      await subscribe(app, ada, { status: 'cancelled' }),
    ]) {
      expect(await find(stranger, 'lanterns')).toEqual([]);
      expect(await find(stranger, 'quicksilver')).toEqual([]);
    }
  });

  test('are found by their influencer once they are scheduled, and by no other influencer', async () => {
    const results = await find(ada, 'lanterns');
    expect(Object.fromEntries(results.map(({ title, state }) => [title, state]))).toEqual({
      'Lanterns next week': 'scheduled',
      [secret.slice(0, 80)]: 'published',
    });
    expect(titles(await find(bo, 'lanterns'))).toEqual(['post: Lanterns at noon']);
  });

  test('are not part of the back office search', async () => {
    expect(await find(admin, 'lanterns')).toEqual([]);
  });
});
