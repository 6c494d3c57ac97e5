import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeOlderBuilds } from './build.ts';

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
