import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from './data-folder.ts';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs';

const START_LIMIT_MS = 480_000;

/** A demo influencer whose public page has every section. */
export const INFLUENCER_PAGE = '/marlowe-vesperine';

export type DemoProduct = {
  url: string;
  /** Process and data of a product started here; null for a product that was already running. */
  own: { pid: number; dataDir: string } | null;
  stop: () => Promise<void>;
};

/** Finds a free port on the loopback interface. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isServing(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  );
}

// Browsers have no passkeys for sites without a host name.
const toUrl = (port: number): string => `http://localhost:${port}`;

type Script = 'demo.ts' | 'start.ts';

function spawnProduct(script: Script, port: number, dataDir: string, env: NodeJS.ProcessEnv) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  return spawn(process.execPath, [...SERVER_FLAGS, file], {
    // To stderr, because standard output is for the results of the script.
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: toUrl(port),
      DATABASE_URL: '',
      SMTP_URL: '',
      LOG_LEVEL: 'warn',
      // Scripts and journeys are faster than people.
      THROTTLE_FACTOR: '1000',
      ...env,
    },
  });
}

/**
 * Waits until a started product answers at `url`.
 * @returns the function that stops it
 * @throws Error if it ends or takes too long
 */
export async function waitUntilServing(server: ChildProcess, url: string) {
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const ended = once(server, 'exit');
  const stop = async () => {
    if (hasEnded()) return;
    server.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isServing(url))) {
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error('The product did not start; its output is above.');
    }
    await wait(250);
  }
  return stop;
}

/** Starts a script of the product on a free port, by default with an empty data folder. */
export async function startProduct(script: Script, env: NodeJS.ProcessEnv = {}) {
  const dataDir = createDataFolder('product');
  const port = await findFreePort();
  const server = spawnProduct(script, port, dataDir, env);
  const url = toUrl(port);
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const stopServer = await waitUntilServing(server, url);
    const stop = async () => {
      await stopServer();
      removeData();
    };
    return { url, own: { pid: server.pid!, dataDir }, stop };
  } catch (error) {
    removeData();
    throw error;
  }
}

/**
 * Starts the demo. With PRODUCT_URL it uses the running product at that address instead, and `stop`
 * leaves that product running.
 * @param pictures `uniform` for tests, which do not look at the pictures
 */
export async function startDemoProduct(
  pictures: 'cached' | 'uniform' = 'cached',
): Promise<DemoProduct> {
  const { PRODUCT_URL } = process.env;
  if (PRODUCT_URL) return { url: PRODUCT_URL, own: null, stop: async () => {} };
  return startProduct('demo.ts', { DEMO_PICTURES: pictures, TRUST_PROXY: 'true' });
}
