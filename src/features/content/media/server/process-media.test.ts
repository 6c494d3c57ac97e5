import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError } from '#src/lib/problem.ts';
import { mediaProcessing } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { storedKeys } from '../media-keys.ts';
import { contentMedia } from './content-media.table.ts';
import { markMediaFailed, PICTURES_QUEUE, processMedia, VIDEOS_QUEUE } from './process-media.ts';
import { writeSample } from './video/video-samples.testing.ts';

let app: TestApp;
let staff: TestUser;
let influencer: TestUser;
let processing: ReturnType<typeof mediaProcessing>;
beforeAll(async () => {
  app = await createTestApp();
  processing = mediaProcessing(app.services);
  staff = await app.as('staff');
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

let count = 0;
/** A file with these bytes that was just uploaded. */
async function uploadFile(bytes: Uint8Array | string, extension = 'jpg', values: object = {}) {
  const s3Key = `content/test-${++count}.${extension}`;
  await app.storage.put(s3Key, bytes);
  return createUploadedFile(app, staff, { s3Key, variantWidths: [], ...values });
}
async function read(id: string) {
  const [media] = await app.db.select().from(contentMedia).where(eq(contentMedia.id, id));
  return media!;
}
const picture = (width = 700) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#412' } })
    .jpeg()
    .toBuffer();
const publish = (mediaIds: string[]) =>
  app.call('POST', '/api/posts', {
    user: staff,
    body: {
      caption: 'A post',
      category: 'Goth',
      aiUse: 'none',
      influencerId: influencer.id,
      mediaIds,
    },
  });

test('a processed picture has its sizes and teaser, and the waiting post is published', async () => {
  const id = await uploadFile(await picture());
  const { json } = await publish([id]);
  await processMedia(processing, id);
  const media = await read(id);
  expect(media).toMatchObject({
    state: 'ready',
    width: 700,
    height: 300,
    variantWidths: [320, 640, 700],
    durationSeconds: null,
  });
  for (const key of storedKeys(media)) expect(await app.storage.exists(key), key).toBe(true);
  const post = await app.call('GET', `/api/posts/${json.id}`, { user: staff });
  expect(post.json.post.state).toBe('published');
});

test('a video that nothing would isolate fails with a reason, and is processed again once something does', async () => {
  const id = await uploadFile(Buffer.from('hostile'), 'mp4', {
    mediaType: 'video',
    mimeType: 'video/mp4',
  });
  const config = { ...app.config, allowsUnisolatedVideos: false };
  await processMedia({ ...processing, config, findContainment: async () => 'prlimit' }, id);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    failure: 'Videos can’t be processed on this server yet. Please contact the team.',
  });
  await app.db
    .update(contentMedia)
    .set({ state: 'processing', failure: null })
    .where(eq(contentMedia.id, id));
  await processMedia({ ...processing, config, findContainment: async () => 'landlock' }, id);
  expect((await read(id)).failure).toBe('The file is damaged or incomplete');
});

test('a processed video has its renditions, and all files are stored', async () => {
  const samplePath = path.join(app.config.dataDir, 'clip.mp4');
  const source = 'testsrc2=size=540x960:rate=24:duration=1,format=yuv420p';
  await writeSample(samplePath, { format: 'mp4', tracks: [{ codec: 'libx264', source }] });
  const original = await readFile(samplePath);
  const id = await uploadFile(original, 'mp4', { mediaType: 'video', mimeType: 'video/mp4' });
  await processMedia(processing, id);
  const media = await read(id);
  expect(media).toMatchObject({ state: 'ready', width: 540, height: 960 });
  expect(media.renditions.length).toBeGreaterThan(0);
  expect(media.durationSeconds).toBeCloseTo(1, 0);
  for (const key of storedKeys(media)) expect(await app.storage.exists(key), key).toBe(true);
  // The original is unchanged.
  expect(await app.storage.getBytes(media.s3Key)).toEqual(original);
});

test('a damaged file fails with the reason, blocks its post, and can be retried', async () => {
  const whole = await picture(2_000);
  const id = await uploadFile(whole.subarray(0, whole.length / 2));
  const { json } = await publish([id]);
  await processMedia(processing, id);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    failure: 'The file is damaged or incomplete',
  });
  const state = async () =>
    (await app.call('GET', `/api/posts/${json.id}`, { user: staff })).json.post.state;
  expect(await state()).toBe('scheduled');

  await app.storage.put((await read(id)).s3Key, whole);
  const retry = () => app.call('POST', `/api/media/${id}/retry`, { user: staff });
  expect((await retry()).status).toBe(200);
  expect((await retry()).json.code).toBe('not-allowed-in-state');
  await processMedia(processing, id);
  expect([(await read(id)).state, await state()]).toEqual(['ready', 'published']);
});

test('an infected file fails before it is read, with the reason', async () => {
  const scanned: string[] = [];
  const scanFile = async (file: string | Uint8Array) => {
    scanned.push(await readFile(file as string, 'utf8'));
    return 'Test.Signature';
  };
  const id = await uploadFile('not even a picture');
  await processMedia({ ...processing, scanFile }, id);
  expect(scanned).toEqual(['not even a picture']);
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'This file contains malware' });
});

test('a file that cannot be scanned is processed later', async () => {
  const scanFile = () => Promise.reject(new DomainError('scanner-unavailable'));
  const id = await uploadFile(await picture());
  await expect(processMedia({ ...processing, scanFile }, id)).rejects.toThrow('malware right now');
  expect(await read(id)).toMatchObject({ state: 'processing' });
  await processMedia(processing, id);
  expect(await read(id)).toMatchObject({ state: 'ready' });
});

test('a job that runs twice or for a deleted file changes nothing', async () => {
  const id = await uploadFile(await picture());
  await Promise.all([processMedia(processing, id), processMedia(processing, id)]);
  const before = await read(id);
  await processMedia(processing, id);
  await markMediaFailed(processing, id);
  expect(await read(id)).toEqual(before);
  await processMedia(processing, '00000000-0000-4000-8000-000000000000');
});

test('an error not caused by the file fails the job, and after the last attempt the file', async () => {
  const id = await uploadFile(await picture());
  await app.storage.delete((await read(id)).s3Key);
  await expect(processMedia(processing, id)).rejects.toThrow();
  expect(await read(id)).toMatchObject({ state: 'processing' });
  await markMediaFailed(processing, id);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    failure: 'The file couldn’t be processed',
  });
});

test('an outage of a quarter of an hour fails no file', () => {
  for (const { retries } of [PICTURES_QUEUE, VIDEOS_QUEUE]) {
    const pauses = Array.from({ length: retries.limit }, (_, retry) =>
      Math.min(retries.delayMax, retries.delay * 2 ** retry),
    );
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(15 * 60);
  }
});

test('the uploader can read the state of a file', async () => {
  const id = await uploadFile('no picture');
  await processMedia(processing, id);
  const { json } = await app.call('GET', `/api/media?ids=${id}`, { user: staff });
  expect(json.media).toMatchObject([
    { id, fileName: 'evening.jpg', state: 'failed', failure: 'Unsupported file type' },
  ]);
  expect((await app.call('GET', '/api/media?ids=x', { user: staff })).status).toBe(400);
});
