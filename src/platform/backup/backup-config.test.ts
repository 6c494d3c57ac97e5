import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#src/platform/config/config.ts';

const KEY = 'a-key-of-the-tests-for-their-backups';
const read = (env: Record<string, string>) =>
  readConfig({ SECRET: 'a-secret-of-the-tests-with-many-letters', ...env }).backup;
const FOLDER = { BACKUP_URL: 'file:///mnt/back%20up', BACKUP_KEY: KEY };
const S3_STORAGE = {
  STORAGE: 's3',
  S3_BUCKET: 'files',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('without an address there are no backups', () => {
  expect(read({})).toBeUndefined();
  expect(read({ BACKUP_URL: '', BACKUP_KEY: '' })).toBeUndefined();
});

test('backups are stored in a folder, and retained as configured', () => {
  expect(read({ ...FOLDER, BACKUP_KEEP: '2d, 3w' })).toEqual({
    target: { kind: 'folder', path: '/mnt/back up' },
    keys: [KEY],
    retention: { days: 2, weeks: 3, months: 0 },
    everyHours: 24,
    testDays: 7,
    maximumTestBytes: 20 * 1024 ** 3,
  });
  expect(read(FOLDER)?.retention).toEqual({ days: 7, weeks: 4, months: 12 });
});

test('a file can contain the keys, the newest first', () => {
  const file = path.join(tmpdir(), `velvet-rope-backup-key-${process.pid}`);
  writeFileSync(file, `${'n'.repeat(32)}\n${'o'.repeat(32)}\n`);
  const { BACKUP_URL } = FOLDER;
  expect(read({ BACKUP_URL, BACKUP_KEY_FILE: file })?.keys).toEqual([
    'n'.repeat(32),
    'o'.repeat(32),
  ]);
});

test('backups in S3 have credentials of their own, or those of the storage', () => {
  const own = {
    BACKUP_S3_ENDPOINT: 'https://s3.example.net',
    BACKUP_S3_REGION: 'north',
    BACKUP_S3_ACCESS_KEY_ID: 'backup',
    BACKUP_S3_SECRET_ACCESS_KEY: 'other',
  };
  const s3 = { BACKUP_URL: 's3://backups/velvet/rope', BACKUP_KEY: KEY };
  expect(read({ ...S3_STORAGE, ...s3, ...own })?.target).toMatchObject({
    prefix: 'velvet/rope/',
    s3: { bucket: 'backups', endpoint: 'https://s3.example.net', accessKeyId: 'backup' },
  });
  expect(read({ ...S3_STORAGE, ...s3 })?.target).toMatchObject({
    s3: { bucket: 'backups', endpoint: 'http://127.0.0.1:9000', accessKeyId: 'id' },
  });
});

test.each([
  ['BACKUP_URL', { ...FOLDER, BACKUP_URL: 'ftp://example.com' }],
  ['BACKUP_URL', { ...FOLDER, BACKUP_URL: 'file://relative' }],
  [
    'BACKUP_URL',
    { ...FOLDER, BACKUP_URL: 'file:///srv/data/storage/backup', DATA_DIR: '/srv/data' },
  ],
  ['BACKUP_URL', { ...S3_STORAGE, BACKUP_KEY: KEY, BACKUP_URL: 's3://files/backup' }],
  ['BACKUP_KEY', { BACKUP_URL: FOLDER.BACKUP_URL }],
  ['BACKUP_KEY', { ...FOLDER, BACKUP_KEY: 'short' }],
  ['BACKUP_KEY_FILE', { ...FOLDER, BACKUP_KEY_FILE: import.meta.filename }],
  ['BACKUP_KEEP', { ...FOLDER, BACKUP_KEEP: 'forever' }],
  ['BACKUP_S3_ACCESS_KEY_ID', { BACKUP_KEY: KEY, BACKUP_URL: 's3://backups' }],
  ['BACKUP_S3_ACCESS_KEY_ID', { ...FOLDER, BACKUP_S3_SECRET_ACCESS_KEY: 'x' }],
])('a wrong %s is named (%o)', (name, env) => {
  expect(() => read(env)).toThrow(`${name}: `);
});
