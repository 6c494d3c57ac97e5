import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationUrl } from '#src/features/agency/applications/server/application-links.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { MAXIMUM_IMAGE_BYTES } from '#src/features/content/page-images/page-images.schema.ts';
import { DomainError, type Problem } from '#src/lib/problem.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { createApp } from '#src/server/app.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { MAXIMUM_PICTURES, TOKEN_HEADER, type Portfolio } from '../portfolios.schema.ts';

let app: TestApp;
let applicationId: string;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  applicationId = await createApplication(app.db);
  token = tokenOf(applicationId);
});
afterAll(() => app.close());

const tokenOf = (id: string) => applicationUrl(app.config, id).split('#')[1]!;

let shade = 0;
/** Another picture each time. */
function picture(width = 400) {
  shade += 1;
  const background = { r: shade % 256, g: 40, b: 90 };
  return sharp({ create: { width, height: 200, channels: 3, background } });
}

type Answer = { status: number; json: Portfolio & Partial<Problem> };

async function upload(
  bytes: Uint8Array,
  { name = 'work.jpg', secret = token, server = app.app } = {},
): Promise<Answer> {
  const response = await server.request(`/application/pictures?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: secret },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, json: (await response.json()) as Answer['json'] };
}

const list = async (secret = token) =>
  (await app.call('POST', '/api/application-pictures', { body: { token: secret } })).json.pictures;
const remove = (id: string, secret = token) =>
  app.call('POST', '/api/application-pictures/removal', { body: { token: secret, id } });
const view = (id: string, user: TestUser | null, headers = {}) =>
  app.app.request(`/application/pictures/${id}`, {
    headers: { ...(user && { cookie: user.cookie }), ...headers },
  });
const decide = () =>
  app.db
    .update(influencerApplications)
    .set({ status: 'rejected', reviewedAt: new Date() })
    .where(eq(influencerApplications.id, applicationId));

/** The stored files after the job that removes deleted ones. */
async function listFiles(): Promise<string[]> {
  await deleteListedFiles(app.db, app.services.storage);
  const files: string[] = [];
  for await (const { key } of app.services.storage.list('portfolios/')) files.push(key);
  return files;
}

test('an applicant adds photos, which the back office sees, small and without metadata', async () => {
  const exif = { IFD0: { Copyright: 'Somewhere 1' } };
  const added = await upload(await picture(2000).withExif(exif).jpeg().toBuffer());
  expect(added).toMatchObject({ status: 200, json: { pictures: [{ fileName: 'work.jpg' }] } });
  await upload(await picture().png().toBuffer(), { name: 'second.png' });
  const pictures = await list();
  expect(pictures.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'work.jpg',
    'second.png',
  ]);
  for (const role of ['admin', 'staff'] as const) {
    const user = await app.as(role);
    const address = `/api/applications/${applicationId}/pictures`;
    expect((await app.call('GET', address, { user })).json.pictures).toEqual(pictures);
    const response = await view(pictures[0].id, user);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    });
    const stored = await sharp(await response.arrayBuffer()).metadata();
    expect([stored.width, stored.exif]).toEqual([1280, undefined]);
    const etag = response.headers.get('etag')!;
    expect((await view(pictures[0].id, user, { 'if-none-match': etag })).status).toBe(304);
  }
});

test('nobody but the back office sees a photo', async () => {
  const { json } = await upload(await picture().png().toBuffer());
  const { id } = json.pictures[0]!;
  expect((await view(id, null)).status).toBe(401);
  for (const role of ['subscriber', 'influencer'] as const) {
    expect((await view(id, await app.as(role))).status).toBe(403);
  }
  expect((await view('no-id', await app.as('staff'))).status).toBe(404);
});

test('the secret of another application neither lists, adds nor removes its photos', async () => {
  const { json } = await upload(await picture().png().toBuffer());
  const { id } = json.pictures[0]!;
  const other = tokenOf(await createApplication(app.db));
  expect(await list(other)).toEqual([]);
  expect((await remove(id, other)).json).toEqual({ pictures: [] });
  expect(await list()).toHaveLength(1);
  const forged = `${token}x`;
  expect((await upload(await picture().png().toBuffer(), { secret: forged })).status).toBe(404);
  expect((await remove(id, forged)).status).toBe(404);
});

test('the same photo again changes nothing', async () => {
  const before = await listFiles();
  const bytes = await picture().png().toBuffer();
  const first = await upload(bytes);
  expect((await upload(bytes)).json).toEqual(first.json);
  expect(await listFiles()).toHaveLength(before.length + 1);
});

test('an application has at most ten photos, also if two arrive together', async () => {
  const before = await listFiles();
  for (let count = 1; count < MAXIMUM_PICTURES; count++) {
    expect((await upload(await picture().png().toBuffer())).status).toBe(200);
  }
  const both = await Promise.all([
    upload(await picture().png().toBuffer()),
    upload(await picture().png().toBuffer()),
  ]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await list()).toHaveLength(MAXIMUM_PICTURES);
  expect(await listFiles()).toHaveLength(before.length + MAXIMUM_PICTURES);
});

test('an applicant removes a photo, also a second time, and its file with it', async () => {
  const before = await listFiles();
  const { json } = await upload(await picture().png().toBuffer());
  for (const _ of [1, 2]) {
    expect((await remove(json.pictures[0]!.id)).json).toEqual({ pictures: [] });
  }
  expect(await listFiles()).toEqual(before);
});

test('the photos of a decided application stay as they are', async () => {
  const { json } = await upload(await picture().png().toBuffer());
  await decide();
  const late = await upload(await picture().png().toBuffer());
  expect(late).toMatchObject({ status: 409, json: { code: 'not-allowed-in-state' } });
  expect((await remove(json.pictures[0]!.id)).status).toBe(409);
  expect(await list()).toHaveLength(1);
});

test('the files of the photos are removed with the application', async () => {
  const before = await listFiles();
  await upload(await picture().png().toBuffer());
  await app.db.delete(influencerApplications).where(eq(influencerApplications.id, applicationId));
  expect(await listFiles()).toEqual(before);
});

test('an infected photo is refused, as is every photo while the scanner does not respond', async () => {
  const before = await listFiles();
  const bytes = await picture().png().toBuffer();
  const scanned = (scanFile: TestApp['scanFile']) =>
    upload(bytes, { server: createApp({ ...app.services, scanFile }) });
  const infected = await scanned(async () => 'Test.Signature');
  expect(infected).toMatchObject({ status: 422, json: { code: 'invalid-file' } });
  const unknown = await scanned(() => Promise.reject(new DomainError('scanner-unavailable')));
  expect(unknown).toMatchObject({ status: 503, json: { code: 'scanner-unavailable' } });
  expect(await list()).toEqual([]);
  expect(await listFiles()).toEqual(before);
});

test.each([
  ['text', () => Buffer.from('no picture'), 422, 'work.jpg is not a valid image file'],
  ['large', () => Buffer.alloc(MAXIMUM_IMAGE_BYTES + 1), 413, 'work.jpg is too large'],
])('a %s file is refused', async (_, bytes, status, message) => {
  const refused = await upload(bytes());
  expect(refused).toMatchObject({ status, json: { detail: expect.stringContaining(message) } });
  expect(await list()).toEqual([]);
});

test('a name that the database cannot store is repaired', async () => {
  const { json } = await upload(await picture().png().toBuffer(), {
    name: ` a\0b${'c'.repeat(300)}`,
  });
  expect(json.pictures[0]!.fileName).toBe(`ab${'c'.repeat(253)}`);
});

test('uploads of one network are limited, before the bytes are read', async () => {
  const server = app.app;
  const send = () => upload(Buffer.from('x'), { secret: 'forged', server });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) statuses.push((await send()).status);
  expect(statuses.at(-1)).toBe(429);
});
