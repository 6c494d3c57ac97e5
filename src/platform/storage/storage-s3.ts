import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PRIVATE_FOLDER } from '#src/platform/config/private-folders.ts';
import type { S3Config } from '#src/platform/config/storage-config.ts';
import { openS3Client, unlessMissing } from './s3-client.ts';
import { withStorageErrors } from './storage-errors.ts';
import { openS3IncomingUploads } from './storage-s3-uploads.ts';
import {
  UPLOADS_FOLDER,
  checkKey,
  checkPresignedSeconds,
  toFolder,
  type Storage,
  type StoredObject,
} from './storage.ts';

const PART_BYTES = 8 * 1024 ** 2;
const MAX_CONCURRENT_PARTS = 4;
/** The limit of S3 for one request. */
const MAX_KEYS_PER_DELETE = 1000;

/**
 * Opens storage in an S3 bucket, which must exist and be private.
 * @param folder holds temporary local copies
 */
export function openS3Storage(config: S3Config, folder: string): Storage {
  const client = openS3Client(config);
  const Bucket = config.bucket;
  const locate = (key: string) => ({ Bucket, Key: checkKey(key) });
  const read = async (key: string, Range?: string) => {
    const found = await unlessMissing(client.send(new GetObjectCommand({ ...locate(key), Range })));
    return found?.Body ?? null;
  };
  const size = async (key: string) => {
    const found = await unlessMissing(client.send(new HeadObjectCommand(locate(key))));
    return found?.ContentLength ?? null;
  };
  return {
    async put(key, bytes, contentType) {
      const params = { ...locate(key), Body: Buffer.from(bytes), ContentType: contentType };
      await withStorageErrors(() => client.send(new PutObjectCommand(params)));
    },
    putFile: (key, file, contentType) =>
      uploadFile(client, file, { ...locate(key), ContentType: contentType }),
    async getBytes(key) {
      const body = await read(key);
      return body && Buffer.from(await body.transformToByteArray());
    },
    async getRange(key, { start, end }) {
      const body = (await read(key, `bytes=${start}-${end}`)) as Readable | null;
      // Whoever reads it gets the error; while nobody does, it would end the process.
      return body?.on('error', () => {}) ?? null;
    },
    size,
    exists: async (key) => (await size(key)) !== null,
    async delete(key) {
      await unlessMissing(client.send(new DeleteObjectCommand(locate(key))));
    },
    deleteFolder: (folder) => deleteAll(client, Bucket, toFolder(folder)),
    list: (prefix) => listObjects(client, Bucket, prefix && checkKey(prefix)),
    presign(key, { seconds, contentType }) {
      const expiresIn = checkPresignedSeconds(seconds);
      const command = new GetObjectCommand({ ...locate(key), ResponseContentType: contentType });
      return getSignedUrl(client, command, { expiresIn });
    },
    async withLocalFile(key, run) {
      const body = await read(key);
      if (!body) throw new Error(`there is no file ${key} in the storage`);
      return withCopy(body as Readable, { folder, name: path.basename(key) }, run);
    },
    incomingUploads: openS3IncomingUploads(config, client),
    sweepPartialFiles: (before) => abortUploads(client, Bucket, before),
  };
}

async function uploadFile(
  client: S3Client,
  file: string,
  object: { Bucket: string; Key: string; ContentType: string | undefined },
): Promise<void> {
  // Opened first: a stream that cannot open its file would end the process.
  const Body = (await open(file)).createReadStream();
  const params = { ...object, Body };
  const options = { client, partSize: PART_BYTES, queueSize: MAX_CONCURRENT_PARTS };
  try {
    await withStorageErrors(() => new Upload({ ...options, params }).done());
  } finally {
    Body.destroy();
  }
}

async function withCopy<T>(
  body: Readable,
  at: { folder: string; name: string },
  run: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(at.folder, { recursive: true, mode: PRIVATE_FOLDER });
  const folder = await mkdtemp(path.join(at.folder, 'file-'));
  try {
    const file = path.join(folder, at.name);
    await withStorageErrors(() => pipeline(body, createWriteStream(file)));
    return await run(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncIterable<StoredObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key: key, Size: size, LastModified: changedAt } of page.Contents ?? []) {
      if (key !== undefined && size !== undefined && changedAt) yield { key, size, changedAt };
    }
  }
}

async function deleteAll(client: S3Client, Bucket: string, prefix: string): Promise<void> {
  let batch: { Key: string }[] = [];
  const deleteBatch = async () => {
    if (batch.length === 0) return;
    const Delete = { Objects: batch, Quiet: true };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    batch = [];
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed) throw new Error(`S3 did not delete ${failed.Key}: ${failed.Code}`);
  };
  for await (const { key } of listObjects(client, Bucket, prefix)) {
    batch.push({ Key: key });
    if (batch.length === MAX_KEYS_PER_DELETE) await deleteBatch();
  }
  await deleteBatch();
}

// Parts of unfinished uploads are not listed as objects but cost as much.
async function abortUploads(client: S3Client, Bucket: string, before: Date): Promise<void> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, ...marker }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      // Incoming uploads may take days and have their own cleanup.
      if (!Key || Key.startsWith(UPLOADS_FOLDER) || !Initiated || Initiated >= before) continue;
      await unlessMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    marker = page.IsTruncated ? { KeyMarker, UploadIdMarker } : null;
  }
}
