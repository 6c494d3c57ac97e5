import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compressPages, removeOlderBuilds } from './build.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the files of the previous build remain beside the new ones, older ones do not', async () => {
  mkdirSync(path.join(folder, 'assets'));
  const write = (name: string, seconds: number) => {
    writeFileSync(path.join(folder, name), '');
    utimesSync(path.join(folder, name), seconds, seconds);
  };
  write('assets/first-1a.js', 100);
  write('assets/second-2b.js', 205);
  write('assets/third-3c.js', 305);
  write('sw.js', 305);
  await removeOlderBuilds(folder, 200_000);
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
    'assets',
    'assets/second-2b.js',
    'assets/third-3c.js',
    'sw.js',
  ]);
});

test('the texts of the pages are compressed once, and again after they changed', async () => {
  const client = mkdtempSync(path.join(folder, 'client-'));
  const [script, picture] = [path.join(client, 'a.js'), path.join(client, 'a.webp')];
  for (const file of [script, picture]) writeFileSync(file, 'first');
  const read = () => brotliDecompressSync(readFileSync(`${script}.br`)).toString();
  await compressPages(client);
  expect(readdirSync(client).toSorted()).toEqual(['a.js', 'a.js.br', 'a.webp']);
  writeFileSync(script, 'second');
  utimesSync(script, 1, 1);
  await compressPages(client);
  expect(read()).toBe('first');
  utimesSync(script, Date.now() / 1000 + 10, Date.now() / 1000 + 10);
  await compressPages(client);
  expect(read()).toBe('second');
});
