import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import http from 'node:http';
import { serve } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { mediaAddress, type MediaName } from '#src/lib/media-links.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish, subscribe, WIDTHS } from '#test/posts.ts';

const DAY = 24 * 60 * 60_000;
let app: TestApp;
let influencer: TestUser;
let fan: TestUser;
let mediaId: string;

beforeAll(async () => {
  app = await createTestApp();
  influencer = await app.as('influencer');
  fan = await app.as('subscriber');
  await subscribe(app, fan, influencer);
  ({ mediaId } = await publish(app, influencer, {}, '0123456789'));
});
afterAll(() => app.close());

/** Issues a media token for the user's latest session. */
async function issueMediaToken(user: TestUser): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [user.id],
  );
  return app.mediaTokens.issue(rows[0]!.id);
}

const get = (address: string, user?: TestUser, headers: Record<string, string> = {}) =>
  app.app.request(address, { headers: { ...(user && { cookie: user.cookie }), ...headers } });

const WIDE: MediaName = `w${WIDTHS[0]!}`;
/** The files of a video that a fan may receive. */
const NAMES = ['video.mp4', 'master.m3u8', 'h360.m3u8', 'h360.mp4', 'w320', 'w640'];

/** The distinct statuses of all files of a video except the original. */
async function statuses(user: TestUser | undefined, mediaToken: string, id = mediaId) {
  const found = new Set<number>();
  for (const name of NAMES)
    found.add((await get(`/media/${id}/${name}?${mediaToken}`, user)).status);
  return [...found];
}

test('a subscriber, the back office and the influencer can view every size', async () => {
  for (const user of [fan, await app.as('admin'), await app.as('staff'), influencer]) {
    expect(await statuses(user, await issueMediaToken(user))).toEqual([200]);
  }
  const { json } = await app.call('GET', '/api/feed', { user: fan });
  const { id, widths } = json.posts[0].media[0].source;
  const response = await get(mediaAddress(id, `w${widths[1]}`, json.mediaToken), fan);
  expect(await response.text()).toBe('w640');
  expect(response.headers.get('content-type')).toBe('image/webp');
});

test.each(['image', 'video'] as const)(
  'a fan receives processed files, never the original %s',
  async (mediaType) => {
    const file = await publish(app, influencer, { mediaType });
    const original = async (user: TestUser) =>
      (await get(mediaAddress(file.mediaId, 'original', await issueMediaToken(user)), user)).status;
    expect(await original(fan)).toBe(404);
    expect(await original(influencer)).toBe(200);
    const staff = await app.as('staff');
    expect(await original(staff)).toBe(200);
    const { rows } = await app.pool.query(
      'select action, entity, entity_id from audit_entries where actor_id = $1',
      [staff.id],
    );
    expect(rows).toEqual([{ action: 'viewed', entity: 'content_media', entity_id: file.mediaId }]);
    const sized = mediaAddress(file.mediaId, WIDE, await issueMediaToken(fan));
    expect((await get(sized, fan)).status).toBe(200);
  },
);

test('every address in a playlist carries the media token', async () => {
  const mediaToken = await issueMediaToken(fan);
  const master = await get(mediaAddress(mediaId, 'master.m3u8', mediaToken), fan);
  expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(await master.text()).toContain(`\nh360.m3u8?${mediaToken}\n`);
  const playlist = await (await get(`/media/${mediaId}/h360.m3u8?${mediaToken}`, fan)).text();
  expect(playlist).toContain(`URI="h360.mp4?${mediaToken}",BYTERANGE`);
  expect(playlist).toContain(`\nh360.mp4?${mediaToken}\n`);
});

