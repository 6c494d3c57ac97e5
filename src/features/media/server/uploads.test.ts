import { appendFile, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDemoClip } from '#src/demo/media.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { uploader } from '#test/upload.ts';
import { storedKeys, variantKey } from '../media-keys.ts';
import { MAXIMUM_FILE_BYTES } from '../media.schema.ts';
import { sweepAbandonedUploads, uploadsFolder } from './unused-uploads.ts';
import { uploads } from './uploads.table.ts';

let house: TestApp;
let staff: TestUser;
let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  house = await createTestApp();
  staff = await house.as('staff');
  picture = Buffer.from(
    await sharp({ create: { width: 700, height: 500, channels: 3, background: '#803040' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer(),
  );
});
beforeEach(() => house.db.delete(uploads));
afterAll(() => house.close());

const arriving = () => readdir(uploadsFolder(house.config.dataDir));
const stored = async () => {
  const { objects } = await house.storage.listAll('/', { recursive: true });
  return [...objects].length;
};

async function expectNothingLeft(work: () => Promise<unknown>) {
  const before = await stored();
  await work();
  expect(await arriving()).toEqual([]);
  expect(await stored()).toBe(before);
  expect(await house.db.select().from(uploads)).toEqual([]);
}

test('admin and staff may upload; influencers, fans and visitors may not', async () => {
  for (const role of ['admin', 'staff'] as const) {
    const { response } = await uploader(house, await house.as(role)).upload('a.jpg', picture);
    expect(response.status).toBe(204);
  }
  for (const role of ['influencer', 'subscriber'] as const) {
    const refused = await uploader(house, await house.as(role)).create('a.jpg', picture.length);
    expect(refused.status).toBe(403);
  }
  expect((await uploader(house).create('a.jpg', picture.length)).status).toBe(401);
});

test('a picture is stored with its sizes and teaser, and no copy of where it was taken', async () => {
  const { id } = await uploader(house, staff).upload('../../etc/holiday.jpg', picture);
  const [row] = await house.db.select().from(uploads);
  expect(row).toMatchObject({
    id,
    createdBy: staff.id,
    fileName: '../../etc/holiday.jpg',
    mediaType: 'image',
    mimeType: 'image/jpeg',
    fileSize: picture.length,
    width: 700,
    height: 500,
    variantWidths: [320, 640, 700],
  });
  expect(row!.s3Key).toMatch(/^content\/\d+-[0-9a-f]+\.jpg$/);
  expect(row!.teaser).toMatch(/^data:image\/webp;base64,/);
  expect(Buffer.from(await house.storage.getBytes(row!.s3Key))).toEqual(picture);
  expect((await sharp(picture).metadata()).exif).toBeDefined();
  for (const width of row!.variantWidths) {
    const variant = await house.storage.getBytes(variantKey(row!.s3Key, width));
    expect(await sharp(variant).metadata()).toMatchObject({ format: 'webp', width });
    expect((await sharp(variant).metadata()).exif).toBeUndefined();
  }
  expect(await arriving()).toEqual([]);
});

test('a video is stored with its duration and the sizes of its poster', async () => {
  const clip = Buffer.from(await makeDemoClip({ seed: 'upload', seconds: 1 }));
  const { response } = await uploader(house, staff).upload('clip.mp4', clip);
  expect(response.status).toBe(204);
  const [row] = await house.db.select().from(uploads);
  expect(row).toMatchObject({ mediaType: 'video', mimeType: 'video/mp4', width: 540, height: 960 });
  expect(row!.durationSeconds).toBeCloseTo(1, 0);
  for (const key of storedKeys(row!)) expect(await house.storage.exists(key)).toBe(true);
});

test('a file of another kind under a right name is refused and nothing of it stays', () =>
  expectNothingLeft(async () => {
    const text = Buffer.from('a shopping list, not a picture');
    const { response } = await uploader(house, staff).upload('picture.jpg', text);
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      code: 'invalid-file',
      detail: 'Unsupported file type',
    });
  }));

test('a truncated picture is refused and nothing of it stays', () =>
  expectNothingLeft(async () => {
    const half = picture.subarray(0, picture.length / 2);
    const { response } = await uploader(house, staff).upload('half.jpg', half);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: 'The file is damaged or incomplete' });
  }));

test('an empty file is refused', () =>
  expectNothingLeft(async () => {
    const response = await uploader(house, staff).create('empty.jpg', 0);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: 'The file is empty' });
  }));

test('a file of more than 2 GB is refused before a byte is sent', () =>
  expectNothingLeft(async () => {
    const response = await uploader(house, staff).create('film.mp4', MAXIMUM_FILE_BYTES + 1);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ detail: 'File size must be less than 2GB' });
  }));

