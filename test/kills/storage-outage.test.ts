import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { startWorker } from '#src/server/worker.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { hasS3Server, startS3 } from '#test/s3.ts';
import { createUploader } from '#test/upload.ts';
import { openCable, type Cable } from './cable.ts';

describe.skipIf(!hasS3Server())('without its S3 server the product', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let cable: Cable;
  let app: TestApp;
  let staff: TestUser;
  beforeAll(async () => {
    s3 = await startS3();
    cable = await openCable({ port: Number(new URL(s3.config.endpoint!).port), host: '127.0.0.1' });
    app = await createTestApp({
      STORAGE: 's3',
      S3_BUCKET: s3.config.bucket,
      S3_ENDPOINT: `http://127.0.0.1:${cable.port}`,
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    });
    staff = await app.as('staff');
  });
  afterAll(async () => {
    await app.close();
    cable.cut();
    await s3.stop();
  });

  test('says so, and uploads and their processing continue by themselves when it is back', async () => {
    const picture = Buffer.from(
      await sharp({ create: { width: 700, height: 500, channels: 3, background: '#803040' } })
        .jpeg()
        .toBuffer(),
    );
    const half = Math.floor(picture.length / 2);
    const uploader = createUploader(app, staff);
    const created = await uploader.create('a.jpg', picture.length);
    const address = created.headers.get('location')!;
    expect((await uploader.patch(address, 0, picture.subarray(0, half))).status).toBe(204);

    cable.cut();
    const failed = await uploader.patch(address, half, picture.subarray(half));
    expect(failed.status).toBe(503);
    expect(await failed.json()).toMatchObject({ code: 'unavailable' });
    expect((await uploader.create('b.jpg', 100)).status).toBe(503);
    // What needs no files works.
    expect((await app.call('GET', '/api/tasks', { user: staff })).status).toBe(200);

    await cable.repair();
    const offset = Number((await uploader.head(address)).headers.get('upload-offset'));
    expect(offset).toBe(half);
    const rest = await uploader.patch(address, offset, picture.subarray(offset));
    expect(rest.status).toBe(204);
    const [file] = await app.db.select().from(contentMedia);
    expect(await app.storage.getBytes(file!.s3Key)).toEqual(picture);

    // Processing starts during another outage.
    cable.cut();
    const worker = await startWorker(app.services);
    const retries = async () => {
      const { rows } = await app.db.execute<{ state: string; tries: number }>(
        `select state, retry_count as tries from jobs.job where name = 'media-pictures'`,
      );
      return rows[0]?.state === 'retry' || (rows[0]?.tries ?? 0) > 0;
    };
    await expect.poll(retries).toBe(true);
    await cable.repair();
    // Now instead of after the pause.
    await app.db.execute(`update jobs.job set start_after = now() where name = 'media-pictures'`);
    const state = async () => (await app.db.select().from(contentMedia))[0]!.state;
    await expect.poll(state, { timeout: 60_000 }).toBe('ready');
    await worker.stop();
  });
});
