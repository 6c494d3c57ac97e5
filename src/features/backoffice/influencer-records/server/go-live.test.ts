import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { crawlers } from '#src/features/storefront/search-engines/server/crawlers.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { makeComplete } from './go-live.testing.ts';

const DAY = 24 * 60 * 60_000;

let app: TestApp;
let staff: TestUser;
let fan: TestUser;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

type Created = { id: string; publicUrl: string };

async function create(): Promise<Created> {
  const body = {
    email: `draft-${++count}@example.test`,
    password: 'velvet-evening-7',
    fullName: `Draft ${count}`,
    phone: '+1 555 0100',
    publicUrl: `draft-${count}`,
    whyJoin: 'To be my own publisher.',
  };
  const { status, json } = await app.call('POST', '/api/influencers', { user: staff, body });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

const goLive = ({ id }: { id: string }) =>
  app.call('POST', `/api/influencers/${id}/go-live`, { user: staff });
const refused = (detail: string) => ({
  status: 409,
  json: { code: 'not-allowed-in-state', detail },
});

async function change(id: string, fields: object): Promise<void> {
  const address = `/api/influencers/${id}`;
  const { json } = await app.call('GET', `${address}/record`, { user: staff });
  const body = { version: json.version, ...fields };
  expect(await app.call('PATCH', address, { user: staff, body })).toMatchObject({ status: 200 });
}

/** Where visitors and fans find an influencer. */
async function placesShowing({ id }: { id: string }): Promise<string[]> {
  const [profile] = await app.db.select().from(profiles).where(eq(profiles.id, id));
  const publicUrl = profile!.publicUrl!;
  const read = async (address: string, user?: TestUser) =>
    JSON.stringify((await app.call('GET', address, { user })).json);
  const pages = {
    page: await read(`/api/marketplace/${publicUrl}`),
    marketplace: await read('/api/marketplace', fan),
    landing: await read('/api/featured'),
    feed: await read('/api/feed/public', fan),
    'feed filter': await read('/api/feed/influencers?scope=public', fan),
    // The one that is served is cached for a minute.
    sitemap: await (await crawlers(app).request('/sitemap.xml')).text(),
  };
  const found = Object.entries(pages).filter(
    ([, text]) => text.includes(id) || text.includes(publicUrl),
  );
  const { status } = await app.call('POST', '/api/checkouts', { user: fan, body: { publicUrl } });
  return [...found.map(([place]) => place), ...(status === 200 ? ['checkout'] : [])];
}

test('a created influencer is a draft that nobody sees or subscribes to, until they go live', async () => {
  const draft = await create();
  await makeComplete(app, draft);
  await publish(app, { ...draft, email: '', cookie: '' });
  expect(await placesShowing(draft)).toEqual([]);
  expect(await goLive(draft)).toMatchObject({ status: 200 });
  expect(await placesShowing(draft)).toEqual([
    'page',
    'marketplace',
    'landing',
    'feed',
    'feed filter',
    'sitemap',
    'checkout',
  ]);
});

test('going live is refused with everything that is missing, step by step', async () => {
  const draft = await create();
  const { id } = draft;
  expect(await goLive(draft)).toMatchObject(
    refused(
      'Still missing: date of birth, category, photo, public page, subscription plan, first post.',
    ),
  );
  await change(id, { dateOfBirth: '1997-04-12', contentCategory: 'Cosplay' });
  expect(await goLive(draft)).toMatchObject(
    refused('Still missing: photo, public page, subscription plan, first post.'),
  );
  await app.db.update(profiles).set({ profilePhotoS3Key: 'public/1-a' }).where(eq(profiles.id, id));
  await change(id, { pageAboutContent: 'Late evenings, soft light.' });
  const plan = { influencerId: id, priceMonthlyCents: 1_500, isActive: false };
  await app.db.insert(subscriptionPlans).values(plan);
  await app.db
    .insert(contentPosts)
    .values({ influencerId: id, caption: 'Soon', category: 'Cosplay' });
  // Neither an inactive plan nor a post that is not published counts.
  expect(await goLive(draft)).toMatchObject(
    refused('Still missing: subscription plan, first post.'),
  );
  await app.db.update(subscriptionPlans).set({ isActive: true });
  await publish(app, { ...draft, email: '', cookie: '' });
  expect(await goLive(draft)).toMatchObject({ status: 200 });
});

test('a live influencer stays live when the plan and the last post are deleted', async () => {
  const star = await create();
  await makeComplete(app, star);
  await goLive(star);
  await app.db.delete(contentPosts).where(eq(contentPosts.influencerId, star.id));
  await app.db.delete(subscriptionPlans).where(eq(subscriptionPlans.influencerId, star.id));
  expect(await placesShowing(star)).toContain('page');
});

test('two people who launch the same influencer cause one change, which the audit trail records', async () => {
  const draft = await create();
  await makeComplete(app, draft);
  const results = await Promise.all([goLive(draft), goLive(draft)]);
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.entityId, draft.id), eq(auditEntries.action, 'changed')));
  expect(entries).toMatchObject([
    { actorId: staff.id, before: { is_draft: true }, after: { is_draft: false } },
  ]);
});

