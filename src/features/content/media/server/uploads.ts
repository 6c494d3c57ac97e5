import { ReadableStream } from 'node:stream/web';
import type { HttpBindings } from '@hono/node-server';
import { ERRORS, Server } from '@tus/server';
import type { Context } from 'hono';
import type { Pool } from 'pg';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { UPLOADS_FOLDER, type Storage } from '#src/platform/storage/storage.ts';
import { MAXIMUM_FILE_BYTES, MEDIA_MESSAGES } from '../media.schema.ts';
import { createUploadFinisher, type UploadFinisher } from './finish-uploads.ts';
import { discardMedia } from './media.ts';
import { isUploadOf, newUploadId, readUploadId } from './upload-ids.ts';
import { createUploadLocks } from './upload-locks.ts';
import { createUploadQuota, type UploadQuota } from './upload-quota.ts';

type Dependencies = { config: Config; db: Db; pool: Pool; jobs: Jobs; storage: Storage };
/** What the tus server's hooks need to know of a request, and what they found wrong with it. */
type Requests = WeakMap<Request, { actor: Actor; id: string; failure?: Error }>;

/** The office for posts, influencers for what they hand in. */
const UPLOADERS = ['admin', 'staff', 'influencer'] as const;
const METHODS = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);
const TUS_HEADERS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };
/** Given to a request that another one replaces, in milliseconds. */
const LET_GO_AFTER = 1_000;
const LONGEST_FILE_NAME = 255;

/** The last part of a name that may be a path, without what could disturb a reader. */
function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '').trim();
  return /^\.*$/.test(clean) ? '' : [...clean].slice(0, LONGEST_FILE_NAME).join('');
}

/** The request with its body as it comes: on the usual way every byte would be copied once more. */
function withPlainBody(c: Context<RequestEnv>): Request {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const { url, method, headers } = c.req.raw;
  // Begins an upload and no more: whoever sent bytes slowly would hold up all who begin one.
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

/** Answers `/uploads`: resumable uploads in the tus protocol, each of its creator alone. */
export function createUploads(services: Dependencies) {
  const finisher = createUploadFinisher(services);
  const requests: Requests = new WeakMap();
  const quota = createUploadQuota(services);
  const tus = createTusServer(services, { finisher, quota }, requests);

  async function answer(c: Context<RequestEnv>, actor: Actor, id: string): Promise<Response> {
    const { method } = c.req;
    const isAsking = method === 'HEAD' || method === 'DELETE';
    const finishedSize = isAsking ? await finisher.findFinished(id) : null;
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
    return answer(c, actor, id);
  };
}

function createTusServer(
  { pool, storage }: Dependencies,
  { finisher, quota }: { finisher: UploadFinisher; quota: UploadQuota },
  requests: Requests,
): Server {
  return new Server({
    path: '/uploads',
    datastore: storage.incomingUploads.store,
    locker: createUploadLocks(pool),
    lockDrainTimeout: LET_GO_AFTER,
    // In the store all ids lie in one folder, of which addresses know nothing.
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(UPLOADS_FOLDER.length)}`,
    // The id whose owner was checked: the package would read another out of a query.
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
    // The protocol's own errors are tus's to answer; ours become problem documents like all others.
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