test('drafts are visible to the back office only, scheduled posts also to their influencer', async () => {
  const draft = await publish(app, influencer, { publishAt: null, publishedAt: null });
  const scheduled = await publish(app, influencer, {
    publishAt: new Date(Date.now() + DAY),
    publishedAt: null,
  });
  const staff = await app.as('staff');
  const unused = await createUploadedFile(app, staff, { state: 'ready' });
  const see = async (user: TestUser, id: string) =>
    (await statuses(user, await issueMediaToken(user), id))[0];
  for (const { mediaId: id } of [draft, scheduled]) {
    expect(await see(fan, id)).toBe(404);
    expect(await see(staff, id)).toBe(200);
  }
  expect(await see(influencer, draft.mediaId)).toBe(404);
  expect(await see(influencer, scheduled.mediaId)).toBe(200);
  const sized = async (user: TestUser) =>
    (await get(mediaAddress(unused, WIDE, await issueMediaToken(user)), user)).status;
  expect([await sized(staff), await sized(influencer), await sized(fan)]).toEqual([200, 404, 404]);
});

test('a bearer token authorizes like the cookie', async () => {
  const token = decodeURIComponent(/session_token=([^;]+)/.exec(fan.cookie)![1]!);
  const address = mediaAddress(mediaId, 'video.mp4', await issueMediaToken(fan));
  const response = await get(address, undefined, { authorization: `Bearer ${token}` });
  expect(response.status).toBe(200);
});

test('a visitor cannot view anything, even with a media token', async () => {
  expect(await statuses(undefined, await issueMediaToken(fan))).toEqual([401]);
});

test('a fan without a subscription that grants viewing cannot view anything', async () => {
  const yesterday = new Date(Date.now() - DAY);
  const states = [
    null,
    { status: 'paused' },
    { status: 'past_due' },
    { status: 'cancelled' },
    { status: 'active', cancelAt: yesterday },
  ] as const;
  for (const state of states) {
    const other = await app.as('subscriber');
    if (state) await subscribe(app, other, influencer, state);
    expect(await statuses(other, await issueMediaToken(other)), JSON.stringify(state)).toEqual([
      404,
    ]);
  }
});

test('a subscriber who has cancelled can view everything until the paid period ends', async () => {
  const other = await app.as('subscriber');
  await subscribe(app, other, influencer, { cancelAt: new Date(Date.now() + DAY) });
  expect(await statuses(other, await issueMediaToken(other))).toEqual([200]);
});

test('the right to view is checked at every read: a pause applies at once', async () => {
  const other = await app.as('subscriber');
  const subscription = await subscribe(app, other, influencer);
  const mediaToken = await issueMediaToken(other);
  expect(await statuses(other, mediaToken)).toEqual([200]);
  await app.pool.query("update user_subscriptions set status = 'paused' where id = $1", [
    subscription,
  ]);
  expect(await statuses(other, mediaToken)).toEqual([404]);
});

test('another influencer cannot view anything', async () => {
  const other = await app.as('influencer');
  expect(await statuses(other, await issueMediaToken(other))).toEqual([404]);
});

test("another session's media token, an expired one, a changed one and a missing one are refused", async () => {
  const other = await app.as('subscriber');
  await subscribe(app, other, influencer);
  const own = await issueMediaToken(fan);
  const session = await app.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [fan.id],
  );
  const old = app.mediaTokens.issue(session.rows[0]!.id, Date.now() - DAY);
  const signatureStart = own.indexOf('s=') + 2;
  const changed =
    own.slice(0, signatureStart) +
    (own[signatureStart] === 'A' ? 'B' : 'A') +
    own.slice(signatureStart + 1);
  for (const mediaToken of [
    await issueMediaToken(other),
    old,
    changed,
    own.replace('e=', 'e=1'),
    '',
  ]) {
    expect(await statuses(fan, mediaToken)).toEqual([403]);
  }
});

test('nobody can view files after signing out or being suspended', async () => {
  const leaving = await app.as('subscriber');
  const suspended = await app.as('subscriber');
  await subscribe(app, leaving, influencer);
  await subscribe(app, suspended, influencer);
  const tokens = [await issueMediaToken(leaving), await issueMediaToken(suspended)] as const;
  await app.call('POST', '/api/auth/sign-out', { user: leaving });
  await app.db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  expect(await statuses(leaving, tokens[0])).toEqual([401]);
  expect(await statuses(suspended, tokens[1])).toEqual([403]);
});

