import { globSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ArgumentError, COMMANDS, describeCommand, readArguments } from './commands.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { devDependencies, scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};
const PRODUCT_SCRIPTS = Object.keys(COMMANDS).filter((script) => COMMANDS[script]!.isProduct);
/** What these scripts build, and what builds it. */
const BUILT = [
  'vite.config.ts',
  'scripts/bundle-server.ts',
  ...globSync(['scripts/main/*.ts', 'src/**/*.{ts,tsx}'], { cwd: root }).filter(
    (file) => !/\.(test|testing)\.tsx?$/.test(file),
  ),
];
const IMPORTED = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;
const TYPE_IMPORTS = /^(?:import|export) type\b[^;]*;/gm;

/** The packages that the file and everything that it imports need. */
function collectPackages(file: string, found: Map<string, string>, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(root + file, 'utf8').replaceAll(TYPE_IMPORTS, '');
  for (const [, name = ''] of text.matchAll(IMPORTED)) {
    if (name.startsWith('.') || name.startsWith('#')) {
      const imported = name.startsWith('#')
        ? name.slice(1)
        : path.join(path.dirname(file), name).replaceAll(path.sep, '/');
      if (statSync(root + imported, { throwIfNoEntry: false })?.isFile())
        collectPackages(imported, found, seen);
    } else if (!name.startsWith('node:') && !builtinModules.includes(name)) {
      const depth = name.startsWith('@') ? 2 : 1;
      found.set(name.split('/').slice(0, depth).join('/'), file);
    }
  }
}

test('the product is built and operated without the packages of tests and checks', () => {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (const file of [...PRODUCT_SCRIPTS, ...BUILT]) collectPackages(file, found, seen);
  expect([...found.keys()]).toEqual(expect.arrayContaining(['vite', 'pg', 'hono', 'react']));
  const tools = [...found].filter(([name]) => name in devDependencies);
  expect(tools, 'packages with a file that imports them').toEqual([]);
});

test('every command of the project says what it does and which arguments it takes', () => {
  const ours = Object.values(scripts).flatMap((command) => {
    const [, bootstrap, script] = command.split(' ');
    return bootstrap === 'scripts/bootstrap.mjs' && script!.endsWith('.ts') ? [script!] : [];
  });
  expect(Object.keys(COMMANDS).toSorted()).toEqual([...new Set(ours)].toSorted());
});

test('arguments replace the defaults', () => {
  expect(readArguments('scripts/kills.ts', []).values).toEqual({ kills: '200' });
  expect(readArguments('scripts/kills.ts', ['--kills=3']).values).toEqual({ kills: '3' });
  expect(readArguments('scripts/kills.ts', ['--kills', '3']).values).toEqual({ kills: '3' });
  expect(readArguments('scripts/restore.ts', ['2026-01', '--other-secret'])).toEqual({
    values: { 'other-secret': true },
    positionals: ['2026-01'],
  });
});

test.each([
  ['scripts/start.ts', ['--port=80'], 'Unknown option: --port.'],
  ['scripts/start.ts', ['demo'], 'Unexpected argument: demo.'],
  ['scripts/backup.ts', ['--lst'], 'Unknown option: --lst.'],
  ['scripts/backup.ts', ['-l'], 'Unknown option: -l.'],
  ['scripts/backup.ts', ['--toString'], 'Unknown option: --toString.'],
  ['scripts/backup.ts', ['--list=all'], 'Write --list.'],
  ['scripts/kills.ts', ['--kills'], 'Write --kills=NUMBER.'],
  ['scripts/kills.ts', ['--kills='], 'Write --kills=NUMBER.'],
  ['scripts/reset-second-factor.ts', [], 'EMAIL is missing.'],
  ['scripts/restore.ts', ['one', 'two'], 'Unexpected argument: two.'],
])('%s refuses %j', (script, args, message) => {
  expect(() => readArguments(script, args)).toThrow(new ArgumentError(message));
});

test('the explanation names each argument with its default', () => {
  expect(describeCommand('scripts/restore.ts', 'npm run restore')).toBe(`\
npm run restore: restores the newest backup into an empty database and storage
Arguments, after "npm run restore --":
  [ID]            the backup to restore
  --list          lists the backups and restores none
  --other-secret  restores although SECRET is not that of the backup`);
  expect(describeCommand('scripts/kills.ts', 'npm run kills')).toContain('how often (200)');
  expect(describeCommand('scripts/build.ts', 'npm run build')).toContain('takes no arguments');
});
