import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import {
  confirmAccount,
  proposeAccount,
} from '#src/features/money/payees/server/payees.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';
import { publish, subscribe } from '#test/posts.ts';
import type { InfluencerRow } from '../influencer-records.schema.ts';

let app: TestApp;
let admin: TestUser;
let limited: TestUser;
let ada: TestUser;
let bo: TestUser;
let cleo: TestUser;

async function influencer(fullName: string, profile: Partial<typeof profiles.$inferInsert>) {
  const user = await app.as('influencer', profile);
  await app.db.update(profiles).set({ fullName }).where(eq(profiles.id, user.id));
  return user;
}

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  limited = await app.as('staff');
  ada = await influencer('Ada Rook', {
    publicUrl: 'night-rook',
    contentCategory: 'Goth',
    createdAt: new Date('2026-01-01'),
    phone: '=1+1',
    instagramFollowers: 2_000_000_000,
    tiktokFollowers: 2_000_000_000,
    youtubeSubscribers: 7,
    onlyfansFollowers: 500,
  });
  bo = await influencer('Bo 50%', {
    contentCategory: 'Fitness',
    createdAt: new Date('2026-02-01'),
    isActive: false,
  });
  cleo = await influencer('cleo Vane', {
    contentCategory: 'Goth',
    createdAt: new Date('2026-03-01'),
    pageAboutImages: ['public/1-a.webp'],
  });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, cleo.id));
  await limitStaffTo(app, limited, bo, cleo);

  const fans = [await app.as('subscriber'), await app.as('subscriber')];
  await subscribe(app, fans[0]!, ada);
  await subscribe(app, fans[1]!, ada, { status: 'paused' });
  await app.db.insert(subscriptionPlans).values({ influencerId: ada.id, priceMonthlyCents: 1_950 });
  await publish(app, ada);
  await publish(app, ada, { publishedAt: null, publishAt: null });
  await app.db.insert(tasks).values({ title: 'One', assignedTo: ada.id });
});
afterAll(() => app.close());

async function list(query: Record<string, string> = {}, user = admin) {
  const address = `/api/influencers?${new URLSearchParams(query)}`;
  const { status, json } = await app.call('GET', address, { user });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { rows: InfluencerRow[]; total: number };
}
const names = async (query: Record<string, string>, user = admin) =>
  (await list(query, user)).rows.map(({ fullName }) => fullName);

test('a row shows the influencer’s actual figures', async () => {
  const { rows, total } = await list({ sort: 'name' });
  expect(total).toBe(3);
  expect(rows[0]).toEqual({
    id: ada.id,
    fullName: 'Ada Rook',
    email: ada.email,
    phone: '=1+1',
    publicUrl: 'night-rook',
    contentCategory: 'Goth',
    image: null,
    status: 'active',
    isActive: true,
    isDraft: false,
    invitedAt: null,
    priceCents: 1_950,
    subscriberCount: 1,
    tags: [],
    followerCount: 4_000_000_007,
    postCount: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    owner: null,
  });
  expect(rows[2]).toMatchObject({ status: 'suspended', image: '/images/1-a', priceCents: null });
});

test.each([
  [{}, ['cleo Vane', 'Bo 50%', 'Ada Rook']],
  [{ sort: 'created' }, ['Ada Rook', 'Bo 50%', 'cleo Vane']],
  [{ sort: '-name' }, ['cleo Vane', 'Bo 50%', 'Ada Rook']],
  [{ sort: 'email' }, ['Ada Rook', 'Bo 50%', 'cleo Vane']],
  [{ category: 'Goth' }, ['cleo Vane', 'Ada Rook']],
  [{ category: 'Goth', status: 'active' }, ['Ada Rook']],
  [{ status: 'suspended' }, ['cleo Vane']],
  [{ search: 'VANE' }, ['cleo Vane']],
  [{ search: 'night-r' }, ['Ada Rook']],
  [{ search: '%' }, ['Bo 50%']],
  [{ search: 'admin-1@' }, []],
])('the list filtered by %j contains %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('the search finds email addresses', async () => {
  expect(await names({ search: bo.email })).toEqual(['Bo 50%']);
});

