import { randomBytes } from 'node:crypto';
import { FileStore } from '@tus/file-store';
import { ERRORS, Server } from '@tus/server';
import type { Context } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import { admit, type Actor, type RequestEnv } from '#src/platform/operation.ts';
import type { Storage } from '#src/platform/storage.ts';
import { MAXIMUM_FILE_BYTES, MEDIA_MESSAGES } from '../media.schema.ts';
import { createUploadFinisher, type UploadFinisher } from './finish-uploads.ts';
import { discardUpload, findUnusedUpload, uploadsFolder } from './unused-uploads.ts';

type Dependencies = { db: Db; storage: Storage; config: Config };
/** What the tus server's hooks need to know of a request, and what they found wrong with it. */
type Requests = WeakMap<Request, { actor: Actor; failure?: Error }>;

const METHODS = new Set(['POST', 'HEAD', 'PATCH', 'DELETE']);
const TUS_HEADERS = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

// An upload's id begins with its creator's: ownership is seen without asking anyone.
const ownerPart = (actor: Actor) => actor.userId.replaceAll('-', '');
const newUploadId = (actor: Actor) => ownerPart(actor) + randomBytes(16).toString('hex');
const isOwn = (actor: Actor, id: string) =>
  /^[0-9a-f]{64}$/.test(id) && id.startsWith(ownerPart(actor));

/** Answers `/uploads`: resumable uploads in the tus protocol, each of its creator alone. */
export function createUploads({ db, storage, config }: Dependencies) {
  const store = new FileStore({ directory: uploadsFolder(config.dataDir) });
  const finisher = createUploadFinisher({ db, storage, store });
  const requests: Requests = new WeakMap();
  const tus = createTusServer(store, finisher, requests);

  async function answer(c: Context<RequestEnv>, actor: Actor, id: string): Promise<Response> {
    const finishedSize = c.req.method === 'HEAD' ? await finisher.findFinished(actor, id) : null;
    if (finishedSize !== null) {
      const size = String(finishedSize);
      const headers = { ...TUS_HEADERS, 'upload-offset': size, 'upload-length': size };
      return new Response(null, { headers });
    }
    if (c.req.method === 'DELETE' && (await findUnusedUpload(db, actor, id))) {
      await discardUpload({ db, storage }, actor, id);
      return new Response(null, { status: 204, headers: TUS_HEADERS });
    }
    const request = c.req.raw;
    requests.set(request, { actor });
    const response = await tus.handleWeb(request);
    const failure = requests.get(request)?.failure;
    if (failure) throw failure;
    return response;
  }

  return async (c: Context<RequestEnv>): Promise<Response> => {
    const actor = (await admit(c, ['admin', 'staff']))!;
    const id = c.req.path.slice('/uploads/'.length);
    const isKnown = c.req.method === 'POST' ? id === '' : isOwn(actor, id);
    if (!METHODS.has(c.req.method) || !isKnown) throw new DomainError('not-found');
    return answer(c, actor, id);
  };
}

function createTusServer(store: FileStore, finisher: UploadFinisher, requests: Requests): Server {
  const actorOf = (request: Request) => requests.get(request)!.actor;
  return new Server({
    path: '/uploads',
    datastore: store,
    relativeLocation: true,
    allowedOrigins: () => false,
    maxSize: MAXIMUM_FILE_BYTES,
    namingFunction: (request) => newUploadId(actorOf(request)),
    onUploadCreate: async (_request, { size, metadata }) => {
      if (size === undefined) throw new DomainError('invalid-input', 'Upload-Length is missing');
      if (size === 0) throw new DomainError('invalid-file', 'The file is empty');
      return { metadata: { filename: metadata?.filename ?? null } };
    },
    onUploadFinish: async (request, upload) => {
      await finisher.finish(actorOf(request), upload);
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
