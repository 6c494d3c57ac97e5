import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { publish, subscribe } from '#test/posts.ts';

let app: TestApp;
let staff: TestUser;
let fan: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
});
beforeEach(async () => {
  fan = await app.as('subscriber');
  influencer = await app.as('influencer', { publicUrl: `page-${randomUUID()}`, isActive: true });
});
afterAll(() => app.close());

const suspend = (reason?: string, { id } = influencer) =>
  app.call('POST', `/api/users/${id}/suspend`, { user: staff, body: { reason } });
const activate = () => app.call('POST', `/api/users/${influencer.id}/activate`, { user: staff });
const read = async (path: string, user = fan) => (await app.call('GET', path, { user })).json;

/** Where a paying fan meets a post. */
async function placesOf({ id, mediaId }: { id: string; mediaId: string }, mediaToken: string) {
  const file = await app.app.request(mediaAddress(mediaId, 'video.mp4', mediaToken), {
    headers: { cookie: fan.cookie, range: 'bytes=0-3' },
  });
  const isIn = async (path: string) => JSON.stringify(await read(path)).includes(id);
  return {
    feed: await isIn('/api/feed'),
    posts: await isIn(`/api/influencers/${influencer.id}/posts`),
    bell: await isIn('/api/notifications'),
    search: JSON.stringify(await read('/api/search?query=evening-caption')).includes(id),
    file: file.ok,
  };
}

test('a suspension for a violation hides everything from paying fans at once, until it ends', async () => {
  await subscribe(app, fan, influencer);
  const post = await publish(app, influencer, { notify: [fan] }, '0123456789');
  const { mediaToken } = await read('/api/feed');
  const before = await placesOf(post, mediaToken);
  expect(before).toMatchObject({ feed: true, posts: true, bell: true, file: true });
  await suspend('violation');
  const hidden = { feed: false, posts: false, bell: false, search: false, file: false };
  expect(await placesOf(post, mediaToken)).toEqual(hidden);
  expect((await read('/api/subscriptions')).subscriptions[0]).toMatchObject({
    grantsViewing: false,
  });
  const header = await read(`/api/influencers/${influencer.id}/header`);
  expect(JSON.stringify(header)).not.toContain('overdue');
  await activate();
  expect(await placesOf(post, mediaToken)).toEqual(before);
});

test('a suspension for another reason leaves paying fans their access', async () => {
  await subscribe(app, fan, influencer);
  const post = await publish(app, influencer, {}, '0123456789');
  const { mediaToken } = await read('/api/feed');
  await suspend('other');
  expect(await placesOf(post, mediaToken)).toMatchObject({ feed: true, file: true });
});

test('a subscription that begins during a suspension for a violation grants nothing', async () => {
  await suspend('violation');
  const id = await subscribe(app, fan, influencer);
  const [row] = await app.db.select().from(userSubscriptions).where(eq(userSubscriptions.id, id));
  expect(row!.isWithheld).toBe(true);
});

test('a suspension names its reason to the person and in the audit trail, and is refused without one', async () => {
  expect((await suspend()).json).toMatchObject({
    code: 'invalid-input',
    errors: [{ path: 'reason' }],
  });
  await suspend('violation');
  const [mail] = await queuedMails(app, influencer.email);
  expect(mail).toMatchObject({
    subject: 'Your account is suspended',
    paragraphs: [expect.stringContaining('breaks our rules'), expect.anything()],
  });
  const entries = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, influencer.id));
  expect(entries.map(({ after }) => after)).toContainEqual(
    expect.objectContaining({ suspended_for: 'violation' }),
  );
});

test('the fans who lose paid days are one item of work, with their days and the sum, until they are refunded', async () => {
  const [first, second] = [
    await addSubscription(app, influencer),
    await addSubscription(app, influencer),
  ];
  await addSubscription(app, influencer, 'cancelled');
  const items = async (user = staff) => {
    const { items } = await read('/api/work-queue', user);
    return (items as { kind: string; count: number }[]).find(({ kind }) => kind === 'lost_days');
  };
  const list = async (user = staff) =>
    (await read(`/api/subscribers?status=withheld&influencer=${influencer.id}`, user)).rows;
  const sum = (user = staff) => read(`/api/subscribers/unused?influencer=${influencer.id}`, user);
  expect(await items()).toBeUndefined();
  await suspend('violation');
  expect(await items()).toMatchObject({ count: 1 });
  const rows = await list();
  expect(rows).toHaveLength(2);
  const { days, cents } = rows[0].unused;
  expect(days).toBeGreaterThan(17);
  expect(days).toBeLessThan(22);
  expect(cents).toBeGreaterThan(1_100);
  expect(cents).toBeLessThan(1_400);
  expect(await sum()).toEqual({ fans: 2, cents: cents * 2 });
  const bell = await read('/api/staff-notifications', staff);
  expect(bell.notifications).toContainEqual(
    expect.objectContaining({ kind: 'lost_days', id: influencer.id, detail: '2' }),
  );
  const outside = await createLimitedStaff(app, await app.as('influencer'));
  expect(await items(outside)).toBeUndefined();
  expect(await list(outside)).toEqual([]);
  expect(await sum(outside)).toEqual({ fans: 0, cents: 0 });
  for (const { id, chargeId } of [first, second]) {
    const body = { transactionId: chargeId, endNow: false, refundKey: randomUUID() };
    const refund = { ...body, amountCents: cents };
    await app.call('POST', `/api/subscriptions/${id}/refunds`, { user: staff, body: refund });
  }
  expect(await items()).toBeUndefined();
  expect(await sum()).toEqual({ fans: 0, cents: 0 });
});
