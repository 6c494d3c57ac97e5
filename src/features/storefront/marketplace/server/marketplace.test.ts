import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { ROLES, type Role } from '#src/lib/roles.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { browse, browseAll, influencer, openPage, subscribe } from './marketplace.testing.ts';
import { countSubscribers } from './popularity.ts';

let app: TestApp;
let fan: TestUser;

const names = (cards: { fullName: string }[]) => cards.map((card) => card.fullName);

beforeAll(async () => {
  app = await createTestApp();
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

describe('access to the marketplace', () => {
  test.each(ROLES.map((role) => [role]))('%s may browse the marketplace', async (role: Role) => {
    expect(await browse(app, await app.as(role))).toMatchObject({ nextCursor: null });
  });

  test('a visitor may not browse but may open one influencer', async () => {
    await influencer(app, { publicUrl: 'open-to-all' });
    expect((await app.call('GET', '/api/marketplace')).status).toBe(401);
    expect((await openPage(app, 'open-to-all')).status).toBe(200);
  });
});

describe('visible influencers', () => {
  const search = 'visibility';
  beforeAll(async () => {
    await influencer(app, { fullName: 'Visible', bio: search });
    await influencer(app, {
      fullName: 'Inactive',
      bio: search,
      isActive: false,
      publicUrl: 'inactive',
    });
    await influencer(app, {
      fullName: 'Planless',
      bio: search,
      priceCents: null,
      publicUrl: 'planless',
    });
    await influencer(app, { fullName: 'Pageless', bio: search, publicUrl: null });
    const paused = await influencer(app, { fullName: 'Plan paused', bio: search });
    await app.db
      .update(subscriptionPlans)
      .set({ isActive: false })
      .where(eq(subscriptionPlans.influencerId, paused));
    const banned = await influencer(app, {
      fullName: 'Suspended',
      bio: search,
      publicUrl: 'suspended',
    });
    await app.db
      .update(users)
      .set({ banned: true, banExpires: new Date('2100-01-01') })
      .where(eq(users.id, banned));
    const past = await influencer(app, { fullName: 'Ban over', bio: search });
    await app.db
      .update(users)
      .set({ banned: true, banExpires: new Date('2020-01-01') })
      .where(eq(users.id, past));
    const former = await influencer(app, {
      fullName: 'Now staff',
      bio: search,
      publicUrl: 'now-staff',
    });
    await app.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, former));
  });

  test('only active influencers with a page and an active plan who are not suspended are listed', async () => {
    const { influencers, total } = await browse(app, fan, { search, sort: 'name' });
    expect(names(influencers)).toEqual(['Ban over', 'Visible']);
    expect(total).toBe(2);
  });

  test.each([['inactive'], ['suspended'], ['now-staff'], ['nobody']])(
    'the public page of %s is not found',
    async (publicUrl) => {
      const { status, json } = await openPage(app, publicUrl);
      expect(status).toBe(404);
      expect(json).toMatchObject({ code: 'not-found', detail: 'Influencer not found' });
    },
  );

  test('an invalid public URL is rejected', async () => {
    expect((await openPage(app, '%00')).status).toBe(404);
  });

  test('an influencer without an active plan has a public page without a price', async () => {
    const { influencer: found } = await openPage(app, 'planless');
    expect(found).toMatchObject({ fullName: 'Planless', priceCents: null, planId: null });
  });
});

