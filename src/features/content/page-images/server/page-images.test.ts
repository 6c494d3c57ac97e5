import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { publicImageAddress, parsePublicImageName } from '#src/lib/images.ts';
import { DomainError, type Problem } from '#src/lib/problem.ts';
import { ROLES } from '#src/lib/roles.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  IMAGE_SLOTS,
  MAXIMUM_IMAGE_BYTES,
  MAXIMUM_IMAGES,
  type ImageSlot,
} from '../page-images.schema.ts';
import { addPageImage } from './page-images.ts';
import { publicImageKeys } from './public-images.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('staff');
  influencer = await app.as('influencer', { publicUrl: 'rose' });
});
afterAll(() => app.close());

const BACK_OFFICE: Actor = {
  userId: '',
  sessionId: '',
  role: 'admin',
  isLimited: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  viewedBy: null,
  isConfirmed: true,
  email: '',
  fullName: '',
};

const picture = (color = '#7c2530', width = 400) =>
  sharp({ create: { width, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();

type Sent = {
  user?: TestUser | undefined;
  of?: string;
  name?: string;
  headers?: Record<string, string>;
};

/** The pictures of a slot, or a problem. */
type Answer = { images: string[] } & Problem;

async function send(
  slot: string,
  bytes: Uint8Array,
  { user = staff, of = influencer.id, name = 'rose.png', headers = {} }: Sent = {},
) {
  const response = await app.app.request(
    `/page-images/${of}/${slot}?name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { ...headers, cookie: user.cookie },
      body: new Uint8Array(bytes),
    },
  );
  return { status: response.status, json: (await response.json()) as Answer };
}

const address = (slot: string, of = influencer.id) => `/api/influencers/${of}/page-images/${slot}`;
const order = (slot: ImageSlot, images: string[]) =>
  app.call('PUT', address(slot), { user: staff, body: { images } });
const remove = (slot: ImageSlot, image: string, of = influencer.id) =>
  app.call('DELETE', `${address(slot, of)}?image=${encodeURIComponent(image)}`, { user: staff });
const list = async (slot: ImageSlot, of = influencer.id): Promise<string[]> => {
  const { json } = await app.call('GET', `/api/influencers/${of}/page-images`, { user: staff });
  return json.images[slot];
};
const isServed = async (stem: string) =>
  (await app.app.request(publicImageAddress(stem, 320))).status === 200;
const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of app.storage.list('public/')) keys.push(key);
  return keys.toSorted();
};
const deleteFiles = () => deleteListedFiles(app.db, app.storage);

describe('who may change the pictures', () => {
  test.each(ROLES)('an upload by %s', async (role) => {
    const user = await app.as(role);
    const { status, json } = await send('why-signup', await picture(), { user });
    const mayUpload = role === 'admin' || role === 'staff';
    expect([status, json.code]).toEqual(mayUpload ? [200, undefined] : [403, 'forbidden']);
  });

  test('a visitor must sign in before the body is read', async () => {
    const response = await app.app.request(`/page-images/${influencer.id}/about`, {
      method: 'POST',
      body: new Uint8Array(MAXIMUM_IMAGE_BYTES + 1),
    });
    expect(response.status).toBe(401);
  });

  test('another site cannot upload with a member’s cookie', async () => {
    const headers = { origin: 'https://elsewhere.test' };
    const { status, json } = await send('about', await picture(), { headers });
    expect([status, json.code]).toEqual([403, 'cross-site']);
    expect(await list('about')).toEqual([]);
  });

  test('only influencers have page images', async () => {
    const fan = await app.as('subscriber');
    expect((await send('about', await picture(), { of: fan.id })).status).toBe(404);
    expect((await send('about', await picture(), { of: 'nobody' })).status).toBe(404);
    expect((await send('footer', await picture())).status).toBe(404);
    const read = await app.call('GET', `/api/influencers/${fan.id}/page-images`, { user: staff });
    expect(read.status).toBe(404);
  });
});

test('an uploaded picture appears on the public page at once', async () => {
  for (const slot of IMAGE_SLOTS) {
    const { status, json } = await send(slot, await picture('#203040'), { of: influencer.id });
    expect(status).toBe(200);
    const stem = json.images.at(-1)!;
    expect(parsePublicImageName(stem)).toMatchObject({ width: 400, height: 300 });
    expect(await isServed(stem)).toBe(true);
  }
  const { images } = (
    await app.call('GET', `/api/influencers/${influencer.id}/page-images`, { user: staff })
  ).json;
  const page = (await app.call('GET', '/api/marketplace/rose')).json;
  expect(page.influencer).toMatchObject({
    image: images.about[0],
    hero: { image: images.hero[0] },
    about: { images: images.about },
    sneakPeekImages: images['sneak-peek'],
    whySignup: { images: images['why-signup'] },
    readyBackground: images['ready-background'][0],
  });
});

test.each(IMAGE_SLOTS)(
  'ten concurrent uploads do not exceed the maximum of %s',
  async (slot) => {
    const { id } = await app.as('influencer');
    const before = await storedKeys();
    const most = MAXIMUM_IMAGES[slot];
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        send(slot, await picture(`#0000${10 + index}`), { of: id }),
      ),
    );
    const images = await list(slot, id);
    expect(images).toHaveLength(most);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(most === 1 ? 0 : 10 - most);
    for (const { json } of refused) {
      expect(json).toMatchObject({ status: 409, detail: `Maximum ${most} images allowed` });
    }
    // Refused and replaced pictures leave no files in storage.
    await deleteFiles();
    const added = (await storedKeys()).filter((key) => !before.includes(key));
    expect(new Set(added.map((key) => `/images/${key.slice(7).replace(/\..*$/, '')}`))).toEqual(
      new Set(images),
    );
  },
  30_000,
);

test('pictures can be reordered', async () => {
  const { id } = await app.as('influencer');
  for (const color of ['#111111', '#222222', '#333333']) {
    await send('sneak-peek', await picture(color), { of: id });
  }
  const [a, b, c] = (await list('sneak-peek', id)) as [string, string, string];
  const put = (images: string[]) =>
    app.call('PUT', address('sneak-peek', id), { user: staff, body: { images } });
  expect((await put([c, a, b])).json).toEqual({ images: [c, a, b] });
  expect(await list('sneak-peek', id)).toEqual([c, a, b]);

  for (const stale of [[c, a], [c, a, b, '/images/other'], [c, c, a], []]) {
    const { status, json } = await put(stale);
    expect([status, json.code]).toEqual([409, 'conflict']);
  }
  expect(await list('sneak-peek', id)).toEqual([c, a, b]);
});

test('a removed picture disappears from the page and then from storage', async () => {
  const { id } = await app.as('influencer');
  await send('about', await picture('#445566', 1500), { of: id });
  const { json } = await send('about', await picture('#665544'), { of: id });
  const [first, second] = json.images as [string, string];
  expect((await remove('about', first, id)).json).toEqual({ images: [second] });
  await deleteFiles();
  expect(await isServed(first)).toBe(false);
  expect((await storedKeys()).filter((key) => key.includes(first.slice(8)))).toEqual([]);
  expect(await isServed(second)).toBe(true);
  expect((await remove('about', first, id)).status).toBe(404);
});

test('a picture that is also used elsewhere keeps its files', async () => {
  const key = 'public/1-shared.png';
  for (const file of publicImageKeys(key)) await app.storage.put(file, 'shared');
  const one = await app.as('influencer', { pageAboutImages: [key], pageHeroImage: key });
  const other = await app.as('influencer', { profilePhotoS3Key: key });

  await remove('about', '/images/1-shared', one.id);
  await send('hero', await picture(), { of: one.id });
  await deleteFiles();
  expect(await isServed('/images/1-shared')).toBe(true);

  await remove('profile-photo', '/images/1-shared', other.id);
  await deleteFiles();
  expect(await isServed('/images/1-shared')).toBe(false);
});

test('a removed profile photo is not replaced by an older address', async () => {
  const { id } = await app.as('influencer', { profilePhotoS3Url: 'https://example.test/old' });
  const { json } = await send('profile-photo', await picture(), { of: id });
  await remove('profile-photo', json.images[0]!, id);
  const [row] = await app.db.select().from(profiles).where(eq(profiles.id, id));
  expect(row).toMatchObject({ profilePhotoS3Key: null, profilePhotoS3Url: null });
});

describe('an unusable file', () => {
  const animated = async () => {
    const frames = await Promise.all([picture('#ff0000'), picture('#00ff00')]);
    return sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
  };
  const animatedPng = async () => {
    const png = await picture();
    // A frame control chunk in front of the image data makes an animated PNG of it.
    const control = Buffer.from(
      '00000008 6163544c 00000002 00000000 f38d9370'.replaceAll(' ', ''),
      'hex',
    );
    return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  };
  const vast = () =>
    sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const truncated = async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const whole = await sharp({
      create: { width: 600, height: 600, channels: 3, background: '#000', noise },
    })
      .jpeg()
      .toBuffer();
    return whole.subarray(0, whole.length / 2);
  };
  const video = () => Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['without bytes', () => Buffer.alloc(0), ': the file is empty'],
    ['that is text', () => Buffer.from('not a picture'), ''],
    ['that is an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), ''],
    ['that is a video', video, ''],
    ['that is truncated', truncated, ': the file is damaged or incomplete'],
    ['that is animated', animated, ': animated images can’t be used'],
    ['that is an animated PNG', animatedPng, ': animated images can’t be used'],
    ['with too many pixels', vast, ': it has more than 100 million pixels'],
  ])('%s is refused with a reason and not stored', async (_, make, fault) => {
    const before = await storedKeys();
    const bytes = await make();
    expect((await send('about', bytes, { name: 'a b.png' })).json).toMatchObject({
      code: 'invalid-file',
      detail: `a b.png is not a valid image file${fault}`,
    });
    expect((await send('profile-photo', bytes)).json).toMatchObject({
      status: 422,
      detail: `Please select a valid image file${fault}`,
    });
    expect(await storedKeys()).toEqual(before);
  });

  test.each([
    ['about', 'big.png is too large. Maximum size is 5MB'],
    ['profile-photo', 'Image size must be less than 5MB'],
  ])('%s accepts at most 5 MB', async (slot, detail) => {
    const small = await picture();
    const filled = Buffer.concat([small, Buffer.alloc(MAXIMUM_IMAGE_BYTES - small.length)]);
    const { id } = await app.as('influencer');
    expect((await send(slot, filled, { of: id })).status).toBe(200);
    const large = Buffer.concat([filled, Buffer.from([0])]);
    for (const headers of [{ 'content-length': String(large.length) }, {}] as Record<
      string,
      string
    >[]) {
      const { status, json } = await send(slot, large, { of: id, name: 'big.png', headers });
      expect([status, json.detail]).toEqual([413, detail]);
    }
    expect(await list(slot as ImageSlot, id)).toHaveLength(1);
  });
});

test('if the storage is full while a picture is stored, none of its files remains', async () => {
  let stored = 0;
  const storage: Storage = {
    ...app.storage,
    async put(...file) {
      if (++stored > 1) throw new DomainError('storage-full');
      await app.storage.put(...file);
    },
  };
  const before = await storedKeys();
  const at = { id: influencer.id, slot: 'hero' } as const;
  const file = { name: 'rose.png', bytes: await picture() };
  const adding = addPageImage({ ...app.services, storage }, BACK_OFFICE, at, file);
  await expect(adding).rejects.toThrow('The storage is full');
  expect(stored).toBe(2);
  expect(await storedKeys()).toEqual(before);
});

test('the hidden page of an influencer has no address', async () => {
  const hidden = await app.as('influencer', { publicUrl: 'hidden', isActive: false });
  for (const [id, publicUrl] of [
    [hidden.id, null],
    [influencer.id, 'rose'],
  ]) {
    const { json } = await app.call('GET', `/api/influencers/${id}/page-images`, { user: staff });
    expect(json.publicUrl).toBe(publicUrl);
  }
});

test('an order for another slot’s pictures is refused', async () => {
  const { json } = await send('sneak-peek', await picture());
  expect((await order('about', json.images)).status).toBe(409);
});
