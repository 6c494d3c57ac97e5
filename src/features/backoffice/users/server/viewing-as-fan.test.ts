import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STREAMS_PER_USER } from '#src/features/content/notifications/server/open-streams.ts';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { queuedMails } from '#src/features/identity/email-addresses/server/email-addresses.testing.ts';
import type { Role } from '#src/lib/roles.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';
import { publish, subscribe } from '#test/posts.ts';

const REASON = 'You wrote that your feed stays empty';

let app: TestApp;
let staff: TestUser;
let fan: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  [staff, fan, influencer] = [
    await app.as('staff'),
    await app.as('subscriber'),
    await app.as('influencer', { publicUrl: `page-${randomUUID()}` }),
  ];
  await subscribe(app, fan, influencer);
});
afterAll(() => app.close());

const start = (user: TestUser, id: string, reason = REASON) =>
  app.call('POST', `/api/users/${id}/viewing`, { user, body: { reason } });
const end = (user: TestUser) => app.call('DELETE', '/api/viewing', { user });
const session = async (user: TestUser) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session;
const get = async (path: string, user: TestUser) => (await app.call('GET', path, { user })).json;
const isViewing = async () => (await session(staff))?.user.id === fan.id;

test.each(['admin', 'staff'] as const)('%s see what a fan sees', async (role) => {
  const viewer = await app.as(role);
  await publish(app, influencer, { notify: [fan] });
  await publish(app, await app.as('influencer'), { caption: 'Locked' });
  expect((await start(viewer, fan.id)).status).toBe(200);

  const until = new Date((await session(viewer)).viewingUntil).getTime();
  expect((until - Date.now()) / 60_000).toBeGreaterThan(29);
  expect((until - Date.now()) / 60_000).toBeLessThan(31);
  expect(await session(viewer)).toMatchObject({ role: 'subscriber', user: { id: fan.id } });
  for (const path of ['/api/subscriptions', '/api/notifications', '/api/marketplace']) {
    expect(await get(path, viewer)).toEqual(await get(path, fan));
  }
  const { mediaToken: _, ...feed } = await get('/api/feed/public', fan);
  expect(await get('/api/feed/public', viewer)).toMatchObject(feed);
  expect(JSON.stringify(feed)).toContain('"locked"');
});

test('ending it returns to the own session, which the fan’s sessions never contain', async () => {
  await start(staff, fan.id);
  const devices = await get('/api/account/sessions', fan);
  expect(devices.sessions).toHaveLength(1);
  const ended = await end(staff);
  expect(ended.status).toBe(200);
  // The browser must not show what it loaded of the fan.
  expect(ended.headers.get('clear-site-data')).toBe('"cache"');
  expect(await session(staff)).toMatchObject({ role: 'staff', user: { id: staff.id } });
  expect((await get('/api/users', staff)).rows).toBeDefined();
  // Nobody else's session is affected, and repeating it has no effect.
  expect((await end(staff)).status).toBe(200);
  expect((await session(fan)).viewingUntil).toBeNull();
});

