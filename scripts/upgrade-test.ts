import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort, startProduct, waitUntilServing } from './product.ts';

// Starts the demo of an earlier commit, and then the product of today with its data:
//   npm run test:upgrade -- COMMIT

const root = fileURLToPath(new URL('..', import.meta.url));
const commit = process.argv[2];

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): void {
  const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Fills the data folder with the demo of the commit, which installs its own packages. */
async function fillByCommit(checkout: string, dataDir: string): Promise<void> {
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, checkout], root);
  run('git', ['checkout', '--quiet', commit!], checkout);
  const port = await findFreePort();
  const server = spawn(process.execPath, ['scripts/bootstrap.mjs', 'scripts/demo.ts'], {
    cwd: checkout,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_PICTURES: 'uniform',
    },
  });
  const stop = await waitUntilServing(server, `http://localhost:${port}`);
  await stop();
}

async function upgrade(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data');
  await fillByCommit(path.join(folder, 'product'), dataDir);
  const env = { DATA_DIR: dataDir, DEMO_PICTURES: 'uniform' };
  const product = await startProduct('demo.ts', env);
  await product.stop();
  for (const check of ['scripts/ledger-check.ts', 'scripts/storage-check.ts']) {
    run(process.execPath, ['scripts/bootstrap.mjs', check], root, env);
  }
  console.log(`The data of ${commit} works with the product of today.`);
}

if (!commit) {
  console.error('Name the commit to upgrade from: npm run test:upgrade -- COMMIT');
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-upgrade-'));
// When started as root, PostgreSQL runs as another user who must be able to enter the folder.
chmodSync(folder, 0o755);
try {
  await upgrade(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
