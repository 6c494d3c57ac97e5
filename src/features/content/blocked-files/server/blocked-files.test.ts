import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { processMedia } from '#src/features/content/media/server/process-media.ts';
import { writeSample } from '#src/features/content/media/server/video/video-samples.testing.ts';
import { mediaProcessing } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile } from '#test/posts.ts';
import { blockedFiles } from './blocked-files.table.ts';

let app: TestApp;
let admin: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  influencer = await app.as('influencer');
});
beforeEach(() => app.db.delete(blockedFiles));
afterAll(() => app.close());

let count = 0;
/** A file that the influencer uploaded, processed. */
async function upload(bytes: Buffer, extension = 'png', values: object = {}) {
  const s3Key = `content/blocked-${++count}.${extension}`;
  await app.storage.put(s3Key, bytes);
  const file = { s3Key, variantWidths: [], fileName: `upload-${count}.${extension}`, ...values };
  const id = await createUploadedFile(app, influencer, file);
  await processMedia(mediaProcessing(app.services), id);
  const [media] = await app.db.select().from(contentMedia).where(eq(contentMedia.id, id));
  return media!;
}
const uploadVideo = (bytes: Buffer) =>
  upload(bytes, 'mp4', { mediaType: 'video', mimeType: 'video/mp4' });

/** Circles in many sizes and greys; pictures of different seeds do not look alike. */
function painting(seed: number) {
  const part = (index: number, factor: number) => ((index + 1) * factor * (seed + 1)) % 1;
  const circles = Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [part(index, 0.618034) * 480, part(index, 0.754878) * 360];
    const grey = Math.round(part(index, 0.569841) * 255);
    return `<circle cx="${x}" cy="${y}" r="${8 + part(index, 0.324718) * 50}" fill="rgb(${grey},${grey},${grey})"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${circles.join('')}</svg>`,
    ),
  ).flatten();
}
const bytesOf = (seed: number) => painting(seed).png().toBuffer();

const block = (mediaId: string) =>
  app.call('POST', '/api/blocked-files', { user: admin, body: { mediaId, reason: 'Removed' } });
const importList = (text: string, kind = 'pdq') =>
  app.call('POST', '/api/blocked-files/import', {
    user: admin,
    body: { name: 'Partner list', kind, text },
  });
const list = async () => (await app.call('GET', '/api/blocked-files', { user: admin })).json.rows;

describe('a blocked picture', () => {
  const COPIES: [string, () => Promise<Buffer>][] = [
    ['the same bytes', () => bytesOf(1)],
    ['smaller and compressed', () => painting(1).resize(200).jpeg({ quality: 40 }).toBuffer()],
    ['turned', () => painting(1).rotate(90).png().toBuffer()],
    ['mirrored', () => painting(1).flop().png().toBuffer()],
    ['turned and mirrored', () => painting(1).rotate(270).flop().png().toBuffer()],
    ['darker', () => painting(1).linear(0.8, 5).png().toBuffer()],
  ];

  test.each(COPIES)('is refused when it is uploaded again: %s', async (_, copy) => {
    const original = await upload(await bytesOf(1));
    expect((await block(original.id)).status).toBe(200);
    const refused = await upload(await copy());
    expect(refused).toMatchObject({
      state: 'failed',
      failure: 'This file matches blocked content',
    });
    const [entry] = await list();
    expect(entry).toMatchObject({ name: original.fileName, matchCount: 1, state: 'active' });
    const { json } = await app.call('GET', `/api/blocked-files/${entry.id}`, { user: admin });
    expect(json.uploads).toMatchObject([{ fileName: refused.fileName }]);
  });

  test('does not block other pictures, nor the original itself', async () => {
    const original = await upload(await bytesOf(1));
    await block(original.id);
    expect((await upload(await bytesOf(2))).state).toBe('ready');
    const [stored] = await app.db
      .select()
      .from(contentMedia)
      .where(eq(contentMedia.id, original.id));
    expect(stored!.state).toBe('ready');
    expect(await list()).toMatchObject([{ matchCount: 0 }]);
  });

  test('is blocked once, however often that is requested', async () => {
    const original = await upload(await bytesOf(1));
    await Promise.all([block(original.id), block(original.id), block(original.id)]);
    expect(await list()).toHaveLength(1);
  });

  test('without edges is recognized only by its bytes', async () => {
    const plain = (colour: string) =>
      sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
        .png()
        .toBuffer();
    await block((await upload(await plain('#412'))).id);
    expect((await upload(await plain('#412'))).state).toBe('failed');
    expect((await upload(await plain('#413'))).state).toBe('ready');
  });

  test('may be uploaded again once the block is lifted, and a refused upload is tried again', async () => {
    await block((await upload(await bytesOf(1))).id);
    const refused = await upload(await bytesOf(1));
    const [{ id }] = await list();
    const lift = () =>
      app.call('POST', `/api/blocked-files/${id}/lift`, {
        user: admin,
        body: { reason: 'It was another picture' },
      });
    expect((await lift()).status).toBe(200);
    expect((await lift()).json.code).toBe('not-allowed-in-state');
    await app.db
      .update(contentMedia)
      .set({ state: 'processing', failure: null })
      .where(eq(contentMedia.id, refused.id));
    await processMedia(mediaProcessing(app.services), refused.id);
    const [again] = await app.db.select().from(contentMedia).where(eq(contentMedia.id, refused.id));
    expect(again!.state).toBe('ready');
    expect(await list()).toMatchObject([{ state: 'lifted', liftReason: 'It was another picture' }]);
  });
});

