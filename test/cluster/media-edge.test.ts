import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { startEdge } from './nginx.ts';
import { hasPrograms } from './programs.ts';

const VIDEO = '0123456789';

describe.runIf(hasPrograms(['nginx'], 'nginx'))('behind an edge that stores files', () => {
  let app: TestApp;
  let origin: Awaited<ReturnType<typeof listen>>;
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let influencer: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    influencer = await app.as('influencer');
    origin = await listen({ fetch: app.app.fetch, host: '127.0.0.1', port: 0 });
    edge = await startEdge((origin.address() as AddressInfo).port);
  });
  afterAll(async () => {
    await edge.stop();
    await close(origin);
    await app.close();
  });

  async function tokenOf(user: TestUser): Promise<string> {
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from sessions where user_id = $1',
      [user.id],
    );
    return app.mediaTokens.issue(rows[0]!.id);
  }

  async function get(address: string, user: TestUser | null, range?: string) {
    const token = user ? await tokenOf(user) : '';
    const response = await fetch(`${edge.url}${address}?${token}`, {
      headers: { ...(user && { cookie: user.cookie }), ...(range && { range }) },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** A post with a stored video, a fan who may view it and has, and one who may not. */
  async function storeVideo() {
    const fan = await app.as('subscriber');
    await subscribe(app, fan, influencer);
    const { id, mediaId } = await publish(app, influencer, {}, VIDEO);
    const address = `/media/${mediaId}/video.mp4`;
    const first = await get(address, fan);
    expect([first.status, first.text, first.headers.get('x-cache')]).toEqual([200, VIDEO, 'MISS']);
    return { postId: id, mediaId, address, fan, other: await app.as('subscriber') };
  }

  test('a file is read once, for everybody who may view it, with their own expiry', async () => {
    const { address, other } = await storeVideo();
    await subscribe(app, other, influencer);
    const again = await get(address, other);
    expect([again.status, again.text, again.headers.get('x-cache')]).toEqual([200, VIDEO, 'HIT']);
    expect(again.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    const part = await get(address, other, 'bytes=2-5');
    expect([part.status, part.text, part.headers.get('x-cache')]).toEqual([206, '2345', 'HIT']);
  });

  test('nobody else receives the stored copy', async () => {
    const { address, mediaId, fan, other } = await storeVideo();
    const { mediaId: own } = await publish(app, influencer);
    const attempts: [string, TestUser | null, number][] = [
      [address, null, 401],
      [address, other, 404],
      [`/media/${own}/../${mediaId}/video.mp4`, other, 404],
      [`/media/${own}%2F..%2F${mediaId}/video.mp4`, other, 404],
      [`//media/${mediaId}/video.mp4`, other, 404],
    ];
    for (const [path, user, status] of attempts) {
      const found = await get(path, user);
      expect([path, found.status, found.text.includes(VIDEO)]).toEqual([path, status, false]);
    }
    const foreign = await fetch(`${edge.url}${address}?${await tokenOf(fan)}`, {
      headers: { cookie: other.cookie },
    });
    expect(foreign.status).toBe(403);
  });

  type Stored = Awaited<ReturnType<typeof storeVideo>>;
  const ends: [string, number, (stored: Stored) => Promise<unknown>][] = [
    [
      'a suspension',
      403,
      ({ fan }) => app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id)),
    ],
    [
      'a refund that ends the subscription',
      404,
      ({ fan }) =>
        app.db
          .update(userSubscriptions)
          .set({ status: 'cancelled', endedAt: new Date(), endReason: 'refund' })
          .where(eq(userSubscriptions.subscriberId, fan.id)),
    ],
    [
      'a takedown',
      404,
      ({ postId }) =>
        app.db
          .update(contentPosts)
          .set({ hiddenAt: new Date(), publishedAt: null })
          .where(eq(contentPosts.id, postId)),
    ],
    [
      'the deletion of the post',
      404,
      ({ postId }) => app.db.delete(contentPosts).where(eq(contentPosts.id, postId)),
    ],
  ];
  test.each(ends)('%s ends access to the stored copy at once', async (_name, status, end) => {
    const stored = await storeVideo();
    await end(stored);
    const found = await get(stored.address, stored.fan);
    expect([found.status, found.text.includes(VIDEO)]).toEqual([status, false]);
  });

  test('playlists, which contain the token of a viewer, are not stored', async () => {
    const { mediaId, fan, other } = await storeVideo();
    await subscribe(app, other, influencer);
    for (const user of [fan, other]) {
      const { text, headers } = await get(`/media/${mediaId}/master.m3u8`, user);
      expect(text).toContain(await tokenOf(user));
      expect(headers.get('x-cache')).toBeNull();
    }
  });
});
