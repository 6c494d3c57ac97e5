import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { prepareDataFolder } from './private-folders.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'velvet-rope-private-'));
const umask = process.umask();
afterEach(() => {
  process.umask(umask);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const modeOf = (...parts: string[]) => statSync(path.join(parent, ...parts)).mode & 0o777;
const log = { warn: () => {} };

test('folders with paid files and mails become private, including existing ones', () => {
  for (const name of ['storage', 'mail']) {
    mkdirSync(path.join(parent, 'data', name), { recursive: true });
    chmodSync(path.join(parent, 'data', name), 0o755);
  }
  prepareDataFolder(path.join(parent, 'data'), log);
  for (const name of ['storage', 'processing', 'mail']) {
    expect(modeOf('data', name)).toBe(0o700);
  }
});

test('the database, which may run as another user, can enter the data folder', () => {
  prepareDataFolder(path.join(parent, 'new', 'data'), log);
  expect(modeOf('new', 'data') & 0o011).toBe(0o011);
});

test('files and folders created afterwards are private', () => {
  prepareDataFolder(path.join(parent, 'data'), log);
  writeFileSync(path.join(parent, 'data', 'file'), '');
  mkdirSync(path.join(parent, 'data', 'folder'));
  expect(modeOf('data', 'file')).toBe(0o600);
  expect(modeOf('data', 'folder')).toBe(0o700);
});
