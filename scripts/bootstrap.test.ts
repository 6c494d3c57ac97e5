import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'velvet-rope-clone-'));
  for (const name of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true });
  }
});

afterAll(() => rmSync(clone, { recursive: true }));

function run(...args: string[]) {
  const files = () => readdirSync(clone).toSorted();
  const before = files();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/bootstrap.mjs', ...args],
    // An installation that began would find no npm.
    { cwd: clone, encoding: 'utf8', env: { PATH: '' } },
  );
  expect(files(), 'nothing is installed').toEqual(before);
  return { status, stdout, stderr };
}

test.each([
  ['scripts/start.ts', '--help', 'npm run start: starts the server'],
  ['scripts/demo.ts', '-h', 'npm run demo: starts the product with demo data'],
  ['bench/run.ts', '--help', '--seconds=NUMBER'],
  ['oxfmt', '--help', 'oxfmt explains itself once the packages are installed'],
])('%s %s explains and installs nothing', (script, option, text) => {
  const { status, stdout } = run(script, option);
  expect(stdout).toContain(text);
  expect(status).toBe(0);
});

test('an unknown argument is refused with those that exist, and installs nothing', () => {
  const { status, stderr } = run('scripts/backup.ts', '--dry-run');
  expect(stderr).toContain('Unknown option: --dry-run.');
  expect(stderr).toContain('--list');
  expect(status).toBe(1);
});
