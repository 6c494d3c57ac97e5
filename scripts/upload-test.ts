import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { makeDemoVideo } from '#src/demo/media/media.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { VIDEOS_QUEUE } from '#src/features/content/media/server/process-media.ts';
import { readUploadId } from '#src/features/content/media/server/upload-ids.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { openDatabase } from '#src/platform/database/db.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { readArguments } from './commands.mjs';
import {
  killServer,
  startServerProcess,
  stopServer,
  type ServerProcess,
} from './server-process.ts';

const MEGABYTE = 1024 ** 2;
/** The chunk size of browsers. */
const CHUNK = 16 * MEGABYTE;
const READY_LIMIT_MS = 300_000;
const ADMIN = { email: 'upload@example.test', password: 'only-for-this-test' };
const TUS = { 'tus-resumable': '1.0.0' };

type Print = (line: string) => void;
type Upload = { address: string; cookie: string; file: FileHandle; size: number };

/**
 * Uploads a video of this size to a separate product, kills the product during the upload, resumes
 * after a restart, and kills it again while it processes the video.
 * @throws Error when the stored video differs from the original or does not become ready
 */
export async function uploadThroughCrash({ bytes, print }: { bytes: number; print: Print }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-upload-'));
  // When started as root, PostgreSQL runs as another user who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  let server: ServerProcess | undefined;
  try {
    const { file, sha256 } = await writeVideo(path.join(folder, 'film.mp4'), bytes);
    server = await startServer(dataDir);
    const cookie = await signIn(server);
    const address = await createUpload(server, cookie, bytes);
    const upload = { address, cookie, file, size: bytes };
    const sent = await sendUntilKilled(server, upload, bytes / 2);
    print(`killed after ${sent} bytes were acknowledged; peak memory ${server.peakMegabytes()} MB`);

    server = await startServer(dataDir);
    const resumedAt = await readOffset(server, upload);
    print(`after the restart the server has ${resumedAt} bytes`);
    if (resumedAt < sent)
      throw new Error(`${sent} bytes were acknowledged, and ${resumedAt} are left`);
    const started = performance.now();
    await send(server, upload, resumedAt);
    const seconds = (performance.now() - started) / 1000;
    print(`the rest was sent at ${((bytes - resumedAt) / MEGABYTE / seconds).toFixed(0)} MB/s`);
    await file.close();

    await waitUntilProcessed(server, address);
    await killServer(server);
    print('killed while the film was being processed');
    server = await startServer(dataDir);
    const stored = await waitUntilReady(server, dataDir, address);
    print(`ready; peak memory of the server ${server.peakMegabytes()} MB`);
    print(`SHA-256 sent ${sha256}, stored ${stored}`);
    if (stored !== sha256) throw new Error('What is stored is not what was sent');
    return { sent, resumedAt, peakMegabytes: server.peakMegabytes() };
  } finally {
    if (server) await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a video of exactly this size: a short video and a box of random bytes that players skip. */
async function writeVideo(name: string, size: number) {
  const video = await makeDemoVideo({ seed: 'upload-test', seconds: 1 });
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size - video.length);
  header.write('free', 4);
  const file = await open(name, 'wx+');
  const hash = createHash('sha256');
  let rest = size;
  for (let chunk = Buffer.concat([video, header]); rest > 0; chunk = randomBytes(CHUNK)) {
    const part = chunk.subarray(0, rest);
    await file.write(part);
    hash.update(part);
    rest -= part.length;
  }
  return { file, sha256: hash.digest('hex') };
}

const startServer = (dataDir: string) =>
  startServerProcess({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });

async function signIn({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`sign-in: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function createUpload({ url }: ServerProcess, cookie: string, size: number): Promise<string> {
  const filename = Buffer.from('film.mp4').toString('base64');
  const headers = { ...TUS, cookie, 'upload-metadata': `filename ${filename}` };
  const response = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size) },
  });
  if (response.status !== 201) throw new Error(`create: ${await response.text()}`);
  return response.headers.get('location')!;
}

async function readOffset({ url }: ServerProcess, { address, cookie }: Upload): Promise<number> {
  const headers = { ...TUS, cookie };
  const response = await fetch(url + address, { method: 'HEAD', headers });
  if (!response.ok) throw new Error(`the server does not know the upload: ${response.status}`);
  return Number(response.headers.get('upload-offset'));
}

function patch(server: ServerProcess, { address, cookie }: Upload, offset: number, body: BodyInit) {
  return fetch(server.url + address, {
    method: 'PATCH',
    headers: {
      ...TUS,
      cookie,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
    duplex: 'half',
  } as RequestInit);
}

/** Sends the bytes between two offsets. */
async function send(server: ServerProcess, upload: Upload, from: number, until = upload.size) {
  for (let offset = from; offset < until;) {
    const response = await patch(server, upload, offset, await read(upload, offset, CHUNK));
    if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
    offset = Number(response.headers.get('upload-offset'));
    server.peakMegabytes();
  }
}

async function read({ file }: Upload, from: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** Sends part of the upload, then kills the server during a request. @returns the acknowledged bytes */
async function sendUntilKilled(
  server: ServerProcess,
  upload: Upload,
  targetBytes: number,
): Promise<number> {
  const fullChunks = Math.floor(targetBytes / CHUNK) * CHUNK;
  await send(server, upload, 0, fullChunks);
  const halfChunk = await read(upload, fullChunks, CHUNK / 2);
  const body = new ReadableStream({
    async pull(controller) {
      if (halfChunk.length > 0 && server.child.signalCode === null) controller.enqueue(halfChunk);
      await wait(200);
      server.peakMegabytes();
      server.child.kill('SIGKILL');
    },
  });
  const response = await patch(server, upload, fullChunks, body).catch(() => null);
  if (response) throw new Error('the server should have been killed');
  return fullChunks;
}

/** Waits until the worker processes the video. */
async function waitUntilProcessed({ databaseUrl }: ServerProcess, address: string): Promise<void> {
  const { mediaId } = readUploadId(path.basename(address));
  const { pool } = openDatabase(databaseUrl, { max: 1, onError: () => {} });
  const statement = `select from jobs.job where name = $1 and state = 'active' and data->>'mediaId' = $2`;
  const deadline = Date.now() + READY_LIMIT_MS;
  while ((await pool.query(statement, [VIDEOS_QUEUE.name, mediaId])).rowCount === 0) {
    if (Date.now() > deadline) throw new Error('nobody processes the film');
    await wait(20);
  }
  await pool.end();
}

async function waitUntilReady(
  server: ServerProcess,
  dataDir: string,
  address: string,
): Promise<string> {
  const { mediaId } = readUploadId(path.basename(address));
  const { db, pool } = openDatabase(server.databaseUrl, { max: 1 });
  try {
    const deadline = Date.now() + READY_LIMIT_MS;
    for (;;) {
      const [media] = await db.select().from(contentMedia).where(eq(contentMedia.id, mediaId));
      if (media?.state === 'ready') return await hashStored(dataDir, media.s3Key);
      if (media?.state === 'failed' || Date.now() > deadline) {
        throw new Error(`the film is not ready: ${media?.failure ?? media?.state}`);
      }
      await wait(100);
    }
  } finally {
    await pool.end();
  }
}

async function hashStored(dataDir: string, key: string): Promise<string> {
  const storage = await openStorage(readConfig({ ...process.env, DATA_DIR: dataDir }));
  const end = (await storage.size(key))! - 1;
  const hash = createHash('sha256');
  for await (const part of (await storage.getRange(key, { start: 0, end }))!) {
    hash.update(part as Buffer);
  }
  return hash.digest('hex');
}

if (import.meta.main) {
  const { values } = readArguments('scripts/upload-test.ts', process.argv.slice(2));
  await uploadThroughCrash({ bytes: Number(values.megabytes) * MEGABYTE, print: console.log });
}
