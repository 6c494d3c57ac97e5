import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from './commands.mjs';
import { findFreePort, startProduct, waitUntilServing } from './product.ts';

// Starts the demo of an earlier commit, then the product of today beside it with the same data, as a
// rolling update does, and checks that both serve, and afterwards the data:
//   npm run test:upgrade -- COMMIT

const root = fileURLToPath(new URL('..', import.meta.url));
const [commit] = readArguments('scripts/upgrade-test.ts', process.argv.slice(2)).positionals;

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): void {
  const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  const { status } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

type Running = { url: string; stop: () => Promise<void> };

/** Starts the demo of the commit, which installs its own packages. */
async function startCommit(checkout: string, dataDir: string): Promise<Running> {
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
  const url = `http://localhost:${port}`;
  return { url, stop: await waitUntilServing(server, url) };
}

/** The first screens of each role, which read most tables. */
const SCREENS = {
  fan: ['/my-feed', '/marketplace', '/my-subscriptions', '/my-account'],
  influencer: ['/dashboard', '/my-tasks', '/my-content', '/my-payouts'],
  staff: ['/dashboard', '/applications', '/tasks', '/inbox'],
  admin: ['/dashboard', '/payouts', '/subscribers', '/users', '/content'],
};

/** Signs in as each role of the demo, which writes, and opens its screens. @throws Error on a refusal */
async function use({ url }: Running, release: string): Promise<void> {
  for (const [role, screens] of Object.entries(SCREENS)) {
    const signIn = await fetch(`${url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: `${role}@demo.test`, password: 'demo-password' }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    for (const screen of screens) {
      const page = await fetch(url + screen, { headers: { cookie }, redirect: 'manual' });
      if (page.status === 200) continue;
      throw new Error(`${release}: ${screen} responds to the ${role} with ${page.status}`);
    }
  }
}

async function upgrade(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const env = { DATA_DIR: dataDir, DEMO_PICTURES: 'uniform' };
  const before = await startCommit(path.join(folder, 'product'), dataDir);
  try {
    await use(before, 'before the update');
    const product = await startProduct('demo.ts', env);
    try {
      await use(product, 'the new release');
      await use(before, 'the earlier release after the migration');
      await before.stop();
      await use(product, 'the new release alone');
    } finally {
      await product.stop();
    }
  } finally {
    await before.stop();
  }
  for (const check of ['scripts/ledger-check.ts', 'scripts/storage-check.ts']) {
    run(process.execPath, ['scripts/bootstrap.mjs', check], root, env);
  }
  console.log(`The data of ${commit} works with the product of today, also while both run.`);
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
