import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

const TEXT = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');

/** The files that a text names, without their folders. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:ts|yaml|service|yml))`/g)].map(([, name]) => name!);

test('every file that docs/security.md names exists', () => {
  const named = new Set(filesIn(TEXT));
  const files = globSync(['{src,test,e2e,scripts,deploy}/**/*.{ts,yaml,yml,service}'], {
    cwd: ROOT,
  });
  const existing = new Set(files.map((file) => path.basename(file)));
  expect([...named].filter((name) => !existing.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(70);
});

test('every title of a test that docs/security.md quotes exists', () => {
  const quoted = [...TEXT.matchAll(/`access\.test\.ts`: ("[^|]+") \|/g)].flatMap(([, titles]) =>
    titles!.split(', ').map((title) => title.slice(1, -1)),
  );
  const source = readFileSync(path.join(ROOT, 'test/access.test.ts'), 'utf8');
  expect(quoted.length).toBeGreaterThan(2);
  expect(quoted.filter((title) => !source.includes(`test('${title}`))).toEqual([]);
});

test('every promise names a test', () => {
  const [, promises] = /## Promises\n(.+?)\n## /s.exec(TEXT)!;
  const rows = promises!.split('\n').filter((line) => /^\| [^p-]/.test(line));
  expect(rows.length).toBeGreaterThan(35);
  expect(
    rows.filter((row) => !filesIn(row).some((name) => /\.(test|spec)\.ts$/.test(name))),
  ).toEqual([]);
});

test('every requirement that is met names a file or the reason, and every other the reason', () => {
  const rows = [...TEXT.matchAll(/^\| (\d+\.[^|]+) \| ([^|]+) \| (.+) \|$/gm)];
  const isReasoned = (how: string) => /\w+\W+\w+/.test(how.replaceAll(/`[^`]+`/g, ''));
  const bare = rows.filter(
    ([, , state, how]) =>
      !isReasoned(how!) && !(state === 'met' && (filesIn(how!).length > 0 || how!.includes(']('))),
  );
  // Requirements that name their technology.
  const short = ['3.2.2', '3.3.2', '3.7.1', '6.4.2', '11.4.1', '11.4.3', '11.5.1', '16.4.1'];
  expect(bare.map(([, cell]) => cell).filter((cell) => !short.includes(cell!))).toEqual([]);
});

/** The number of requirements that a cell such as "1.2.6–8, 1.3.1" names. */
const countRequirements = (cell: string) =>
  cell.split(', ').reduce((count, part) => {
    const [, first, last] = /\.(\d+)–(\d+)$/.exec(part) ?? [];
    return count + (first ? Number(last) - Number(first) + 1 : 1);
  }, 0);

test('docs/security.md counts the requirements of its tables correctly', () => {
  const counts: Record<string, number> = {};
  for (const [, cell, state] of TEXT.matchAll(/^\| (\d+\.[^|]+) \| ([^|]+) \|/gm)) {
    counts[state!] = (counts[state!] ?? 0) + countRequirements(cell!);
  }
  const [, all, ...stated] =
    /Of the (\d+) requirements .* (\d+) are met, (\d+) partly, (\d+) are the operator's, and (\d+) do not apply/.exec(
      TEXT,
    )!;
  const { met, partly, operator, '–': unfit } = counts;
  expect([met, partly, operator, unfit]).toEqual(stated.map(Number));
  expect(met! + partly! + operator! + unfit!).toBe(Number(all));
});
