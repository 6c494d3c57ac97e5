import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploads } from '#src/features/media/server/uploads.table.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { uploader } from '#test/upload.ts';
import { postNotifications } from './post-notifications.table.ts';
import { contentMedia, contentPosts } from './posts.table.ts';

let house: TestApp;
let staff: TestUser;
let influencer: TestUser;
let planId: string;
beforeAll(async () => {
  house = await createTestApp();
  staff = await house.as('staff');
  influencer = await house.as('influencer');
  const [plan] = await house.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 1999 })
    .returning();
  planId = plan!.id;
});
beforeEach(async () => {
  await house.db.delete(contentPosts);
  await house.db.delete(userSubscriptions);
});
afterAll(() => house.close());

async function uploadPicture(user = staff, width = 40): Promise<string> {
  const picture = await sharp({ create: { width, height: 30, channels: 3, background: '#223' } })
    .png()
    .toBuffer();
  return (await uploader(house, user).upload('picture.png', Buffer.from(picture))).id;
}

const draft = (uploadIds: string[]) => ({
  caption: ' Late evening light ',
  category: 'Fitness',
  influencerId: influencer.id,
  uploadIds,
});
const publish = (body: unknown, user = staff) => house.call('POST', '/api/posts', { user, body });

async function subscribe(state: { status?: 'active' | 'paused'; cancelAt?: Date } = {}) {
  const fan = await house.as('subscriber');
  const hour = 3_600_000;
  await house.db.insert(userSubscriptions).values({
    subscriberId: fan.id,
    influencerId: influencer.id,
    subscriptionPlanId: planId,
    priceCents: 1999,
    currentPeriodStart: new Date(Date.now() - hour),
    currentPeriodEnd: new Date(Date.now() + hour),
    provider: 'sandbox',
    ...state,
  });
  return fan.id;
}

test('a post is published with its files in the order given', async () => {
  const first = await uploadPicture(staff, 41);
  const second = await uploadPicture(staff, 42);
  const { status, json } = await publish(draft([second, first]));
  expect(status).toBe(200);
  const [post] = await house.db.select().from(contentPosts);
  expect(post).toMatchObject({
    id: json.id,
    caption: 'Late evening light',
    category: 'Fitness',
    influencerId: influencer.id,
    createdBy: staff.id,
  });
  const media = await house.db.select().from(contentMedia).orderBy(asc(contentMedia.displayOrder));
  expect(media.map(({ displayOrder, width }) => [displayOrder, width])).toEqual([
    [0, 42],
    [1, 41],
  ]);
  expect(await house.storage.exists(media[0]!.s3Key)).toBe(true);
  expect(await house.db.select().from(uploads)).toEqual([]);
});

test('only admin and staff publish posts', async () => {
  for (const role of ['influencer', 'subscriber'] as const) {
    expect((await publish(draft(['any']), await house.as(role))).status).toBe(403);
  }
  const visitor = await house.call('POST', '/api/posts', { body: draft(['any']) });
  expect(visitor.status).toBe(401);
});

test('a post needs caption, category, influencer and 1 to 20 files', async () => {
  const valid = draft(['any']);
  const cases: [object, string][] = [
    [{ caption: '  ' }, 'Caption is required'],
    [{ category: 'Knitting' }, 'Category is required'],
    [{ influencerId: '' }, 'Influencer is required'],
    [{ uploadIds: [] }, 'At least one media file is required'],
    [{ uploadIds: Array.from({ length: 21 }, String) }, 'Maximum 20 files allowed'],
  ];
  for (const [wrong, detail] of cases) {
    const { status, json } = await publish({ ...valid, ...wrong });
    expect([status, json.detail]).toEqual([400, detail]);
  }
});

test('a post is published for influencers alone, and a refusal keeps the uploads', async () => {
  const uploadId = await uploadPicture();
  const fan = await house.as('subscriber');
  for (const influencerId of [randomUUID(), fan.id]) {
    const { status, json } = await publish({ ...draft([uploadId]), influencerId });
    expect([status, json.errors]).toEqual([
      400,
      [{ path: 'influencerId', message: 'Influencer not found' }],
    ]);
  }
  expect((await publish(draft([uploadId]))).status).toBe(200);
});

test("someone else's upload cannot be published", async () => {
  const foreign = await uploadPicture(await house.as('admin'));
  const own = await uploadPicture();
  expect((await publish(draft([own, foreign]))).json.code).toBe('conflict');
  expect(await house.db.select().from(uploads).where(eq(uploads.id, own))).toHaveLength(1);
});

test('of two posts with the same file, sent at the same time, one is made', async () => {
  await subscribe();
  const uploadId = await uploadPicture();
  const answers = await Promise.all([publish(draft([uploadId])), publish(draft([uploadId]))]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await house.db.select().from(contentPosts)).toHaveLength(1);
  expect(await house.db.select().from(postNotifications)).toHaveLength(1);
});

test('the subscribers who may view it are notified, unread, and nobody else', async () => {
  const active = await subscribe();
  const leaving = await subscribe({ cancelAt: new Date(Date.now() + 60_000) });
  await subscribe({ status: 'paused' });
  await subscribe({ cancelAt: new Date(Date.now() - 60_000) });
  await house.as('subscriber');
  const { json } = await publish(draft([await uploadPicture()]));
  const notifications = await house.db.select().from(postNotifications);
  expect(notifications.map(({ subscriberId }) => subscriberId).toSorted()).toEqual(
    [active, leaving].toSorted(),
  );
  expect(notifications[0]).toMatchObject({ postId: json.id, readAt: null });
});

test('a refused post notifies nobody', async () => {
  await subscribe();
  expect((await publish(draft(['gone']))).status).toBe(409);
  expect(await house.db.select().from(postNotifications)).toEqual([]);
});

test('staff choose among all influencers, by name', async () => {
  const other = await house.as('influencer');
  const { json } = await house.call('GET', '/api/posts/influencers', { user: staff });
  const names = json.influencers.map(({ fullName }: { fullName: string }) => fullName);
  const ids = json.influencers.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([influencer.id, other.id]));
  expect(ids).not.toContain(staff.id);
  expect(names).toEqual(names.toSorted());
  const fan = await house.as('subscriber');
  expect((await house.call('GET', '/api/posts/influencers', { user: fan })).status).toBe(403);
});
