import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAXIMUM_IMAGE_BYTES } from '#src/features/content/page-images/page-images.schema.ts';
import { addSubscription } from '#src/features/money/subscribers/server/back-office-subscriptions.testing.ts';
import { DomainError, type Problem } from '#src/lib/problem.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createLimitedStaff } from '#test/limited.ts';

let app: TestApp;
let fan: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  fan = await app.as('subscriber');
});
afterAll(() => app.close());

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#7c2530' } });

/** The id of the picture, or a problem. */
type Answer = { avatar: string } & Partial<Problem>;

async function upload(
  user: TestUser,
  bytes: Uint8Array,
  server = app.app,
): Promise<{ status: number; json: Answer }> {
  const response = await server.request('/avatars', {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, json: (await response.json()) as Answer };
}

const view = (user: TestUser | null, id: string, headers = {}) =>
  app.app.request(`/avatars/${id}`, {
    headers: { ...(user && { cookie: user.cookie }), ...headers },
  });

async function addAvatar(user = fan): Promise<string> {
  const { status, json } = await upload(user, await picture().png().toBuffer());
  expect(status).toBe(200);
  return json.avatar;
}

const shownAvatar = async (user = fan) =>
  (await app.call('GET', '/api/auth/session', { user })).json.session.user.avatar;

/** The stored files after the job that removes deleted ones. */
async function listFiles(): Promise<string[]> {
  await deleteListedFiles(app.db, app.services.storage);
  const files: string[] = [];
  for await (const { key } of app.services.storage.list('avatars/')) files.push(key);
  return files;
}

test('an infected picture is refused, as is every picture while the scanner does not respond', async () => {
  const bytes = await picture().png().toBuffer();
  const scanned = (scanFile: TestApp['scanFile']) =>
    upload(fan, bytes, createApp({ ...app.services, scanFile }));
  const infected = await scanned(async () => 'Test.Signature');
  expect(infected).toMatchObject({ status: 422, json: { code: 'invalid-file' } });
  expect(infected.json.detail).toContain('it contains malware');
  const unknown = await scanned(() => Promise.reject(new DomainError('scanner-unavailable')));
  expect(unknown).toMatchObject({ status: 503, json: { code: 'scanner-unavailable' } });
  expect(await shownAvatar()).toBeNull();
  expect(await listFiles()).toEqual([]);
});

test('a fan sees their picture as a small square without metadata', async () => {
  const exif = { IFD0: { Copyright: 'Somewhere 1' } };
  const source = await picture().withExif(exif).jpeg().toBuffer();
  const { json } = await upload(fan, source);
  expect(await shownAvatar()).toBe(json.avatar);
  const response = await view(fan, json.avatar);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
  });
  const stored = await sharp(await response.arrayBuffer()).metadata();
  expect([stored.width, stored.height, stored.exif]).toEqual([288, 288, undefined]);
  const etag = response.headers.get('etag')!;
  expect((await view(fan, json.avatar, { 'if-none-match': etag })).status).toBe(304);
});

test('nobody but the fan and the back office sees a picture', async () => {
  const id = await addAvatar();
  const others = [await app.as('subscriber'), await app.as('influencer')];
  expect(await Promise.all(others.map(async (user) => (await view(user, id)).status))).toEqual([
    404, 403,
  ]);
  expect((await view(null, id)).status).toBe(401);
  const backOffice = [await app.as('admin'), await app.as('staff')];
  for (const user of backOffice) expect((await view(user, id)).status).toBe(200);
  expect((await view(fan, 'no-id')).status).toBe(404);
});

test('limited staff see the pictures of the fans of their influencers only', async () => {
  const own = await app.as('influencer');
  const limited = await createLimitedStaff(app, own);
  const id = await addAvatar();
  expect((await view(limited, id)).status).toBe(404);
  await addSubscription(app, own, undefined, { fan });
  expect((await view(limited, id)).status).toBe(200);
  const { json } = await app.call('GET', `/api/users/${fan.id}`, { user: limited });
  expect(json.avatar).toBe(id);
  const { json: list } = await app.call('GET', `/api/users?search=${fan.email}`, { user: limited });
  expect(list.rows[0].avatar).toBe(id);
});

test('a new picture replaces the previous one under a new address', async () => {
  const before = await listFiles();
  const first = await addAvatar();
  const second = await addAvatar();
  expect((await view(fan, first)).status).toBe(404);
  expect((await view(fan, second)).status).toBe(200);
  expect(await listFiles()).toHaveLength(before.length + 1);
});

test('a fan removes the picture, also a second time', async () => {
  const before = await listFiles();
  const id = await addAvatar();
  for (const _ of [1, 2]) {
    expect((await app.call('DELETE', '/api/account/avatar', { user: fan })).status).toBe(200);
  }
  expect([await shownAvatar(), (await view(fan, id)).status]).toEqual([null, 404]);
  expect(await listFiles()).toEqual(before);
});

test('the file of a picture is removed with the account', async () => {
  const before = await listFiles();
  await addAvatar();
  const admin = await app.as('admin');
  expect((await app.call('DELETE', `/api/users/${fan.id}`, { user: admin })).status).toBe(200);
  expect(await listFiles()).toEqual(before);
});

test.each([
  ['text', () => Buffer.from('no picture'), 422, 'Please select a valid image file'],
  ['svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'Please select'],
  ['large', () => Buffer.alloc(MAXIMUM_IMAGE_BYTES + 1), 413, 'Image size must be less than 5MB'],
])('a %s file is refused and leaves the picture as it is', async (_, bytes, status, message) => {
  const id = await addAvatar();
  const refused = await upload(fan, bytes());
  expect(refused).toMatchObject({ status, json: { detail: expect.stringContaining(message) } });
  expect(await shownAvatar()).toBe(id);
});

test('only fans upload pictures, and at most 20 an hour', async () => {
  for (const role of ['influencer', 'staff', 'admin'] as const) {
    expect((await upload(await app.as(role), Buffer.from('x'))).status).toBe(403);
  }
  const statuses: number[] = [];
  for (let time = 0; time < 21; time++) statuses.push((await upload(fan, Buffer.from('x'))).status);
  expect([statuses.at(0), statuses.at(19), statuses.at(20)]).toEqual([422, 422, 429]);
});
