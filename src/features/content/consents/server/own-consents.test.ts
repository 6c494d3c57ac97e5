import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPerformer } from '#src/features/agency/performers/server/performers.testing.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { consents } from './consents.table.ts';
import { giveConsent } from './consents.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  [influencer, fan] = [await app.as('influencer'), await app.as('subscriber')];
  await subscribe(app, fan, influencer);
});
beforeEach(() => app.limits.consentLink.reset('local'));
afterAll(() => app.close());

async function createLink(performerId: string) {
  const path = `/api/performers/${performerId}/consent-link`;
  const { json } = await app.call('POST', path, { user: staff });
  return { url: json.url as string, token: (json.url as string).split('#')[1]! };
}
const look = (token: string) => app.call('POST', '/api/own-consents', { body: { token } });
const withdraw = (token: string, consentId: string, reason = '') =>
  app.call('POST', '/api/own-consents/withdraw', { body: { token, consentId, reason } });

async function addPerson() {
  const performerId = await insertPerformer(app.db, influencer.id);
  const consentId = await giveConsent(app, performerId, influencer.id, { note: 'Folder 12' });
  return { performerId, consentId, ...(await createLink(performerId)) };
}
async function publishWith(performerId: string) {
  const post = await publish(app, influencer, { notify: [fan] }, '0123456789');
  await app.db.insert(postPeople).values({ postId: post.id, performerId });
  return post;
}

/** Where a fan meets a post. */
async function placesOf({ id, mediaId }: { id: string; mediaId: string }, mediaToken: string) {
  const get = async (path: string) => (await app.call('GET', path, { user: fan })).json;
  const ids = (posts: { id: string }[]) => posts.map((post) => post.id);
  const [feed, publicFeed, page, header, unread, bell] = [
    await get('/api/feed'),
    await get('/api/feed/public'),
    await get(`/api/influencers/${influencer.id}/posts`),
    await get(`/api/influencers/${influencer.id}/header`),
    await get('/api/notifications/unread'),
    await get('/api/notifications'),
  ];
  const range = await app.app.request(mediaAddress(mediaId, 'video.mp4', mediaToken), {
    headers: { cookie: fan.cookie, range: 'bytes=4-7' },
  });
  return {
    feed: ids(feed.posts).includes(id),
    publicFeed: ids(publicFeed.posts).includes(id),
    page: ids(page.posts).includes(id),
    postCount: header.postCount,
    unread: unread.count,
    bell: JSON.stringify(bell).includes(id),
    range: range.status,
  };
}

test('a withdrawal by the person takes their posts down everywhere, and the team learns why', async () => {
  const { performerId, consentId, token } = await addPerson();
  const post = await publishWith(performerId);
  const { mediaToken } = (await app.call('GET', '/api/feed', { user: fan })).json;
  const everywhere = { feed: true, publicFeed: true, page: true, bell: true };
  expect(await placesOf(post, mediaToken)).toEqual({
    ...everywhere,
    postCount: 1,
    unread: 1,
    range: 206,
  });
  const seen = await look(token);
  expect(seen.json).toEqual({
    fullName: 'Mara Vale',
    publishedCount: 1,
    consents: [expect.objectContaining({ id: consentId, kind: 'period', withdrawnAt: null })],
  });
  expect(JSON.stringify(seen.json)).not.toMatch(/Folder 12|Valdecourt/);

  const { status, json } = await withdraw(token, consentId, 'A new employer');
  expect({ status, publishedCount: json.publishedCount }).toEqual({
    status: 200,
    publishedCount: 0,
  });
  expect(await placesOf(post, mediaToken)).toEqual({
    feed: false,
    publicFeed: false,
    page: false,
    bell: false,
    postCount: 0,
    unread: 0,
    range: 404,
  });
  expect(await queuedMails(app, staff.email)).toMatchObject([
    {
      subject: 'Mara Vale withdrew a consent',
      paragraphs: ['1 post was taken down.', expect.any(String)],
      facts: [
        { label: 'Withdrawn by', value: 'the person' },
        { label: 'Reason', value: 'A new employer' },
      ],
    },
  ]);
  const bell = await app.call('GET', '/api/staff-notifications', { user: staff });
  expect(bell.json.notifications).toContainEqual(
    expect.objectContaining({ id: post.id, kind: 'blocked_post', detail: 'Mara Vale' }),
  );

  expect((await withdraw(token, consentId)).status).toBe(200);
  expect(await queuedMails(app, staff.email)).toHaveLength(1);
  const [stored] = await app.db.select().from(consents).where(eq(consents.id, consentId));
  expect(stored).toMatchObject({ withdrawnBy: null, withdrawalReason: 'A new employer' });
});

describe('a private link', () => {
  test('changes nothing by being opened', async () => {
    const { token, consentId } = await addPerson();
    await look(token);
    const [stored] = await app.db.select().from(consents).where(eq(consents.id, consentId));
    expect(stored!.withdrawnAt).toBeNull();
  });

  test('ends with the next link of the person', async () => {
    const { performerId, consentId, token } = await addPerson();
    const next = await createLink(performerId);
    expect([(await look(token)).status, (await look(next.token)).status]).toEqual([404, 200]);
    expect((await withdraw(token, consentId)).status).toBe(404);
  });

  test('reaches no consent of another person', async () => {
    const [own, other] = [await addPerson(), await addPerson()];
    expect((await withdraw(own.token, other.consentId)).status).toBe(404);
    const [stored] = await app.db.select().from(consents).where(eq(consents.id, other.consentId));
    expect(stored!.withdrawnAt).toBeNull();
  });

  test.each(['', 'nothing', 'x'.repeat(300), `${'0'.repeat(8)}.abc`])(
    'that is incomplete (%s) is refused',
    async (token) => {
      const { status } = await look(token);
      expect([400, 404]).toContain(status);
    },
  );

  test('carries its secret in the fragment, which no server receives', async () => {
    const { url } = await addPerson();
    expect(new URL(url).pathname).toBe('/consents');
    expect(new URL(url).search).toBe('');
  });

  test('can be opened sixty times an hour from one address', async () => {
    const { token } = await addPerson();
    let status = 200;
    for (let count = 0; count < 60 && status === 200; count++) ({ status } = await look(token));
    expect([status, (await look(token)).status]).toEqual([200, 429]);
  });
});