/** Every row of the database, except counters of calls. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await app.db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'rate_limits'`);
  const digests = tables.map(async ({ name }) => {
    const { rows } = await app.db.execute<{ digest: string }>(sql`
      select coalesce(string_agg(row_text, E'\n' order by row_text), '') as digest
      from (select t::text as row_text from ${sql.identifier(name)} t) rows`);
    return [name, rows[0]!.digest] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

test('nothing that is stored changes by it: no views, no read marks, no last use', async () => {
  const { id: postId } = await publish(app, influencer, { notify: [fan] });
  await start(staff, fan.id);
  // Renewals are due after five minutes.
  await app.db.update(sessions).set({ updatedAt: sql`now() - interval '1 hour'` });
  const before = await everything();
  const own = await get('/api/feed', staff);
  const { id, widths } = own.posts[0].media[0].source;
  const media = `/media/${id}/w${widths[0]}?${own.mediaToken}`;
  expect((await app.app.request(media, { headers: { cookie: staff.cookie } })).status).toBe(200);
  for (const path of [
    '/api/auth/session',
    '/api/feed/public',
    '/api/feed/counts?scope=mine',
    '/api/feed/influencers?scope=mine',
    `/api/influencers/${influencer.id}/posts`,
    `/api/influencers/${influencer.id}/header`,
    '/api/notifications',
    '/api/notifications/unread',
    '/api/subscriptions',
    '/api/marketplace',
    '/api/search?q=in',
  ]) {
    expect((await app.call('GET', path, { user: staff })).status, path).toBe(200);
  }
  const calls = { user: staff, body: { postIds: [postId] } };
  expect((await app.call('POST', '/api/posts/views', calls)).json.code).toBe('viewing-as-fan');
  expect((await app.call('POST', '/api/notifications/read', calls)).json.code).toBe(
    'viewing-as-fan',
  );
  expect(await everything()).toEqual(before);
});

test('calls count for whoever makes them, not for the fan', async () => {
  const left = async (user: TestUser) => {
    const { headers } = await app.call('GET', '/api/subscriptions', { user });
    return Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
  };
  const before = await left(fan);
  await start(staff, fan.id);
  for (let count = 0; count < 5; count++) await left(staff);
  expect(await left(fan)).toBe(before - 1);
});

test('live streams are the viewer’s, so that the fan has all of them', async () => {
  await start(staff, fan.id);
  const open = ({ cookie }: TestUser) => app.app.request('/api/events', { headers: { cookie } });
  const streams: Response[] = [];
  for (let count = 0; count < STREAMS_PER_USER; count++) streams.push(await open(staff));
  streams.push(await open(fan));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  for (const { body } of streams) await body?.cancel();
});

test.each([
  ['POST', '/uploads'],
  ['POST', '/avatars'],
  ['POST', `/page-images/${randomUUID()}/about?name=x.png`],
  ['GET', `/sandbox/checkout/${randomUUID()}`],
  ['POST', `/sandbox/checkout/${randomUUID()}`],
  ['GET', '/sandbox/subscriptions/sub-1'],
  ['POST', '/sandbox/subscriptions/sub-1/card'],
])('%s %s is refused while viewing', async (method, path) => {
  await start(staff, fan.id);
  const headers = { cookie: staff.cookie, accept: 'application/json' };
  const response = await app.app.request(path, { method, headers });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'viewing-as-fan' });
});

test('media tokens of the fan are useless to the viewer, and the other way round', async () => {
  await publish(app, influencer);
  await start(staff, fan.id);
  const [ofFan, ofStaff] = [await get('/api/feed', fan), await get('/api/feed', staff)];
  const { id } = ofFan.posts[0].media[0].source;
  const status = async (token: string, { cookie }: TestUser) =>
    (await app.app.request(`/media/${id}/w320?${token}`, { headers: { cookie } })).status;
  expect(await status(ofStaff.mediaToken, staff)).toBe(200);
  expect(await status(ofStaff.mediaToken, fan)).toBe(403);
  expect(await status(ofFan.mediaToken, staff)).toBe(403);
});

describe('it ends', () => {
  beforeEach(async () => {
    await start(staff, fan.id);
    if (!(await isViewing())) throw new Error('viewing did not start');
  });
  const ofStaff = () => eq(userRoles.userId, staff.id);

  test('after 30 minutes by the clock of the database, however much it is used', async () => {
    const later = (minutes: number) =>
      app.db.execute(sql`update sessions set updated_at = updated_at - interval '20 minutes',
        viewing_until = viewing_until - make_interval(mins => ${minutes})
        where user_id = ${staff.id}`);
    await later(29);
    expect(await isViewing()).toBe(true);
    await later(1);
    expect(await session(staff)).toMatchObject({ role: 'staff', viewingUntil: null });
  });

  test('when the viewer signs out, with the session', async () => {
    await app.call('POST', '/api/auth/sign-out', { user: staff });
    expect(await session(staff)).toBeNull();
    const { json } = await app.call('GET', '/api/feed', { user: staff });
    expect(json.code).toBe('unauthenticated');
  });

  test('when the viewer is suspended', async () => {
    const admin = await app.as('admin');
    await app.call('POST', `/api/users/${staff.id}/suspend`, {
      user: admin,
      body: { reason: 'other' },
    });
    const { json } = await app.call('GET', '/api/feed', { user: staff });
    expect(json.code).toBe('suspended');
  });

  test('when the viewer is limited to influencers', async () => {
    await app.db.update(userRoles).set({ isLimited: true }).where(ofStaff());
    expect(await isViewing()).toBe(false);
  });

  test('when the viewer gets another role', async () => {
    for (const role of ['influencer', 'subscriber'] as const) {
      await app.db.update(userRoles).set({ role }).where(ofStaff());
      expect(await session(staff)).toMatchObject({ role, user: { id: staff.id } });
    }
  });

  test('when the fan is suspended, gets another role or is deleted', async () => {
    const ofFan = eq(users.id, fan.id);
    await app.db.update(users).set({ banned: true }).where(ofFan);
    expect(await isViewing()).toBe(false);
    await app.db.update(users).set({ banned: false }).where(ofFan);
    await app.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, fan.id));
    expect(await isViewing()).toBe(false);
    await app.call('DELETE', `/api/users/${fan.id}`, { user: await app.as('admin') });
    expect(await session(staff)).toMatchObject({ role: 'staff' });
  });
});

describe('it is refused', () => {
  test('to staff who are limited to influencers, also for fans of their influencers', async () => {
    const limited = await createLimitedStaff(app, influencer);
    expect((await start(limited, fan.id)).json.code).toBe('forbidden');
  });

  test('for users other than fans, suspended fans and missing users', async () => {
    const code = async (id: string) => (await start(staff, id)).json.code;
    for (const role of ['staff', 'influencer'] satisfies Role[]) {
      expect(await code((await app.as(role)).id)).toBe('not-allowed-in-state');
    }
    expect(await code((await app.as('admin')).id)).toBe('forbidden');
    await app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
    expect(await code(fan.id)).toBe('not-allowed-in-state');
    expect(await code(randomUUID())).toBe('not-found');
  });

  test('without a reason that says something', async () => {
    for (const reason of ['', '   because  ', 'x'.repeat(501)]) {
      expect((await start(staff, fan.id, reason)).json.code).toBe('invalid-input');
    }
  });

  test('while viewing as another fan', async () => {
    await start(staff, fan.id);
    const { id } = await app.as('subscriber');
    expect((await start(staff, id)).json.code).toBe('viewing-as-fan');
  });
});

test('the audit trail and the fan know when and why; the fan does not learn who', async () => {
  await app.db.update(profiles).set({ fullName: 'Bo Staff' }).where(eq(profiles.id, staff.id));
  await app.db.update(users).set({ name: 'Bo Staff' }).where(eq(users.id, staff.id));
  await start(staff, fan.id);
  const ofStaff = eq(auditEntries.actorId, staff.id);
  expect(await app.db.select().from(auditEntries).where(ofStaff)).toMatchObject([
    {
      action: 'viewed-as',
      entity: 'profiles',
      entityId: fan.id,
      operation: `POST /api/users/${fan.id}/viewing`,
      after: { reason: REASON },
    },
  ]);
  const mails = await queuedMails(app, fan.email);
  expect(mails).toMatchObject([
    {
      subject: 'Our team looked at your account',
      facts: [{ label: 'Time' }, { label: 'Reason', value: REASON }],
    },
  ]);
  for (const secret of ['Bo Staff', staff.email, staff.id]) {
    expect(JSON.stringify(mails)).not.toContain(secret);
  }

  const headers = { cookie: fan.cookie };
  const archive = await app.app.request('/api/account/export', { headers });
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(JSON.parse(strFromU8(files['viewed-by-our-team.json']!))).toEqual([
    { at: expect.any(String), reason: REASON },
  ]);
});

test('a refused start is neither recorded nor mailed', async () => {
  await app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
  await start(staff, fan.id);
  expect(await queuedMails(app, fan.email)).toEqual([]);
  const ofStaff = eq(auditEntries.actorId, staff.id);
  expect(await app.db.select().from(auditEntries).where(ofStaff)).toEqual([]);
});
