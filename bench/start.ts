import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import { createLog } from '#src/platform/log/log.ts';
import { builtEntry } from '../scripts/build.ts';
import { findFreePort, INFLUENCER_PAGE, startDemoProduct } from '../scripts/product.ts';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../scripts/server-flags.mjs';
import { startChild, stopChildren } from './children.ts';
import { options } from './options.ts';
import { memoryOf, peakMemoryOf } from './processes.ts';
import { median, measureOver } from './race.ts';

/** Pages and API of each role, as a site with a few visitors a minute gets them. */
const ADDRESSES: [who: string, address: string][] = [
  ...['/', INFLUENCER_PAGE, '/auth', '/signup', '/terms'].map(
    (address) => ['', address] as [string, string],
  ),
  ...['/my-feed', '/marketplace', '/my-subscriptions', '/api/feed', '/api/marketplace'].map(
    (address) => ['fan', address] as [string, string],
  ),
  ...['/dashboard', '/my-tasks', '/my-content', '/api/earnings'].map(
    (address) => ['influencer', address] as [string, string],
  ),
  ...['/dashboard', '/users', '/payments', '/content', '/api/users', '/api/payments'].map(
    (address) => ['staff', address] as [string, string],
  ),
];
const SIGN_INS = 24;
const FEED_CONNECTIONS = 20;
const REQUESTS_PER_SECOND = 10;

type Server = { url: string; pid: number; started: number; stop: () => Promise<void> };

/** Starts the built server as `npm start` does, and returns after how many milliseconds it answered. */
async function start(databaseUrl: string): Promise<Server> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-start-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const server = spawn(process.execPath, [...SERVER_FLAGS, fileURLToPath(builtEntry('start'))], {
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      REQUIRE_SECOND_FACTOR: 'false',
      THROTTLE_FACTOR: '100000',
    },
  });
  while (!(await fetch(`${url}/health`).catch(() => null))?.ok) await wait(2);
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(dataDir, { recursive: true });
  };
  return { url, pid: server.pid!, started: performance.now() - began, stop };
}

async function signIn(url: string, who: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${who}@demo.test`, password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`${who} cannot sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function measureStarts(databaseUrl: string): Promise<void> {
  const starts: number[] = [];
  // The first one fills the cache of compiled code.
  for (let round = 0; round <= options.rounds; round++) {
    const server = await start(databaseUrl);
    if (round > 0) starts.push(server.started);
    // Once the jobs have started, it stops gracefully.
    await wait(2_000);
    await server.stop();
  }
  console.log(`\nFrom the start to the first answer: ${Math.round(median(starts))} ms`);
}

/** Requests an address of each role after the other, so many in a second. */
async function browse(url: string, cookies: Map<string, string>, seconds: number): Promise<void> {
  const open = new Set<Promise<unknown>>();
  for (let request = 0; request < seconds * REQUESTS_PER_SECOND; request++) {
    const [who, address] = ADDRESSES[request % ADDRESSES.length]!;
    const answer = fetch(url + address, { headers: { cookie: cookies.get(who) ?? '' } }).then(
      async (response) => {
        if (!response.ok) throw new Error(`${address} for ${who}: ${response.status}`);
        await response.arrayBuffer();
      },
    );
    open.add(answer);
    void answer.finally(() => open.delete(answer));
    await wait(1_000 / REQUESTS_PER_SECOND);
  }
  await Promise.all(open);
}

async function measureMemory(databaseUrl: string): Promise<void> {
  const server = await start(databaseUrl);
  const { url, pid } = server;
  const rows: string[] = [];
  const note = (what: string) => rows.push(`| ${what} | ${Math.round(memoryOf(pid))} |`);
  await wait(3_000);
  note('after the start');
  for (let round = 0; round < SIGN_INS / 8; round++) {
    await Promise.all(Array.from({ length: 8 }, () => signIn(url, 'fan')));
  }
  note(`after ${SIGN_INS} sign-ins, eight at a time`);
  const cookies = new Map<string, string>();
  for (const who of ['fan', 'influencer', 'staff']) cookies.set(who, await signIn(url, who));
  const load = startChild('load.ts');
  const headers = [{ cookie: cookies.get('fan')! }];
  await measureOver(load, `${url}/api/feed`, headers, options.seconds, FEED_CONNECTIONS);
  note(`after ${options.seconds} s of the feed over ${FEED_CONNECTIONS} connections`);
  await wait(20_000);
  note('20 s later');
  const minutes = options.minutes;
  await browse(url, cookies, minutes * 60);
  note(`after ${minutes} minutes of ${REQUESTS_PER_SECOND} pages and requests a second`);
  rows.push(`| the most | ${Math.round(peakMemoryOf(pid))} |`);
  console.log(['\n| resident memory | MiB |', '|---|---:|', ...rows].join('\n'));
  await server.stop();
}

/** Measures the start of the server with a warm database, and its memory while it is used. */
export async function benchStart(): Promise<void> {
  const demo = await startDemoProduct('uniform');
  if (!demo.own) throw new Error('PRODUCT_URL: the start needs a database of its own.');
  // Joins the server of the demo.
  const log = createLog({ logLevel: 'error' });
  const postgres = await startEmbeddedPostgres({ dataDir: demo.own.dataDir, log });
  try {
    await measureStarts(postgres.url);
    await measureMemory(postgres.url);
  } finally {
    await stopChildren();
    await postgres.stop();
    await demo.stop();
  }
}