test('a blocked video is found in another size, and a part of it is not', async () => {
  const sample = async (name: string, source: string) => {
    const file = path.join(app.config.dataDir, name);
    await writeSample(file, { format: 'mp4', tracks: [{ codec: 'libx264', source }] });
    return readFile(file);
  };
  const scenes = (size: string) =>
    `mandelbrot=size=${size}:rate=10:maxiter=60:end_scale=0.2,trim=duration=6,format=yuv420p`;
  const original = await uploadVideo(await sample('one.mp4', scenes('480x360')));
  expect(original).toMatchObject({ state: 'ready' });
  expect(original.perceptualHashes.length).toBeGreaterThan(0);
  await block(original.id);
  const copy = await uploadVideo(await sample('two.mp4', scenes('320x240')));
  expect(copy.failure).toBe('This file matches blocked content');
  const other = await sample(
    'three.mp4',
    'testsrc2=size=320x240:rate=10:duration=3,format=yuv420p',
  );
  expect((await uploadVideo(other)).state).toBe('ready');
});

describe('a list of hashes', () => {
  test('is imported once, with notes behind the hashes, and blocks what looks like them', async () => {
    const original = await upload(await bytesOf(3));
    const text = `# Hashes of a partner\n${original.perceptualHashes[0]!.toUpperCase()}, note\n\n${'0f'.repeat(32)}\n`;
    expect((await importList(text)).json).toEqual({ added: 2, known: 0, problems: [] });
    expect((await importList(text)).json).toEqual({ added: 0, known: 2, problems: [] });
    expect((await upload(await bytesOf(3))).state).toBe('failed');
  });

  test('of SHA-256 blocks the same bytes', async () => {
    const { sha256, id } = await upload(await bytesOf(4));
    expect((await importList(sha256!, 'sha256')).json).toMatchObject({ added: 1 });
    expect((await importList(sha256!, 'sha256')).json).toMatchObject({ added: 0, known: 1 });
    expect((await upload(await bytesOf(4))).state).toBe('failed');
    expect((await block(id)).status).toBe(200);
  });

  test('with a line that is no hash adds nothing and names the line', async () => {
    const good = randomBytes(32).toString('hex');
    const { json } = await importList(`${good}\n<script>alert(1)</script>\n${good.slice(1)}`);
    expect(json).toMatchObject({ added: 0, known: 0 });
    expect(json.problems.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    expect(await list()).toEqual([]);
  });
});
