import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DEMO = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));
const START_LIMIT_MS = 480_000;

async function findFreePort(): Promise<number> {
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

/**
 * Starts the demo once for all journeys, on a free port and an empty data folder of its own;
 * with PRODUCT_URL they visit a running one instead.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.PRODUCT_URL) return async () => {};
  const dataDir = mkdtempSync(path.join(tmpdir(), 'velvet-rope-e2e-'));
  // As root, PostgreSQL runs as another user, who must reach the folder.
  chmodSync(dataDir, 0o755);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [DEMO], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isServing(url))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('The demo did not start; its output is above.');
    }
    await wait(250);
  }
  process.env.PRODUCT_URL = url;
  return stop;
}
