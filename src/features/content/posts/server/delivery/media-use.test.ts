import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish, subscribe } from '#test/posts.ts';
import { mediaNetworks, mediaUse } from '../media-use.table.ts';
import { createMediaUse, FULL_SPEED, type MediaUse } from './media-use.ts';

let app: TestApp;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' });
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

/** A process with limits as in production, and how long it let its fans wait. */
function startProcess(factor = 1) {
  const waits: number[] = [];
  const process: MediaUse = createMediaUse({
    ...app.services,
    factor,
    waitFor: async (ms) => waits.push(ms),
  });
  return { ...process, waits, server: createApp({ ...app.services, mediaUse: process }) };
}

async function createFan(): Promise<TestUser> {
  const fan = await app.as('subscriber');
  await subscribe(app, fan, influencer);
  return fan;
}

async function tokenOf({ id }: TestUser): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [id],
  );
  return app.mediaTokens.issue(rows[0]!.id);
}

const open = async (
  { server }: ReturnType<typeof startProcess>,
  user: TestUser,
  mediaId: string,
  { name = 'w320' as const, from = '10.0.0.1' } = {},
) =>
  server.request(mediaAddress(mediaId, name, await tokenOf(user)), {
    headers: { cookie: user.cookie, 'x-forwarded-for': from },
  });

/** Files that no two of are counted as one. */
const file = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const openFiles = async (process: MediaUse, fan: TestUser, from: number, to: number) => {
  for (let at = from; at < to; at++) await process.open(fan.id, file(at));
};
const useOf = async ({ id }: TestUser) => {
  const [row] = await app.db.select().from(mediaUse).where(eq(mediaUse.userId, id));
  return row!;
};

test('the sizes and pieces of a file are one file, at full speed however often they are opened', async () => {
  const fan = await createFan();
  const process = startProcess();
  const mediaId = file(0);
  for (let at = 0; at < FULL_SPEED.files * 3; at++) await process.open(fan.id, mediaId);
  await process.storeAll();
  expect(process.waits).toEqual([]);
  expect((await useOf(fan)).hourFiles.replaceAll('0', '')).toBe('1');
});

test('beyond 300 files an account waits longer for each, and is refused when it asks for too many at once', async () => {
  const fan = await createFan();
  const process = startProcess();
  const { mediaId } = await publish(app, influencer, { mediaType: 'image' });
  await openFiles(process, fan, 0, FULL_SPEED.files);
  expect(process.waits).toEqual([]);
  await openFiles(process, fan, FULL_SPEED.files, FULL_SPEED.files + 3);
  expect(process.waits.map((ms) => Math.ceil(ms / 1000))).toEqual([1, 2]);
  expect((await open(process, await createFan(), mediaId)).status).toBe(200);
  let refused = await open(process, fan, mediaId);
  for (let at = 0; refused.status === 200 && at < 200; at++) {
    refused = await open(process, fan, mediaId);
  }
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(20);
  expect(await refused.text()).toContain('You’ve opened a lot of files.');
});

test('beyond 2 GB an account waits for as long as its bytes take', async () => {
  const fan = await createFan();
  const process = startProcess();
  const mediaId = file(0);
  process.addBytes(fan.id, FULL_SPEED.bytes - 1);
  await process.open(fan.id, mediaId);
  expect(process.waits).toEqual([]);
  process.addBytes(fan.id, 40_000_000);
  await process.open(fan.id, mediaId);
  expect(process.waits[0]).toBeGreaterThan(9_000);
});

test('processes add up what an account opens', async () => {
  const fan = await createFan();
  const [one, other] = [startProcess(), startProcess()];
  // The same files in two processes are the same files.
  for (const process of [one, other]) {
    await openFiles(process, fan, 0, 200);
    await process.storeAll();
  }
  await openFiles(one, fan, 200, 203);
  expect(one.waits).toEqual([]);
  await openFiles(other, fan, 210, 295);
  await other.storeAll();
  await one.storeAll();
  await openFiles(one, fan, 203, 206);
  expect(one.waits.length).toBeGreaterThan(0);
});

test('the team and influencers are not counted', async () => {
  const process = startProcess();
  const { mediaId } = await publish(app, influencer, { mediaType: 'image' });
  const staff = await app.as('staff');
  for (const user of [staff, influencer]) {
    expect((await open(process, user, mediaId)).status).toBe(200);
    await process.storeAll();
    expect(await useOf(user)).toBeUndefined();
  }
});

test('a sixth network takes the place of the oldest, which is refused with the reason', async () => {
  const fan = await createFan();
  const { mediaId } = await publish(app, influencer, { mediaType: 'image' });
  const openFrom = (host: number) => open(startProcess(), fan, mediaId, { from: `10.0.${host}.1` });
  for (const host of [1, 2, 3, 4, 5, 1]) expect((await openFrom(host)).status).toBe(200);
  expect((await openFrom(6)).status).toBe(200);
  const refused = await openFrom(1);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: 'too-many-networks',
    detail:
      'Your account is open on more than five networks. Try again in 15 minutes, and change your password if that wasn’t you',
  });
  expect((await openFrom(5)).status).toBe(200);
  await app.db
    .update(mediaNetworks)
    .set({
      lastUse: sql`now() - interval '16 minutes'`,
      replacedAt: sql`now() - interval '16 minutes'`,
    })
    .where(eq(mediaNetworks.network, '10.0.1.0/24'));
  expect((await openFrom(1)).status).toBe(200);
});

test('addresses of one /64 or /24 are one network', async () => {
  const fan = await createFan();
  const { mediaId } = await publish(app, influencer, { mediaType: 'image' });
  for (let host = 1; host <= 8; host++) {
    for (const from of [`2001:db8::${host}`, `10.0.9.${host}`]) {
      expect((await open(startProcess(), fan, mediaId, { from })).status).toBe(200);
    }
  }
});

test('the team is notified of ten times the usual files and at least a thousand, once a day', async () => {
  const admin = await app.as('admin');
  const [fan, avid] = [await createFan(), await createFan()];
  await app.db.execute(sql`
    insert into media_use (user_id, day, hour, hour_files, hour_bytes, earlier_files)
    select ${avid.id}, (now() at time zone 'UTC')::date - ago, now(), repeat('0', 2048)::bit(2048), 0, 300
    from generate_series(1, 20) ago`);
  for (const one of [fan, avid]) {
    const process = startProcess(1000);
    await openFiles(process, one, 0, 700);
    await process.storeAll();
    expect((await useOf(one)).reportedAt).toBeNull();
    await openFiles(process, one, 700, 1200);
    await process.storeAll();
    await process.storeAll();
  }
  const { json } = await app.call('GET', '/api/staff-notifications', { user: admin });
  const reported = (json.notifications as { kind: string; id: string }[]).filter(
    ({ kind }) => kind === 'unusual_use',
  );
  expect(reported.map(({ id }) => id)).toEqual([fan.id]);
  const { rows } = await app.db.execute<{ to: string }>(
    sql`select data ->> 'to' as "to" from jobs.job where data ->> 'subject' = 'A fan opened an unusual number of files'`,
  );
  expect(rows).toEqual([{ to: admin.email }]);
  await app.db.update(users).set({ banned: true }).where(eq(users.id, fan.id));
  const after = await app.call('GET', '/api/staff-notifications', { user: admin });
  expect(JSON.stringify(after.json)).not.toContain('unusual_use');
});
