import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  ListPartsCommand,
  type ListPartsCommandInput,
  type ListPartsCommandOutput,
  type Part,
  type S3Client,
} from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { ERRORS, type Upload } from '@tus/server';
import type { S3Config } from '#src/platform/config/storage-config.ts';
import { s3ClientConfig, unlessMissing } from './s3-client.ts';
import { withStorageErrors } from './storage-errors.ts';
import { withLimit } from './storage-limits.ts';
import { UPLOADS_FOLDER, type IncomingUploads } from './storage.ts';

/** A divisor of the chunk size of browsers, so that no incomplete part is stored between requests. */
const PART_BYTES = 8 * 1024 ** 2;
/** Limit for all uploads together; high, so that slow senders do not block others. Each part uses a temporary file. */
const MAX_CONCURRENT_PARTS = 60;

/** Resumable uploads in the bucket: each is a multipart upload with an info object. */
export function openS3IncomingUploads(config: S3Config, client: S3Client): IncomingUploads {
  const Bucket = config.bucket;
  const files = (id: string) => [id, `${id}.part`, `${id}.info`];
  const exists = async (Key: string) =>
    (await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })))) !== null;
  const remove = async (id: string) => {
    const UploadId = await findUploadId(client, Bucket, id);
    if (UploadId) {
      const upload = { Bucket, Key: id, UploadId };
      await unlessMissing(client.send(new AbortMultipartUploadCommand(upload)));
    }
    // The info object is deleted last, because without it the remaining objects cannot be found.
    for (const Key of files(id)) {
      await unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key })));
    }
  };
  const store = new IncomingUploadStore(config, {
    isKnown: async (id) => (await findUploadId(client, Bucket, id)) !== null,
    remove,
  });
  return {
    store,
    async readStart(id, length) {
      const upload = await store.getUpload(id).catch(nullIfMissing);
      if (!upload || upload.offset !== upload.size) return null;
      // A crash can happen between the last part and the completion.
      if (!(await exists(id))) await completeUpload(client, Bucket, id);
      const Range = `bytes=0-${length - 1}`;
      const start = await unlessMissing(
        client.send(new GetObjectCommand({ Bucket, Key: id, Range })),
      );
      return start && buffer(start.Body as Readable);
    },
    async storeAs(id, key) {
      // An earlier attempt may have copied the object.
      if (await exists(key)) return;
      const CopySource = `${Bucket}/${id}`;
      await withStorageErrors(() =>
        client.send(new CopyObjectCommand({ Bucket, Key: key, CopySource })),
      );
    },
    remove,
    listOpen: (prefix) => listOpen(client, Bucket, store, prefix),
    listStale: (before) => listStale(client, Bucket, before),
  };
}

async function* listOpen(client: S3Client, Bucket: string, store: S3Store, Prefix: string) {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    const ids = Contents.flatMap(({ Key = '' }) => /^(.*)\.info$/.exec(Key)?.[1] ?? []);
    const uploads = ids.map((id) => store.getUpload(id).catch(nullIfMissing));
    for (const upload of await Promise.all(uploads)) {
      if (upload?.size) yield { size: upload.size, received: upload.offset };
    }
  }
}

async function* listStale(client: S3Client, Bucket: string, before: Date) {
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: UPLOADS_FOLDER });
  for await (const { Contents = [] } of pages) {
    for (const { Key = '', LastModified } of Contents) {
      const id = Key.replace(/\.info$/, '');
      if (id === Key || !LastModified || LastModified >= before) continue;
      const parts = await listParts(client, Bucket, id);
      const touched = parts?.some((part) => part.LastModified && part.LastModified >= before);
      if (!touched) yield id;
    }
  }
}

function nullIfMissing(error: unknown): null {
  if (error === ERRORS.FILE_NOT_FOUND) return null;
  throw error;
}

type InfoObjects = {
  isKnown: (id: string) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
};

/**
 * Removes uploads in any state: the base class leaves incomplete parts and cannot remove complete
 * uploads. It also reports every failure as a missing upload, which clients then start again.
 */
class IncomingUploadStore extends S3Store {
  readonly #infoObjects: InfoObjects;

  constructor(config: S3Config, infoObjects: InfoObjects) {
    super({
      partSize: PART_BYTES,
      minPartSize: PART_BYTES,
      maxConcurrentPartUploads: MAX_CONCURRENT_PARTS,
      cache: NO_CACHE,
      s3ClientConfig: { ...s3ClientConfig(config), bucket: config.bucket },
    });
    this.#infoObjects = infoObjects;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await withLimit(() => super.getUpload(id).catch(nullIfMissing));
    if (upload) return upload;
    if (!(await this.#infoObjects.isKnown(id))) throw ERRORS.FILE_NOT_FOUND;
    // It exists: the failure was temporary.
    return super.getUpload(id);
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#infoObjects.isKnown(id))) throw ERRORS.FILE_NOT_FOUND;
    await this.#infoObjects.remove(id);
  }

  override create(upload: Upload): Promise<Upload> {
    return withStorageErrors(() => withLimit(() => super.create(upload)));
  }

  override write(...args: Parameters<S3Store['write']>): Promise<number> {
    return withStorageErrors(() => super.write(...args));
  }
}

// Another process may have removed the upload, so its info must not be cached.
const NO_CACHE = {
  get: async () => undefined,
  set: async () => {},
  delete: async () => {},
};

async function findUploadId(client: S3Client, Bucket: string, id: string) {
  const info = await unlessMissing(
    client.send(new HeadObjectCommand({ Bucket, Key: `${id}.info` })),
  );
  return info?.Metadata?.['upload-id'] ?? null;
}

/** Returns null when the upload was completed or aborted. */
async function listParts(client: S3Client, Bucket: string, id: string): Promise<Part[] | null> {
  const UploadId = await findUploadId(client, Bucket, id);
  if (!UploadId) return null;
  return unlessMissing(collectParts(client, { Bucket, Key: id, UploadId }));
}

// Without the paginator of the package: some servers always return a next marker.
async function collectParts(client: S3Client, upload: ListPartsCommandInput): Promise<Part[]> {
  const parts: Part[] = [];
  for (let more = true, PartNumberMarker: string | undefined; more;) {
    const command = new ListPartsCommand({ ...upload, PartNumberMarker });
    const page: ListPartsCommandOutput = await client.send(command);
    parts.push(...(page.Parts ?? []));
    more = page.IsTruncated === true;
    PartNumberMarker = page.NextPartNumberMarker;
  }
  return parts;
}

async function completeUpload(client: S3Client, Bucket: string, id: string): Promise<void> {
  const parts = await listParts(client, Bucket, id);
  const UploadId = await findUploadId(client, Bucket, id);
  if (!parts || !UploadId) return;
  const Parts = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
  const upload = { Bucket, Key: id, UploadId, MultipartUpload: { Parts } };
  await unlessMissing(client.send(new CompleteMultipartUploadCommand(upload)));
}