describe('filters', () => {
  beforeAll(async () => {
    await influencer(app, {
      fullName: 'Wildcard 100%',
      contentCategory: 'Goth',
      priceCents: 1_999,
    });
    await influencer(app, {
      fullName: 'Wildcard 1000',
      contentCategory: 'Goth',
      priceCents: 2_000,
    });
    await influencer(app, {
      fullName: 'Wildcard a_b',
      contentCategory: 'Nerdy',
      priceCents: 5_000,
    });
    await influencer(app, {
      fullName: 'Wildcard aXb',
      contentCategory: 'Nerdy',
      priceCents: 5_001,
    });
    await influencer(app, {
      fullName: 'Wildcard c\\d',
      bio: 'Paints at DAWN',
      priceCents: 10_001,
    });
  });

  test.each([
    ['WILDCARD 100', ['Wildcard 100%', 'Wildcard 1000']],
    ['100%', ['Wildcard 100%']],
    ['a_b', ['Wildcard a_b']],
    ['c\\d', ['Wildcard c\\d']],
    ['at dawn', ['Wildcard c\\d']],
    ['nerd', ['Wildcard a_b', 'Wildcard aXb']],
    ['nobody has this', []],
  ])('a search for %j finds exactly the influencers that contain it', async (search, found) => {
    const { influencers, total } = await browse(app, fan, { search, sort: 'name' });
    expect(names(influencers)).toEqual(found);
    expect(total).toBe(found.length);
  });

  test('a category lists only its influencers', async () => {
    const { influencers } = await browse(app, fan, { category: 'Nerdy', sort: 'name' });
    expect(names(influencers)).toEqual(['Wildcard a_b', 'Wildcard aXb']);
  });

  test.each([
    ['under-20', ['Wildcard 100%']],
    ['20-50', ['Wildcard 1000', 'Wildcard a_b']],
    ['50-100', ['Wildcard aXb']],
    ['over-100', ['Wildcard c\\d']],
  ])('the price range %s lists only its influencers', async (price, found) => {
    const { influencers } = await browse(app, fan, { search: 'wildcard', price, sort: 'name' });
    expect(names(influencers)).toEqual(found);
  });

  test('several categories list the influencers of each', async () => {
    const query = 'category=Nerdy&category=Goth&sort=name&search=wildcard';
    const { json } = await app.call('GET', `/api/marketplace?${query}`, { user: fan });
    expect(names(json.influencers)).toEqual([
      'Wildcard 100%',
      'Wildcard 1000',
      'Wildcard a_b',
      'Wildcard aXb',
    ]);
  });

  test.each([
    'category=Unheard+of',
    'category=Goth&category=Unheard+of',
    'price=free',
    'sort=random',
    'cursor=x',
    'highlight=me',
    'favorites=maybe',
  ])('an unknown filter is rejected: %s', async (query) => {
    const { status } = await app.call('GET', `/api/marketplace?${query}`, { user: fan });
    expect(status).toBe(400);
  });
});

describe('order and pages', () => {
  const search = 'paged';
  type Expected = {
    id: string;
    name: string;
    priceCents: number;
    createdAt: Date;
    subscribers: number;
  };
  const expected: Expected[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 60; index += 1) {
      // Prices, names and instants repeat, so that some influencers differ only by id.
      const createdAt = new Date(Date.UTC(2026, 0, 1 + (index % 7), 0, 0, 0, index % 3));
      const fullName = `${index % 2 ? 'paged' : 'PAGED'} ${String.fromCodePoint(97 + (index % 5))}`;
      const priceCents = 1_000 + (index % 4) * 500;
      const id = await influencer(app, { fullName, createdAt, priceCents, bio: search });
      const subscribers = index % 3;
      for (let count = 0; count < subscribers; count += 1) await subscribe(app, randomUUID(), id);
      // Only active subscriptions count.
      await subscribe(app, randomUUID(), id, { status: 'paused' });
      expected.push({ id, name: fullName.toLowerCase(), priceCents, createdAt, subscribers });
    }
    await countSubscribers(app.db);
  });

  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const orders: Record<string, (a: Expected, b: Expected) => number> = {
    newest: (a, b) => +b.createdAt - +a.createdAt || byText(b.id, a.id),
    oldest: (a, b) => +a.createdAt - +b.createdAt || byText(a.id, b.id),
    'price-low': (a, b) => a.priceCents - b.priceCents || byText(a.id, b.id),
    'price-high': (a, b) => b.priceCents - a.priceCents || byText(b.id, a.id),
    popular: (a, b) => b.subscribers - a.subscribers || byText(b.id, a.id),
    name: (a, b) => byText(a.name, b.name) || byText(a.id, b.id),
  };

  test.each(Object.keys(orders))('%s skips and repeats nobody over all pages', async (sort) => {
    const cards = await browseAll(app, fan, { search, sort });
    expect(cards.map((card) => card.id)).toEqual(
      expected.toSorted(orders[sort]).map(({ id }) => id),
    );
  });

  test('an influencer who joins in the meantime does not shift the pages', async () => {
    const first = await browse(app, fan, { search, sort: 'newest' });
    await influencer(app, { fullName: 'Late', bio: search, createdAt: new Date('2026-06-01') });
    const second = await browse(app, fan, { search, sort: 'newest', cursor: first.nextCursor! });
    const order = expected.toSorted(orders.newest).map(({ id }) => id);
    expect(second.influencers.map((card) => card.id)).toEqual(order.slice(24, 48));
    expect(second.total).toBe(61);
    await app.db.delete(profiles).where(eq(profiles.fullName, 'Late'));
  });

  test('the highlighted influencer is listed first and only once', async () => {
    const order = expected.toSorted(orders.newest).map(({ id }) => id);
    const highlight = order.at(-1)!;
    const cards = await browseAll(app, fan, { search, highlight });
    expect(cards.map((card) => card.id)).toEqual([highlight, ...order.slice(0, -1)]);
  });
});

test('the public URL is case-insensitive', async () => {
  await influencer(app, { publicUrl: 'velvet-night', fullName: 'Velvet Night' });
  expect((await openPage(app, 'Velvet-Night')).influencer.fullName).toBe('Velvet Night');
});