test('the page of an influencer shows money, growth, posts, open tasks and notes', async () => {
  const star = await app.as('influencer');
  const now = new Date();
  await addCharge(app, star, { at: now });
  await addCharge(app, star, { at: new Date(now.getTime() - 70 * DAY) });
  await subscribe(app, fan, star);
  await publish(app, star);
  const publishAt = new Date(now.getTime() + DAY);
  const post = { influencerId: star.id, caption: 'Soon', publishAt };
  const blocked = { ...post, publishAt: new Date(now.getTime() - DAY) };
  await app.db.insert(contentPosts).values([
    { ...post, category: 'Cosplay', aiUse: 'none' },
    { ...blocked, category: 'Cosplay', aiUse: 'none' },
  ]);
  const task = await insertTask(app, star, 'assigned', { title: 'Evening set' });
  await insertTask(app, star, 'closed', { title: 'Done' });
  const body = { id: randomUUID(), note: 'Calls in the evening.' };
  await app.call('POST', `/api/influencers/${star.id}/notes`, { user: staff, body });

  const { json } = await app.call('GET', `/api/influencers/${star.id}`, { user: staff });
  const own = await app.call('GET', '/api/earnings?range=this-month', { user: star });
  expect(json.money.monthCents).toBeGreaterThan(0);
  expect(json).toMatchObject({
    money: {
      monthCents: own.json.money.shareCents,
      lifetimeCents: 2 * own.json.money.shareCents,
      openCents: own.json.openCents,
    },
    growth: {
      gained: own.json.subscribers.gained,
      lost: own.json.subscribers.lost,
    },
    postCount: 1,
    posts: { lastAt: expect.any(String), scheduledCount: 1, nextAt: publishAt.toISOString() },
    openTasks: { rows: [{ id: task, title: 'Evening set' }], total: 1 },
    notes: { rows: [{ note: 'Calls in the evening.' }], total: 1 },
  });
});

test('the page of an influencer says what is missing, and lists of drafts contain only drafts', async () => {
  const draft = await create();
  const live = await create();
  await makeComplete(app, live);
  await goLive(live);
  const { json } = await app.call('GET', `/api/influencers/${draft.id}`, { user: staff });
  expect(json).toMatchObject({
    isDraft: true,
    money: { monthCents: 0, lifetimeCents: 0, openCents: 0 },
    growth: { gained: 0, lost: 0 },
    plan: null,
    posts: { lastAt: null, scheduledCount: 0, nextAt: null },
    openTasks: { rows: [], total: 0 },
    notes: { rows: [], total: 0 },
  });
  const list = await app.call('GET', '/api/influencers?status=draft', { user: staff });
  const ids = (list.json.rows as { id: string }[]).map(({ id }) => id);
  expect(ids).toContain(draft.id);
  expect(ids).not.toContain(live.id);
});