test('a file that may not be viewed is answered like a missing one', async () => {
  const mediaToken = await issueMediaToken(fan);
  const hidden = await publish(app, await app.as('influencer'));
  const bodies = new Set<string>();
  for (const id of [hidden.mediaId, '00000000-0000-4000-8000-000000000000', 'no-id']) {
    const response = await get(mediaAddress(id, 'video.mp4', mediaToken), fan);
    expect(response.status).toBe(404);
    const { requestId, ...problem } = (await response.json()) as { requestId: string };
    expect(requestId).not.toBe('');
    bodies.add(JSON.stringify(problem));
  }
  expect(bodies.size).toBe(1);
  for (const size of ['w1280', 'w0320', 'w', 'wide', '..%2foriginal', 'h720.mp4', 'x.m3u8']) {
    expect((await get(`/media/${mediaId}/${size}?${mediaToken}`, fan)).status).toBe(404);
  }
});

test('files are private, have the stored media type, and are cached for five minutes at most', async () => {
  const response = await get(mediaAddress(mediaId, 'video.mp4', await issueMediaToken(fan)), fan);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '10',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  const [, age] = /^private, max-age=(\d+)$/.exec(headers['cache-control']!)!;
  expect(Number(age)).toBeLessThanOrEqual(300);
  const again = await get(mediaAddress(mediaId, 'video.mp4', await issueMediaToken(fan)), fan, {
    'if-none-match': headers.etag!,
  });
  expect(again.status).toBe(304);
  const refused = await get(mediaAddress(mediaId, 'video.mp4', ''), fan, {
    'if-none-match': headers.etag!,
  });
  expect(refused.status).toBe(403);
});

test('a player can request a range of a file', async () => {
  const address = mediaAddress(mediaId, 'video.mp4', await issueMediaToken(fan));
  const part = await get(address, fan, { range: 'bytes=2-5' });
  expect([part.status, await part.text()]).toEqual([206, '2345']);
  expect(part.headers.get('content-range')).toBe('bytes 2-5/10');
  expect(part.headers.get('content-length')).toBe('4');
  const etag = part.headers.get('etag')!;
  expect(await (await get(address, fan, { range: 'bytes=-2', 'if-range': etag })).text()).toBe(
    '89',
  );
  const changed = await get(address, fan, { range: 'bytes=2-5', 'if-range': '"other"' });
  expect([changed.status, await changed.text()]).toEqual([200, '0123456789']);
  const beyond = await get(address, fan, { range: 'bytes=10-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  const many = await get(address, fan, { range: 'bytes=0-1,4-5' });
  expect(many.status).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'neither a HEAD request nor an aborted download leaves a file open',
  async () => {
    const { mediaId: large, s3Key } = await publish(app, influencer, {}, 'x'.repeat(20_000_000));
    const address = mediaAddress(large, 'video.mp4', await issueMediaToken(fan));
    const open = `${s3Key.replace(/\.mp4$/, '')}/video.mp4`;
    const root = realpathSync(app.config.dataDir);
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === `${root}/storage/${open}`;
        } catch {
          return false;
        }
      }).length;
    const server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' });
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      const options = { port, path: address, headers: { cookie: fan.cookie }, agent: false };
      const head = await new Promise<http.IncomingMessage>((resolve, reject) =>
        http
          .request({ ...options, method: 'HEAD' }, resolve)
          .on('error', reject)
          .end(),
      );
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, '20000000']);
      head.resume();
      expect(openFiles()).toBe(0);
      await new Promise<void>((resolve, reject) => {
        const request = http.get(options, (response) => {
          response.once('data', () => {
            expect(openFiles()).toBe(1);
            response.destroy();
            resolve();
          });
        });
        request.on('error', reject);
      });
      await expect.poll(openFiles).toBe(0);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  },
);
