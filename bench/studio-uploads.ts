import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { startServer } from './children.ts';
import { cpuOf, peakMemoryOf } from './processes.ts';
import { raceAndPrint } from './race.ts';
import { summarizeRuns, signIn, type BenchSetup } from './studio-setup.ts';

const MEGABYTE = 1024 ** 2;
/** The chunk size of browsers. */
const CHUNK_MEGABYTES = 16;
const FILE_MEGABYTES = 256;

// Starts like an MP4 and is never decoded.
const chunk = Buffer.alloc(CHUNK_MEGABYTES * MEGABYTE, 7);
const first = Buffer.from(chunk);
first.write('\0\0\0\u0018ftypisom\0\0\0\0isomiso2', 'latin1');

const agent = new http.Agent({ keepAlive: true });

/** Sends a request with node:http, because the client must be cheap and cost both contenders the same. */
async function send(
  url: string,
  method: string,
  headers: http.OutgoingHttpHeaders,
  chunks: readonly Buffer[] = [],
): Promise<http.IncomingMessage> {
  const length = chunks.reduce((sum, part) => sum + part.length, 0);
  const request = http.request(url, {
    method,
    agent,
    headers: { ...headers, 'content-length': length },
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  for (const part of chunks) if (!request.write(part)) await once(request, 'drain');
  request.end();
  const [response] = await answered;
  await response.resume().toArray();
  if (response.statusCode! >= 300) throw new Error(`${method} ${url}: ${response.statusCode}`);
  return response;
}

/** Uploads a file in chunks, like a browser. */
async function sendByTus(url: string, cookie: string): Promise<void> {
  const headers = { cookie, 'tus-resumable': '1.0.0' };
  const length = String(FILE_MEGABYTES * MEGABYTE);
  const created = await send(`${url}/uploads`, 'POST', { ...headers, 'upload-length': length });
  const address = url + created.headers.location;
  for (let sent = 0; sent < FILE_MEGABYTES; sent += CHUNK_MEGABYTES) {
    const patchHeaders = {
      ...headers,
      'upload-offset': String(sent * MEGABYTE),
      'content-type': 'application/offset+octet-stream',
    };
    await send(address, 'PATCH', patchHeaders, [sent === 0 ? first : chunk]);
  }
}

const whole = Array.from({ length: FILE_MEGABYTES / CHUNK_MEGABYTES }, () => chunk);

/** Compares uploads. */
export async function raceUploads(setup: BenchSetup): Promise<void> {
  const { product, dataDir } = setup;
  const staff = await signIn(setup, 'staff');
  const bare = await startServer('bare-file.ts', { SINK: path.join(dataDir, 'sink') });
  const repeatRuns = (sendOne: () => Promise<unknown>) => async (seconds: number) => {
    const durations: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      const start = performance.now();
      await sendOne();
      durations.push(performance.now() - start);
    }
    return summarizeRuns(durations.length * FILE_MEGABYTES, durations);
  };
  await raceAndPrint(
    `Uploads of ${FILE_MEGABYTES} MB`,
    [
      {
        name: 'Velvet Rope, resumable',
        measure: repeatRuns(() => sendByTus(product.url, staff.cookie)),
        cpu: () => cpuOf(product.pid),
      },
      {
        name: 'bare node:http, piped to a file',
        measure: repeatRuns(() => send(bare.url, 'PUT', {}, whole)),
        cpu: () => cpuOf(bare.pid),
      },
    ],
    'MB',
  );
  const [ours, theirs] = [product, bare].map(({ pid }) => peakMemoryOf(pid).toFixed(0));
  console.log(`\nPeak memory: ${ours} MiB; of the bare server ${theirs} MiB`);
}
