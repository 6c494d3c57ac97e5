import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

test('every test that docs/security.md names exists', () => {
  const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const named = new Set(
    [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)`/g)].map(([, name]) => name),
  );
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.spec.ts'], {
    cwd: ROOT,
  });
  const existing = new Set(files.map((file) => path.basename(file)));
  expect([...named].filter((name) => !existing.has(name!))).toEqual([]);
  expect(named.size).toBeGreaterThan(40);
});
