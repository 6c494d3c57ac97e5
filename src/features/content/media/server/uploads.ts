import { ReadableStream } from 'node:stream/web';
import type { HttpBindings } from '@hono/node-server';
import { ERRORS, Server } from '@tus/server';
import type { Context } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import { throttle } from '#src/platform/http/throttle.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { UPLOADS_FOLDER, type Storage } from '#src/platform/storage/storage.ts';
import { MAXIMUM_FILE_BYTES, MEDIA_MESSAGES } from '../media.schema.ts';
import { createUploadFinisher, type UploadFinisher } from './finish-uploads.ts';
import { discardMedia } from './media.ts';
import { isUploadOf, newUploadId, readUploadId } from './upload-ids.ts';
import { createUploadLocks } from './upload-locks.ts';
import { createUploadQuota, type UploadQuota } from './upload-quota.ts';

type Dependencies = { config: Config; db: Db; directUrl: string; jobs: Jobs; storage: Storage };
/** Data of a request for the hooks of the tus server, and the error that they found. */
type Requests = WeakMap<Request, { actor: Actor; id: string; failure?: Error }>;

/** The back office uploads for posts, influencers for submissions. */
const UPLOADERS = ['admin', 'staff', 'influencer'] as const;
const METHODS = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);
const TUS_HEADERS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };
/** Milliseconds until a request releases its lock for another one. */
const LOCK_DRAIN_TIMEOUT = 1_000;
const MAXIMUM_FILE_NAME_LENGTH = 255;

/** The last segment of a name that may be a path, without control characters. */
function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '').trim();
  return /^\.*$/.test(clean) ? '' : [...clean].slice(0, MAXIMUM_FILE_NAME_LENGTH).join('');
}

/** The request with its raw body, which avoids another copy of every byte. */
function withPlainBody(c: Context<RequestEnv>): Request {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const { url, method, headers } = c.req.raw;
  // The creation of an upload ignores the body: slow bytes would block all other creations.
  if (method === 'POST') return new Request(url, { method, headers: withoutBody(headers) });
  if (!incoming || method !== 'PATCH') return c.req.raw;
  const body = ReadableStream.from(incoming);
  return new Request(url, { method, headers, body, duplex: 'half' } as unknown as RequestInit);
}

function withoutBody(headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) rest.delete(name);
  return rest;
}

/** Handles `/uploads`: resumable uploads in the tus protocol, accessible only to their creator. */
export function createUploads(services: Dependencies) {
  const finisher = createUploadFinisher(services);
  const requests: Requests = new WeakMap();
  const quota = createUploadQuota(services);
  const tus = createTusServer(services, { finisher, quota }, requests);

  async function answer(c: Context<RequestEnv>, actor: Actor, id: string): Promise<Response> {
    const { method } = c.req;
    const needsFinishedSize = method === 'HEAD' || method === 'DELETE';
    const finishedSize = needsFinishedSize ? await finisher.findFinished(id) : null;
    if (finishedSize !== null && method === 'DELETE') {
      await discardMedia(services, actor, readUploadId(id).mediaId);
      return new Response(null, { status: 204, headers: TUS_HEADERS });
    }
    if (finishedSize !== null) {
      const size = String(finishedSize);
      const headers = { ...TUS_HEADERS, 'upload-offset': size, 'upload-length': size };
      return new Response(null, { headers });
    }
    const request = withPlainBody(c);
    requests.set(request, { actor, id });
    const handle = () => tus.handleWeb(request);
    const response = await (method === 'POST' ? quota.begin(handle) : handle());
    const failure = requests.get(request)?.failure;
    if (failure) throw failure;
    return response;
  }

  return async (c: Context<RequestEnv>): Promise<Response> => {
    const actor = (await requireAccess(c, UPLOADERS))!;
    const id = c.req.path.slice('/uploads/'.length);
    const isKnown = c.req.method === 'POST' ? id === '' : isUploadOf(actor.userId, id);
    if (!METHODS.has(c.req.method) || !isKnown) throw new DomainError('not-found');
    if (c.req.method === 'POST') await throttle(c, 'write', actor.userId);
    return answer(c, actor, id);
  };
}

function createTusServer(
  { directUrl, storage }: Dependencies,
  { finisher, quota }: { finisher: UploadFinisher; quota: UploadQuota },
  requests: Requests,
): Server {
  return new Server({
    path: '/uploads',
    datastore: storage.incomingUploads.store,
    locker: createUploadLocks(directUrl),
    lockDrainTimeout: LOCK_DRAIN_TIMEOUT,
    // The store keeps all ids in one folder, which is not part of addresses.
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(UPLOADS_FOLDER.length)}`,
    // The id whose owner was checked: the package could read another one from the query.
    getFileIdFromRequest: (request) => UPLOADS_FOLDER + requests.get(request)!.id,
    allowedOrigins: () => false,
    maxSize: MAXIMUM_FILE_BYTES,
    namingFunction: (request) => UPLOADS_FOLDER + newUploadId(requests.get(request)!.actor.userId),
    onUploadCreate: async (request, { size, metadata }) => {
      if (size === undefined) throw new DomainError('invalid-input', 'Upload-Length is missing');
      if (size === 0) throw new DomainError('invalid-file', 'The file is empty');
      await quota.require(requests.get(request)!.actor.userId, size);
      return { metadata: { filename: cleanFileName(metadata?.filename ?? '') } };
    },
    onUploadFinish: async (_request, { id }) => {
      await finisher.finish(id.slice(UPLOADS_FOLDER.length));
      return {};
    },
    // The tus server answers protocol errors; other errors become problem documents.
    onResponseError: (request, error) => {
      const isTooLarge = error === ERRORS.ERR_MAX_SIZE_EXCEEDED;
      const failure = isTooLarge
        ? new DomainError('payload-too-large', MEDIA_MESSAGES.tooLarge)
        : error;
      if (failure instanceof Error) requests.get(request)!.failure = failure;
      return undefined;
    },
  });
}