test('an upload is continued from where the connection broke', async () => {
  const { create, head, patch } = uploader(house, staff);
  const address = (await create('holiday.jpg', picture.length)).headers.get('location')!;
  let sent = false;
  const broken = new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new Error('connection lost'));
      else controller.enqueue(picture.subarray(0, 1000));
      sent = true;
    },
  });
  expect((await patch(address, 0, broken)).status).toBe(400);
  const kept = Number((await head(address)).headers.get('upload-offset'));
  expect(kept).toBeLessThanOrEqual(1000);
  const middle = kept + 700;
  expect((await patch(address, kept, picture.subarray(kept, middle))).status).toBe(204);
  expect((await head(address)).headers.get('upload-offset')).toBe(String(middle));
  expect((await patch(address, 0, picture.subarray(middle))).status).toBe(409);
  expect((await patch(address, middle, picture.subarray(middle))).status).toBe(204);

  const [row] = await house.db.select().from(uploads);
  expect(Buffer.from(await house.storage.getBytes(row!.s3Key))).toEqual(picture);
  const asked = await head(address);
  expect(asked.headers.get('upload-offset')).toBe(asked.headers.get('upload-length'));
});

test('a file that arrived whole before a crash is finished when the client asks for it', async () => {
  const { create, head, patch } = uploader(house, staff);
  const address = (await create('holiday.jpg', picture.length)).headers.get('location')!;
  const rest = picture.length - 10;
  await patch(address, 0, picture.subarray(0, rest));
  const file = path.join(uploadsFolder(house.config.dataDir), path.basename(address));
  await appendFile(file, picture.subarray(rest));
  expect((await head(address)).headers.get('upload-offset')).toBe(String(picture.length));
  expect(await house.db.select().from(uploads)).toHaveLength(1);
});

test("someone else's upload cannot be seen, continued or removed", async () => {
  const own = uploader(house, staff);
  const other = await house.as('admin');
  const foreign = uploader(house, other);
  const address = (await own.create('holiday.jpg', picture.length)).headers.get('location')!;
  expect((await foreign.head(address)).status).toBe(404);
  expect((await foreign.patch(address, 0, picture)).status).toBe(404);
  expect((await foreign.remove(address)).status).toBe(404);
  expect((await own.get(address)).status).toBe(404);
  expect((await own.patch(address, 0, picture)).status).toBe(204);

  expect((await foreign.head(address)).status).toBe(404);
  const id = path.basename(address);
  expect((await house.call('DELETE', `/api/uploads/${id}`, { user: other })).status).toBe(404);
  expect(await house.db.select().from(uploads)).toHaveLength(1);
});

test('an upload can be given up while it runs and after', async () => {
  const { create, remove, upload, head } = uploader(house, staff);
  await expectNothingLeft(async () => {
    const running = (await create('holiday.jpg', picture.length)).headers.get('location')!;
    expect((await remove(running)).status).toBe(204);
    const first = await upload('holiday.jpg', picture);
    expect((await remove(first.address)).status).toBe(204);
    expect((await head(first.address)).status).toBe(404);
    const second = await upload('holiday.jpg', picture);
    const given = await house.call('DELETE', `/api/uploads/${second.id}`, { user: staff });
    expect(given.status).toBe(200);
  });
});

test('ids that are paths lead nowhere', async () => {
  const { patch, head } = uploader(house, staff);
  for (const address of ['/uploads/..%2fsecret', '/uploads/../secret', '/uploads/secret']) {
    expect((await head(address)).status).toBe(404);
    expect((await patch(address, 0, picture)).status).toBe(404);
  }
});

test('what no post used for a day is swept away; the rest stays', async () => {
  const { upload, create } = uploader(house, staff);
  const dayAgo = new Date(Date.now() - 86_400_000);
  const old = await upload('old.jpg', picture);
  const [oldRow] = await house.db.select().from(uploads);
  await house.db.update(uploads).set({ createdAt: sql`now() - interval '25 hours'` });
  const fresh = await upload('fresh.jpg', picture);
  const half = path.basename((await create('half.jpg', 9)).headers.get('location')!);
  const running = path.basename((await create('running.jpg', 9)).headers.get('location')!);
  const folder = uploadsFolder(house.config.dataDir);
  await utimes(path.join(folder, half), 0, 0);

  await sweepAbandonedUploads({ ...house, dataDir: house.config.dataDir }, dayAgo);
  const left = await house.db.select({ id: uploads.id }).from(uploads);
  expect(left).toEqual([{ id: fresh.id }]);
  expect(old.id).not.toBe(fresh.id);
  for (const key of storedKeys(oldRow!)) expect(await house.storage.exists(key)).toBe(false);
  expect((await arriving()).toSorted()).toEqual([running, `${running}.json`].toSorted());
  expect(await readFile(path.join(folder, running), 'utf8')).toBe('');
});
