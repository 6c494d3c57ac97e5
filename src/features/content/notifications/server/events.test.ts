import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishWhenReady } from '#src/features/content/posts/server/publishing.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { createTestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { STREAMS_PER_USER } from './open-streams.ts';

/** The app behind a real HTTP server. */
async function openApp() {
  const app = await createTestApp();
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.app.fetch, hostname: '127.0.0.1', port: 0 }, () =>
      resolve(started),
    );
  });
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await app.close();
  };
  return { ...app, url: `http://127.0.0.1:${port}/api/events`, close };
}

let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  app = await openApp();
});
const open = new Set<AbortController>();
afterEach(() => {
  vi.useRealTimers();
  for (const stream of open) stream.abort();
  open.clear();
});
afterAll(() => app.close());

const cookieOf = (user: TestUser) => ({ cookie: user.cookie });

/** Opens a stream like a browser; `next` returns the name of the next event, null at the end. */
async function openStream(user: TestUser, { url } = app, headers: Record<string, string> = {}) {
  const closing = new AbortController();
  open.add(closing);
  const { signal } = closing;
  const response = await fetch(url, { signal, headers: { ...headers, ...cookieOf(user) } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<string | null> {
    for (;;) {
      const block = /^([^]*?)\n\n/.exec(text);
      if (block) {
        text = text.slice(block[0].length);
        const name = /^event: (\w+)$/m.exec(block[1]!)?.[1];
        if (name) return name;
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  }
  return { response, next };
}

/** Publishes a post including the notifications of its subscribers. */
async function publishNow(influencer: TestUser, at = app): Promise<void> {
  const { id } = await publish(at, influencer);
  const unpublished = { publishedAt: null, lastPublishedAt: null };
  await at.db.update(contentPosts).set(unpublished).where(eq(contentPosts.id, id));
  await at.db.transaction((tx) => publishWhenReady(tx, at.jobs, id));
}

const publishMediaEvent = () => publishLiveEvent(app.db, { topic: 'media' });

test('a subscriber receives an event about a new post, another fan does not', async () => {
  const own = await openApp();
  const influencer = await own.as('influencer');
  const [fan, otherFan] = [await own.as('subscriber'), await own.as('subscriber')];
  await subscribe(own, fan, influencer);
  const [fanStream, otherStream] = [await openStream(fan, own), await openStream(otherFan, own)];
  await publishNow(influencer, own);
  expect(await fanStream.next()).toBe('notifications');
  await own.live.stop();
  expect(await otherStream.next()).toBeNull();
  await own.close();
});

test('the back office and influencers receive media events, fans do not', async () => {
  const users = [await app.as('admin'), await app.as('staff'), await app.as('influencer')];
  const fan = await app.as('subscriber');
  const streams = await Promise.all(users.map((user) => openStream(user)));
  const { next } = await openStream(fan);
  await publishMediaEvent();
  for (const stream of streams) expect(await stream.next()).toBe('media');
  await publishLiveEvent(app.db, { topic: 'notifications', userId: fan.id });
  expect(await next()).toBe('notifications');
});

test('only the back office and the assignee receive events of a task', async () => {
  const assignee = await app.as('influencer');
  const [other, fan] = [await app.as('influencer'), await app.as('subscriber')];
  const recipients = [await app.as('admin'), await app.as('staff'), assignee];
  const streams = await Promise.all(recipients.map((user) => openStream(user)));
  const rest = await Promise.all([other, fan].map((user) => openStream(user)));
  await publishLiveEvent(app.db, { topic: 'tasks', userId: assignee.id });
  for (const stream of streams) expect(await stream.next()).toBe('tasks');
  for (const { id } of [other, fan]) {
    await publishLiveEvent(app.db, { topic: 'notifications', userId: id });
  }
  for (const stream of rest) expect(await stream.next()).toBe('notifications');
});

test('the back office receives a media event when a post is published', async () => {
  const own = await openApp();
  const { next } = await openStream(await own.as('staff'), own);
  await publishNow(await own.as('influencer'), own);
  expect(await next()).toBe('media');
  await own.close();
});

test('marking as read sends an event to the other browsers of the fan', async () => {
  const influencer = await app.as('influencer');
  const fan = await app.as('subscriber');
  await publish(app, influencer, { notify: [fan] });
  const [one, other] = [await openStream(fan), await openStream(fan)];
  const read = { user: fan, body: { influencerId: influencer.id } };
  await app.call('POST', '/api/notifications/read', read);
  expect([await one.next(), await other.next()]).toEqual(['notifications', 'notifications']);
});

test('a stream begins with what has changed since the data of the page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const own = await openApp();
  const [staff, fan] = [await own.as('staff'), await own.as('subscriber')];
  const first = await openStream(staff, own);
  vi.setSystemTime(Date.now() + 10_000);
  await publishLiveEvent(own.db, { topic: 'media' });
  expect(await first.next()).toBe('media');
  const withAge = { ...own, url: `${own.url}?age=2000` };
  const [ofStaff, ofFan] = [await openStream(staff, withAge), await openStream(fan, withAge)];
  expect(await ofStaff.next()).toBe('media');
  await publishLiveEvent(own.db, { topic: 'notifications', userId: fan.id });
  expect(await ofFan.next()).toBe('notifications');
  await own.close();
});

test('visitors are refused, and so are users with too many streams', async () => {
  expect((await fetch(app.url)).status).toBe(401);
  const fan = await app.as('subscriber');
  const streams = await Promise.all(
    Array.from({ length: STREAMS_PER_USER }, () => openStream(fan)),
  );
  expect(streams.every(({ response }) => response.ok)).toBe(true);
  const refused = await fetch(app.url, { headers: cookieOf(fan) });
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate-limited']);
});

test('a stream is neither compressed nor cached nor buffered', async () => {
  const fan = await app.as('subscriber');
  const { response } = await openStream(fan, app, { 'accept-encoding': 'gzip' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.has('content-encoding')).toBe(false);
});

test('a stream stays open while its session is valid and ends at the next heartbeat afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const own = await openApp();
  const [leaving, staying] = [await own.as('subscriber'), await own.as('subscriber')];
  const [ended, staysOpen] = [await openStream(leaving, own), await openStream(staying, own)];
  await own.db.delete(sessions).where(eq(sessions.userId, leaving.id));
  vi.advanceTimersByTime(25_000);
  expect(await ended.next()).toBeNull();
  await publishLiveEvent(own.db, { topic: 'notifications', userId: staying.id });
  expect(await staysOpen.next()).toBe('notifications');
  await own.close();
});

test('the streams of a suspended user end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const own = await openApp();
  const fan = await own.as('subscriber');
  const { next } = await openStream(fan, own);
  await own.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
  vi.advanceTimersByTime(25_000);
  expect(await next()).toBeNull();
  await own.close();
});

test('a stopping server ends all streams at once, also new ones', async () => {
  const own = await openApp();
  const fan = await own.as('subscriber');
  const { next } = await openStream(fan, own);
  await own.live.stop();
  expect(await next()).toBeNull();
  expect(await (await openStream(fan, own)).next()).toBeNull();
  await own.close();
});
