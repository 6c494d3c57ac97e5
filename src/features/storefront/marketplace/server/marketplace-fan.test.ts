import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ROLES } from '#src/lib/roles.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { favorites } from './favorites.table.ts';
import { browse, browseAll, influencer, subscribe } from './marketplace.testing.ts';
import { countSubscribers } from './popularity.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const names = (cards: { fullName: string }[]) => cards.map((card) => card.fullName);
const others = ROLES.filter((role) => role !== 'subscriber');

const change = (method: 'PUT' | 'DELETE', user: TestUser, influencerId: string) =>
  app.call(method, `/api/favorites/${influencerId}`, { user });

describe('favorites', () => {
  const bio = 'may be a favorite';
  let liked: string;
  let fan: TestUser;
  beforeAll(async () => {
    fan = await app.as('subscriber');
    liked = await influencer(app, { fullName: 'Liked', bio });
    await influencer(app, { fullName: 'Other', bio });
  });

  const favoritesOf = async (user: TestUser) =>
    names((await browse(app, user, { search: bio, favorites: 'true' })).influencers);

  test('may be added and removed repeatedly', async () => {
    for (const repetition of [1, 2]) {
      const { status, json } = await change('PUT', fan, liked);
      expect([status, json], String(repetition)).toEqual([200, { isFavorite: true }]);
    }
    expect(await favoritesOf(fan)).toEqual(['Liked']);
    for (const repetition of [1, 2]) {
      const { status, json } = await change('DELETE', fan, liked);
      expect([status, json], String(repetition)).toEqual([200, { isFavorite: false }]);
    }
    expect(await favoritesOf(fan)).toEqual([]);
  });

  test('are private to the fan', async () => {
    await change('PUT', fan, liked);
    const other = await app.as('subscriber');
    await change('DELETE', other, liked);
    const heartFor = async (user: TestUser) =>
      (await browse(app, user, { search: 'liked' })).influencers[0]!.isFavorite;
    expect([await heartFor(fan), await heartFor(other)]).toEqual([true, false]);
    expect([await favoritesOf(fan), await favoritesOf(other)]).toEqual([['Liked'], []]);
  });

  test('are only influencers who are in public', async () => {
    const inactive = await influencer(app, { isActive: false });
    for (const id of [inactive, randomUUID(), fan.id]) {
      expect(await change('PUT', fan, id)).toMatchObject({
        status: 404,
        json: { code: 'not-found' },
      });
    }
  });

  test('end with the influencer', async () => {
    const leaving = await influencer(app, { fullName: 'Leaving', bio });
    await change('PUT', fan, leaving);
    await app.db.delete(profiles).where(eq(profiles.id, leaving));
    const rows = await app.db.select().from(favorites).where(eq(favorites.influencerId, leaving));
    expect(rows).toEqual([]);
  });

  test.each(others.map((role) => [role]))('do not exist for the role %s', async (role) => {
    const user = await app.as(role);
    expect((await change('PUT', user, liked)).status).toBe(403);
    const page = await browse(app, user, { search: bio, favorites: 'true' });
    expect(page).toMatchObject({ total: 2, sort: 'newest', canRecommend: false });
    expect(page.influencers.some(({ isFavorite }) => isFavorite)).toBe(false);
  });
});

describe('hiding subscribed influencers', () => {
  const search = 'hides subscribed';
  test('omits every influencer whose subscription has not ended, for this fan only', async () => {
    const fan = await app.as('subscriber');
    const states = {
      Active: {},
      'Past due': { status: 'past_due' },
      Paused: { status: 'paused' },
      Ended: { status: 'cancelled' },
      Due: { cancelAt: new Date('2020-01-01') },
    } as const;
    for (const [fullName, values] of Object.entries(states)) {
      await subscribe(app, fan.id, await influencer(app, { fullName, bio: search }), values);
    }
    await influencer(app, { fullName: 'Never', bio: search });
    const query = { search, hideSubscribed: 'true', sort: 'name' };
    const page = await browse(app, fan, query);
    expect(names(page.influencers)).toEqual(['Due', 'Ended', 'Never']);
    expect(page.total).toBe(3);
    expect((await browse(app, await app.as('subscriber'), query)).total).toBe(6);
    expect((await browse(app, await app.as('staff'), query)).total).toBe(6);
  });
});