test.each(['sort=price', 'category=Travel', 'status=gone', 'after=x'])(
  'an invalid query is rejected: %s',
  async (query) => {
    const { status } = await app.call('GET', `/api/influencers?${query}`, { user: admin });
    expect(status).toBe(400);
  },
);

test('the CSV file has the filtered influencers, and no formulas', async () => {
  const { json, headers } = await app.call('GET', '/api/influencers.csv?search=night', {
    user: admin,
  });
  expect(headers.get('content-type')).toContain('text/csv');
  const [head, row, ...rest] = (json as string).split('\r\n');
  expect(head).toContain('Name,Email,Phone,Public URL');
  expect(row).toBe(
    `Ada Rook,${ada.email},'=1+1,night-rook,Goth,active,yes,1,19.50,4000000007,1,2026-01-01T00:00:00.000Z,,`,
  );
  expect(rest).toEqual(['']);
});

describe('the influencer options', () => {
  const options = async (query: string, user = admin) =>
    (await app.call('GET', `/api/influencers/options?${query}`, { user })).json.options;

  test('are at most twenty, by name', async () => {
    expect(await options('')).toMatchObject([
      { fullName: 'Ada Rook' },
      { fullName: 'Bo 50%' },
      { fullName: 'cleo Vane' },
    ]);
    const more = await Promise.all(
      Array.from({ length: 20 }, (_, index) => influencer(`Zed ${index}`, { bio: null })),
    );
    expect(await options('')).toHaveLength(20);
    expect(await options('search=zed')).toHaveLength(20);
    for (const { id } of more) await app.db.delete(users).where(eq(users.id, id));
  });

  test('are found by text or by id', async () => {
    const one = { id: ada.id, fullName: 'Ada Rook', email: ada.email, category: 'Goth' };
    expect(await options('search=rook')).toEqual([one]);
    expect(await options(`id=${ada.id}`)).toEqual([one]);
    expect(await options(`id=${admin.id}`)).toEqual([]);
  });

  test('of limited staff are their influencers', async () => {
    expect(await options('', limited)).toMatchObject([{ id: bo.id }, { id: cleo.id }]);
    expect(await options('search=rook', limited)).toEqual([]);
    expect(await options(`id=${ada.id}`, limited)).toEqual([]);
  });
});

describe('one influencer', () => {
  const get = (id: string, user = admin) => app.call('GET', `/api/influencers/${id}`, { user });

  test('is returned with every field and figure', async () => {
    const { json } = await get(ada.id);
    expect(json).toMatchObject({
      id: ada.id,
      fullName: 'Ada Rook',
      onlyfansFollowers: 500,
      isSuspended: false,
      priceCents: 1_950,
      subscriberCount: 1,
      postCount: 1,
      taskCount: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test.each([
    ['nobody', () => randomUUID()],
    ['an admin', () => admin.id],
  ])('%s is not found', async (_, id) => {
    expect(await get(id())).toMatchObject({
      status: 404,
      json: { detail: 'Influencer not found' },
    });
  });
});

test('limited staff see, count and export only their influencers', async () => {
  expect(await list({}, limited)).toMatchObject({
    rows: [{ id: cleo.id }, { id: bo.id }],
    total: 2,
  });
  expect(await names({ search: 'rook' }, limited)).toEqual([]);
  const { json } = await app.call('GET', '/api/influencers.csv', { user: limited });
  expect(json).not.toContain('Ada Rook');
  expect(json).toContain('Bo 50%');
  const get = (id: string) => app.call('GET', `/api/influencers/${id}`, { user: limited });
  expect((await get(bo.id)).status).toBe(200);
  expect((await get(ada.id)).status).toBe(404);
});

test('finds the influencers with bank details that the caller may confirm', async () => {
  const waiting = async (user: TestUser) => {
    const { json } = await app.call('GET', '/api/influencers?status=bank_details', { user });
    return json.rows.map(({ id }: InfluencerRow) => id);
  };
  expect(await waiting(admin)).toEqual([]);
  await proposeAccount(app, ada);
  const path = `/api/influencers/${bo.id}/bank-details`;
  await app.call('POST', path, { user: admin, body: EXAMPLE_IBAN });
  expect(await waiting(admin)).toEqual([ada.id]);
  expect(await waiting(limited)).toEqual([bo.id]);
  await confirmAccount(app, ada, { by: admin });
  expect(await waiting(admin)).toEqual([]);
});
