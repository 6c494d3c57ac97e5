import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { openS3Client } from '#src/platform/storage/s3-client.ts';
import { openLocalStorage } from '#src/platform/storage/storage-local.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { hasS3Server, startS3 } from '#test/s3.ts';
import { listBackups, readManifest } from './backup-target.ts';
import {
  addressOf,
  BACKUP_KEY,
  createEmptyDatabase,
  createFolder,
  openTestBackups,
  readAllFiles,
  readAllRows,
  readRules,
} from './backup.testing.ts';
import { withClient } from './clients.ts';
import { createBackup } from './create-backup.ts';
import { CONTENTS_FOLDER } from './file-contents.ts';
import { restoreBackup } from './restore-backup.ts';
import { readStream } from './stored-stream.ts';

const CAPTION = 'A caption with a\ttab, a \\ and a\nline';

async function uploadAvatar(app: TestApp, user: TestUser): Promise<void> {
  const [r, g, b] = randomBytes(3);
  const picture = sharp({
    create: { width: 64, height: 64, channels: 3, background: { r: r!, g: g!, b: b! } },
  });
  const response = await app.app.request('/avatars', {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: new Uint8Array(await picture.png().toBuffer()),
  });
  expect(response.status).toBe(200);
}

async function listContents(target: Pick<Storage, 'list'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of target.list(CONTENTS_FOLDER)) keys.push(key);
  return keys;
}

/** An app with rows in many tables, a job, and files. */
async function createFilledApp(env: Record<string, string> = {}) {
  const app = await createTestApp(env);
  const influencer = await app.as('influencer');
  const fan = await app.as('subscriber', { phone: '+1 555 0100' });
  const leaving = await app.as('subscriber');
  await publish(app, influencer, { caption: CAPTION, notify: [fan] });
  for (const user of [fan, leaving]) await uploadAvatar(app, user);
  await app.storage.put('content/large.mp4', randomBytes(3 * 1024 ** 2));
  await app.call('POST', '/api/auth/forgot-password', { body: { email: fan.email } });
  return { app, leaving };
}

/** Changes rows and files, as the users of a running product do, until stopped or done. */
function changeContinuously(app: TestApp) {
  let isStopped = false;
  const work = (async () => {
    for (let count = 0; count < 15 && !isStopped; count++) {
      const fan = await app.as('subscriber');
      await uploadAvatar(app, fan);
      // Replaces the picture, whose file is to be deleted then.
      await uploadAvatar(app, fan);
      await deleteListedFiles(app.db, app.storage);
    }
  })();
  return async () => {
    isStopped = true;
    await work;
  };
}

/**
 * Backs up while the product is changing, and compares all rows with those that another transaction sees in
 * the same snapshot, and all files that existed then.
 */
async function expectExactRestore(
  { app, leaving }: Awaited<ReturnType<typeof createFilledApp>>,
  env: Record<string, string>,
): Promise<void> {
  const backups = await openTestBackups(app, env);
  let rows: Awaited<ReturnType<typeof readAllRows>> | undefined;
  let files: Map<string, string> | undefined;
  let stop: (() => Promise<void>) | undefined;
  const { manifest } = await backups.create(async (step) => {
    if (step.step === 'files') stop = changeContinuously(app);
    if (step.step === 'late-files') {
      await app.db.delete(users).where(eq(users.id, leaving.id));
      await deleteListedFiles(app.db, app.storage);
    }
    if (step.step !== 'database') return;
    files = await readAllFiles(backups.source.storage);
    await withClient(addressOf(app), async (client) => {
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set transaction snapshot '${step.snapshot}'`);
      rows = await readAllRows(client);
    });
  });
  await stop!();
  const rules = await withClient(addressOf(app), readRules);
  await backups.restore(manifest.id, async (restored) => {
    expect(await readAllRows(restored.client)).toEqual(rows);
    expect(await readRules(restored.client)).toEqual(rules);
    const restoredFiles = await readAllFiles(restored.files);
    for (const [key, bytes] of files!) expect(restoredFiles.get(key) === bytes, key).toBe(true);
    const { rows: pictures } = await restored.client.query<{ key: string }>(
      'select s3_key as key from avatars',
    );
    expect(pictures.length).toBeGreaterThan(1);
    for (const { key } of pictures) expect(restoredFiles.has(key), key).toBe(true);
    // Numbers continue where they were.
    await restored.client.query("insert into deleted_files (key) values ('later')");
  });
  // What could not be deleted during the backup is deleted afterwards.
  await deleteListedFiles(app.db, app.storage);
  const stored = [...(await readAllFiles(app.storage)).keys()];
  const used = await app.db.select().from(avatars);
  expect(stored.filter((key) => key.startsWith('avatars/')).toSorted()).toEqual(
    used.map(({ s3Key }) => s3Key).toSorted(),
  );
}

describe('a backup', () => {
  let filled: Awaited<ReturnType<typeof createFilledApp>>;
  let app: TestApp;
  const folders: ReturnType<typeof createFolder>[] = [];
  beforeAll(async () => {
    filled = await createFilledApp();
    ({ app } = filled);
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

  test('that was made during writes, uploads and deletions restores every row and byte', async () => {
    await expectExactRestore(filled, { BACKUP_URL: `file://${newFolder()}` });
  });

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

describe.skipIf(!hasS3Server())('in S3', () => {
  test('a backup of files in S3 restores every row and byte, below a prefix of its bucket', async () => {
    const s3 = await startS3();
    const { config } = s3;
    const env = {
      STORAGE: 's3',
      S3_BUCKET: config.bucket,
      S3_ENDPOINT: config.endpoint!,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    };
    const client = openS3Client(config);
    await client.send(new CreateBucketCommand({ Bucket: 'backups' }));
    client.destroy();
    const filled = await createFilledApp(env);
    try {
      await expectExactRestore(filled, { ...env, BACKUP_URL: 's3://backups/velvet/rope' });
    } finally {
      await filled.app.close();
      await s3.stop();
    }
  });
});