describe('recommendations', () => {
  const search = 'recommends';
  const preferences = ['Goth', 'Nerdy'];
  const saveAccount = (user: TestUser, answers: object) =>
    app.call('PUT', '/api/account', {
      user,
      body: { gender: null, sexualPreference: null, ...answers },
    });
  const popularity = new Map<string, number>();
  const matching: string[] = [];
  const rest: string[] = [];
  let subscribed: string;
  let fan: TestUser;
  beforeAll(async () => {
    fan = await app.as('subscriber');
    await saveAccount(fan, { preferences, specialDataConsent: true });
    const categories = ['Goth', 'Beauty', 'Nerdy', null];
    for (let index = 0; index < 56; index += 1) {
      const contentCategory = categories[index % categories.length]!;
      const id = await influencer(app, { contentCategory, bio: search });
      const subscribers = index % 3;
      for (let count = 0; count < subscribers; count += 1) await subscribe(app, randomUUID(), id);
      popularity.set(id, subscribers);
      (index % 2 === 0 ? matching : rest).push(id);
    }
    subscribed = matching.shift()!;
    await subscribe(app, fan.id, subscribed);
    popularity.set(subscribed, popularity.get(subscribed)! + 1);
    rest.push(subscribed);
    await countSubscribers(app.db);
  });

  const byPopularity = (ids: string[]) =>
    ids.toSorted((a, b) => popularity.get(b)! - popularity.get(a)! || (a < b ? 1 : -1));

  test('come first in the default order of a fan with preferences, over all pages', async () => {
    const cards = await browseAll(app, fan, { search });
    expect(cards.map(({ id }) => id)).toEqual([...byPopularity(matching), ...byPopularity(rest)]);
    expect(await browse(app, fan, { search })).toMatchObject({
      sort: 'recommended',
      canRecommend: true,
      total: 56,
    });
  });

  test('leave the order to a fan who chooses another', async () => {
    const page = await browse(app, fan, { search, sort: 'newest' });
    expect(page).toMatchObject({ sort: 'newest', canRecommend: true });
  });

  test('need preferences: without them the newest come first', async () => {
    const newcomer = await app.as('subscriber');
    const [page, requested] = [
      await browse(app, newcomer, { search }),
      await browse(app, newcomer, { search, sort: 'recommended' }),
    ];
    expect(page).toMatchObject({ sort: 'newest', canRecommend: false });
    expect(requested).toEqual(page);
  });

  test('end when the fan withdraws the consent', async () => {
    const leaving = await app.as('subscriber');
    await saveAccount(leaving, { preferences, specialDataConsent: true });
    expect((await browse(app, leaving, { search })).canRecommend).toBe(true);
    await saveAccount(leaving, { preferences, specialDataConsent: false });
    expect(await browse(app, leaving, { search })).toMatchObject({
      sort: 'newest',
      canRecommend: false,
    });
  });

  test('refuse the cursor of another order', async () => {
    const { nextCursor } = await browse(app, fan, { search, sort: 'name' });
    const query = new URLSearchParams({ search, cursor: nextCursor! });
    expect((await app.call('GET', `/api/marketplace?${query}`, { user: fan })).status).toBe(400);
  });
});

test('the popularity follows new and ended subscriptions when it is counted again', async () => {
  const search = 'popularity changes';
  const first = await influencer(app, { fullName: 'First', bio: search });
  const second = await influencer(app, { fullName: 'Second', bio: search });
  const fan = await app.as('subscriber');
  const order = async () => {
    await countSubscribers(app.db);
    return names((await browse(app, fan, { search, sort: 'popular' })).influencers);
  };
  await subscribe(app, randomUUID(), first);
  expect(await order()).toEqual(['First', 'Second']);
  for (let count = 0; count < 2; count += 1) await subscribe(app, randomUUID(), second);
  expect(await order()).toEqual(['Second', 'First']);
});
