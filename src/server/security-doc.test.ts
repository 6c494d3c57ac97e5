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

/** The number of requirements that a cell such as "1.2.6–8, 1.3.1" names. */
const countRequirements = (cell: string) =>
  cell.split(', ').reduce((count, part) => {
    const [, first, last] = /\.(\d+)–(\d+)$/.exec(part) ?? [];
    return count + (first ? Number(last) - Number(first) + 1 : 1);
  }, 0);

test('docs/security.md counts the requirements of its tables correctly', () => {
  const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const counts: Record<string, number> = {};
  for (const [, cell, state] of text.matchAll(/^\| (\d+\.[^|]+) \| ([^|]+) \|/gm)) {
    counts[state!] = (counts[state!] ?? 0) + countRequirements(cell!);
  }
  const [, all, ...stated] =
    /Of the (\d+) requirements .* (\d+) are met, (\d+) partly, (\d+) are the operator's, and (\d+) do not apply/.exec(
      text,
    )!;
  const { met, partly, operator, '–': unfit } = counts;
  expect([met, partly, operator, unfit]).toEqual(stated.map(Number));
  expect(met! + partly! + operator! + unfit!).toBe(Number(all));
});
