import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { inspect } from 'node:util';
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasS3Server, startS3 } from '#test/s3.ts';
import { openS3Client } from './s3-client.ts';
import { openS3Storage } from './storage-s3.ts';
import { describeStorage } from './storage.testing.ts';
import { UPLOADS_FOLDER, type Storage } from './storage.ts';

describe.skipIf(!hasS3Server())('with a real S3 server', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let storage: Storage;
  let client: S3Client;
  beforeAll(async () => {
    s3 = await startS3();
    storage = openS3Storage(s3.config, tmpdir());
    client = openS3Client(s3.config);
    await storage.put('content/video.mp4', 'a video', 'video/mp4');
  });
  afterAll(() => s3.stop());

  describeStorage('in S3', () => openS3Storage(s3.config, tmpdir()));

  const link = async (seconds: number, key = 'content/video.mp4') =>
    (await storage.presign(key, { seconds, contentType: 'video/mp4' }))!;

  test('a presigned link returns the file or a range of it', async () => {
    const whole = await fetch(await link(60));
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(await whole.text()).toBe('a video');
    const part = await fetch(await link(60), { headers: { range: 'bytes=2-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('vi');
  });

  test('a modified or expired link is refused', async () => {
    const good = await link(60);
    const expired = new URL(good);
    expired.searchParams.set('X-Amz-Expires', '3600');
    const long = new URL(good);
    long.searchParams.set('X-Amz-Date', '20200101T000000Z');
    const other = good.replace('video.mp4', 'large.mp4');
    const signature = good.replace(
      /Signature=./,
      (text) => `Signature=${text.endsWith('0') ? 1 : 0}`,
    );
    for (const bad of [expired.href, long.href, other, signature]) {
      expect((await fetch(bad)).status).toBe(403);
    }
  });

  test('without a link neither files nor their list can be read', async () => {
    const bucket = `${s3.config.endpoint}/${s3.config.bucket}`;
    for (const address of [bucket, `${bucket}/content/video.mp4`]) {
      const response = await fetch(address);
      expect(response.ok).toBe(false);
      expect(await response.text()).not.toContain('video');
    }
  });

  test('an upload with all parts is completed on reading after a crash', async () => {
    const Bucket = s3.config.bucket;
    const Key = `${UPLOADS_FOLDER}${'a'.repeat(64)}`;
    const bytes = randomBytes(16 * 1024 ** 2 + 100);
    const upload = new Upload({ id: Key, size: bytes.length, offset: 0 });
    await storage.incomingUploads.store.create(upload);
    const info = await client.send(new HeadObjectCommand({ Bucket, Key: `${Key}.info` }));
    const UploadId = info.Metadata?.['upload-id'];
    const half = 8 * 1024 ** 2;
    for (const PartNumber of [1, 2, 3]) {
      const Body = bytes.subarray((PartNumber - 1) * half, PartNumber * half);
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    }
    expect(await storage.exists(Key)).toBe(false);
    expect(await storage.incomingUploads.readStart(Key, 10)).toEqual(bytes.subarray(0, 10));
    await storage.incomingUploads.storeAs(Key, 'content/joined.mp4');
    expect((await storage.getBytes('content/joined.mp4'))?.equals(bytes)).toBe(true);
  });

  test('unfinished multipart uploads of files are aborted later, incoming uploads are not', async () => {
    const Bucket = s3.config.bucket;
    const parts = async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key }) => Key).filter((Key) => Key?.includes('half'));
    };
    for (const Key of ['content/half.mp4', 'uploads/half']) {
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    }
    await storage.sweepPartialFiles(new Date(Date.now() - 60_000));
    expect(await parts()).toHaveLength(2);
    await storage.sweepPartialFiles(new Date(Date.now() + 60_000));
    expect(await parts()).toEqual(['uploads/half']);
  });

  test('an S3 error does not contain the secret access key', async () => {
    const secretAccessKey = 'another-secret-of-the-tests';
    const wrong = openS3Storage({ ...s3.config, secretAccessKey }, tmpdir());
    const error = await wrong.put('content/x.jpg', 'x').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secretAccessKey);
  });
});
