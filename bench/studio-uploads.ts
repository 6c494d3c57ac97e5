import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { startServer } from './children.ts';
import { cpuOf, peakMemoryOf } from './processes.ts';
import { raceAndPrint } from './race.ts';
import { measuredTurns, signIn, type Setting } from './studio-setting.ts';

const MEGABYTE = 1024 ** 2;
/** What a browser sends in one request. */
const CHUNK_MEGABYTES = 16;
const FILE_MEGABYTES = 256;

// An MP4 by its first bytes; nobody decodes it here.
const chunk = Buffer.alloc(CHUNK_MEGABYTES * MEGABYTE, 7);
const first = Buffer.from(chunk);
first.write('\0\0\0\u0018ftypisom\0\0\0\0isomiso2', 'latin1');

const agent = new http.Agent({ keepAlive: true });

/** Makes a request by hand: the client must cost both contenders the same, and little. */
async function send(
  url: string,
  method: string,
  headers: http.OutgoingHttpHeaders,
  pieces: readonly Buffer[] = [],
): Promise<http.IncomingMessage> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const request = http.request(url, {
    method,
    agent,
    headers: { ...headers, 'content-length': length },
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  for (const piece of pieces) if (!request.write(piece)) await once(request, 'drain');
  request.end();
  const [response] = await answered;
  await response.resume().toArray();
  if (response.statusCode! >= 300) throw new Error(`${method} ${url}: ${response.statusCode}`);
  return response;
}

/** Sends a file as a browser does: made, then piece by piece. */
async function sendByTus(url: string, cookie: string): Promise<void> {
  const headers = { cookie, 'tus-resumable': '1.0.0' };
  const length = String(FILE_MEGABYTES * MEGABYTE);
  const created = await send(`${url}/uploads`, 'POST', { ...headers, 'upload-length': length });
  const address = url + created.headers.location;
  for (let sent = 0; sent < FILE_MEGABYTES; sent += CHUNK_MEGABYTES) {
    const piece = {
      ...headers,
      'upload-offset': String(sent * MEGABYTE),
      'content-type': 'application/offset+octet-stream',
    };
    await send(address, 'PATCH', piece, [sent === 0 ? first : chunk]);
  }
}

const whole = Array.from({ length: FILE_MEGABYTES / CHUNK_MEGABYTES }, () => chunk);

/** Files on their way to the disk. */
export async function raceUploads(setting: Setting): Promise<void> {
  const { product, dataDir } = setting;
  const staff = await signIn(setting, 'staff');
  const bare = await startServer('bare-file.ts', { SINK: path.join(dataDir, 'sink') });
  const inTurns = (sendOne: () => Promise<unknown>) => async (seconds: number) => {
    const turns: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      const start = performance.now();
      await sendOne();
      turns.push(performance.now() - start);
    }
    return measuredTurns(turns.length * FILE_MEGABYTES, turns);
  };
  await raceAndPrint(
    `Uploads of ${FILE_MEGABYTES} MB`,
    [
      {
        name: 'Velvet Rope, resumable',
        measure: inTurns(() => sendByTus(product.url, staff.cookie)),
        cpu: () => cpuOf(product.pid),
      },
      {
        name: 'bare node:http, piped to a file',
        measure: inTurns(() => send(bare.url, 'PUT', {}, whole)),
        cpu: () => cpuOf(bare.pid),
      },
    ],
    'MB',
  );
  const [ours, theirs] = [product, bare].map(({ pid }) => peakMemoryOf(pid).toFixed(0));
  console.log(`\nPeak memory: ${ours} MiB; of the bare server ${theirs} MiB`);
}
