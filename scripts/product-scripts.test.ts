import { globSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PRODUCT_SCRIPTS } from './product-scripts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { devDependencies, scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};
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

test('each of these scripts belongs to a command', () => {
  const commands = Object.values(scripts).map((command) => command.split(' ').at(2));
  expect(PRODUCT_SCRIPTS.filter((script) => !commands.includes(script))).toEqual([]);
});
