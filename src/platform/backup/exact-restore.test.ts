import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { deleteListedFiles } from '#src/platform/storage/deleted-files.ts';
import { openS3Client } from '#src/platform/storage/s3-client.ts';
import type { TestApp } from '#test/harness.ts';
import { isLong } from '#test/long.ts';
import { hasS3Server, startS3 } from '#test/s3.ts';
import {
  addressOf,
  createFilledApp,
  createFolder,
  openTestBackups,
  readAllFiles,
  readAllRows,
  readRules,
  uploadAvatar,
} from './backup.testing.ts';
import { withClient } from './clients.ts';

/** Changes rows and files, as the users of a running product do, until stopped or done. */
function changeContinuously(app: TestApp, changes: number) {
  let isStopped = false;
  const work = (async () => {
    for (let count = 0; count < changes && !isStopped; count++) {
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
  { changes }: { changes: number },
): Promise<void> {
  const backups = await openTestBackups(app, env);
  let rows: Awaited<ReturnType<typeof readAllRows>> | undefined;
  let files: Map<string, string> | undefined;
  let stop: (() => Promise<void>) | undefined;
  const { manifest } = await backups.create(async (step) => {
    if (step.step === 'files') stop = changeContinuously(app, changes);
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

test('a backup that was made during writes, uploads and deletions restores every row and byte', async () => {
  const filled = await createFilledApp();
  const { folder, remove } = createFolder();
  try {
    await expectExactRestore(filled, { BACKUP_URL: `file://${folder}` }, { changes: 15 });
  } finally {
    remove();
    await filled.app.close();
  }
});

describe.runIf(isLong && hasS3Server())('in S3', () => {
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
      await expectExactRestore(
        filled,
        { ...env, BACKUP_URL: 's3://backups/velvet/rope' },
        { changes: 3 },
      );
    } finally {
      await filled.app.close();
      await s3.stop();
    }
  });
});
