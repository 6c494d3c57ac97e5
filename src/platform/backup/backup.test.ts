import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { TestApp } from '#test/harness.ts';
import { listBackups, readManifest } from './backup-target.ts';
import {
  addressOf,
  BACKUP_KEY,
  createEmptyDatabase,
  createFilledApp,
  createFolder,
  openTestBackups,
} from './backup.testing.ts';
import { createBackup } from './create-backup.ts';
import { CONTENTS_FOLDER, withContent } from './file-contents.ts';
import { restoreBackup } from './restore-backup.ts';
import { readStream } from './stored-stream.ts';

async function listContents(target: Pick<Storage, 'list'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of target.list(CONTENTS_FOLDER)) keys.push(key);
  return keys;
}

describe('a backup', () => {
  let app: TestApp;
  const folders: ReturnType<typeof createFolder>[] = [];
  beforeAll(async () => {
    ({ app } = await createFilledApp());
  });
  afterAll(async () => {
    for (const { remove } of folders) remove();
    await app.close();
  });
  const newFolder = () => {
    folders.push(createFolder());
    return folders.at(-1)!.folder;
  };
  const openBackups = (env: Record<string, string> = {}) =>
    openTestBackups(app, { BACKUP_URL: `file://${newFolder()}`, ...env });

  test('contains neither readable texts nor the secret of the product', async () => {
    const folder = newFolder();
    await openTestBackups(app, { BACKUP_URL: `file://${folder}` }).then(({ create }) => create());
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
    expect(files.length).toBeGreaterThan(20);
    const [fan] = await app.db.select().from(users).limit(1);
    for (const part of [fan!.email, app.config.secrets[0], 'A caption', 'public.users']) {
      expect(files.some((bytes) => bytes.includes(part))).toBe(false);
    }
    expect(files.every((bytes) => bytes.subarray(0, 7).toString() === 'VRFILE1')).toBe(true);
  });

  test('stores only new files, and equal ones once', async () => {
    const { create } = await openBackups();
    const first = await create();
    expect(first.added.files).toBeGreaterThan(1);
    expect((await create()).added).toEqual({ files: 0, bytes: 0 });
    await app.storage.put('content/new.jpg', 'new');
    expect((await create()).added).toEqual({ files: 1, bytes: 3 });
    await app.storage.put('content/copy.jpg', 'new');
    const last = await create();
    expect(last.added.files).toBe(0);
    expect(last.manifest.files.count).toBe(first.manifest.files.count + 2);
  });

  test('is refused while another one runs', async () => {
    const { create } = await openBackups();
    await create(async ({ step }) => {
      if (step !== 'files') return;
      await expect(create()).rejects.toThrow('Another backup is running');
    });
  });

  test('that was interrupted is none, and the next one removes its leftovers', async () => {
    const { target, create } = await openBackups();
    const first = await create();
    for (const at of ['database', 'late-files']) {
      await expect(
        create(({ step }) => {
          if (step === at) throw new Error('interrupted');
        }),
      ).rejects.toThrow('interrupted');
    }
    const { complete, interrupted } = await listBackups(target);
    expect(complete).toEqual([first.manifest.id]);
    expect(interrupted).toHaveLength(1);
    const second = await create();
    expect((await listBackups(target)).interrupted).toEqual([]);
    expect((await listBackups(target)).complete).toContain(second.manifest.id);
  });

  test('that is no longer retained is removed, with the contents that no other one needs', async () => {
    const { target, create } = await openBackups({ BACKUP_KEEP: '1d' });
    await app.storage.put('content/old.jpg', 'only in the first backup');
    const first = await create();
    const before = await listContents(target);
    await app.storage.delete('content/old.jpg');
    const second = await create();
    expect(second.removed).toBe(1);
    expect((await listBackups(target)).complete).toEqual([second.manifest.id]);
    expect(await listContents(target)).toHaveLength(before.length - 1);
    await expect(readManifest(target, first.manifest.id)).rejects.toThrow('There is no backup');
  });

  test('cannot be opened with another key, and can with a new one in front of it', async () => {
    const BACKUP_URL = `file://${newFolder()}`;
    const { create } = await openTestBackups(app, { BACKUP_URL });
    const { manifest } = await create();
    const newKey = 'another-key-of-the-tests-for-backups';
    const other = await openTestBackups(app, { BACKUP_URL, BACKUP_KEY: newKey });
    await expect(other.restore(manifest.id, async () => {})).rejects.toThrow(
      'BACKUP_KEY does not open',
    );
    await expect(other.create()).rejects.toThrow('BACKUP_KEY does not open');
    const both = await openTestBackups(app, { BACKUP_URL, BACKUP_KEY: `${newKey},${BACKUP_KEY}` });
    const next = await both.create();
    expect(next.added.files).toBe(0);
    expect(next.removed).toBe(1);
    expect(await readManifest(both.target, next.manifest.id)).toEqual(next.manifest);
  });

  test('is restored only into an empty database and storage', async () => {
    const backups = await openBackups();
    const { manifest } = await backups.create();
    const backup = { ...backups, manifest };
    const own = { databaseUrl: addressOf(app), storage: backups.source.storage, log: app.log };
    await expect(restoreBackup(backup, own)).rejects.toThrow('The database is not empty');
    const database = await createEmptyDatabase(app);
    try {
      await app.storage.put('content/other.jpg', 'x');
      await expect(restoreBackup(backup, { ...own, databaseUrl: database.url })).rejects.toThrow(
        'The storage has files that the backup does not have (1)',
      );
      await app.storage.delete('content/other.jpg');
      // An interrupted restore can be repeated.
      await restoreBackup(backup, { ...own, databaseUrl: database.url });
    } finally {
      await database.drop();
    }
  });

  test('of which a part is missing or not encrypted is not restored', async () => {
    const folder = newFolder();
    const open = () => openTestBackups(app, { BACKUP_URL: `file://${folder}` });
    const { manifest } = await (await open()).create();
    const stored = openLocalStorage(folder);
    const name = `backups/${manifest.id}/tables/public.users`;
    const read = async () => {
      const table = manifest.tables.find((one) => one.name === 'users')!;
      return text(readStream((await open()).target, name, table));
    };
    expect(await read()).toContain('@example.test');
    await stored.put(`${name}/000000`, 'x');
    await expect(read()).rejects.toThrow('is not encrypted');
    await stored.delete(`${name}/000000`);
    await expect(read()).rejects.toThrow('is missing');
    await stored.put(`backups/${manifest.id}/manifest`, JSON.stringify(manifest));
    const { target } = await open();
    await expect(readManifest(target, manifest.id)).rejects.toThrow('does not open');
  });

  test('with a damaged file is not restored', async () => {
    const folder = newFolder();
    const backups = await openTestBackups(app, { BACKUP_URL: `file://${folder}` });
    const { manifest } = await backups.create();
    const stored = openLocalStorage(folder);
    const [first] = await listContents(stored);
    const bytes = await stored.getBytes(first!);
    bytes![bytes!.length - 1]! ^= 1;
    await stored.put(first!, bytes!);
    await expect(backups.restore(manifest.id, async () => {})).rejects.toThrow('is damaged');
    // One that was encrypted with the right key, too.
    await backups.target.put(first!, 'another content');
    const name = first!.slice(first!.lastIndexOf('/') + 1);
    const read = withContent(backups.target, backups.keys, name, async () => {});
    await expect(read).rejects.toThrow('is damaged');
  });

  test('is complete even if nobody may remove the old ones', async () => {
    const { source, target, keys, create } = await openBackups({ BACKUP_KEEP: '1d' });
    await create();
    const readOnly = { ...target, delete: () => Promise.reject(new Error('forbidden')) };
    const retention = { days: 1, weeks: 0, months: 0 };
    const { manifest, removed } = await createBackup(source, { target: readOnly, keys, retention });
    expect(removed).toEqual(new Error('forbidden'));
    expect((await listBackups(target)).complete).toContain(manifest.id);
  });
});
