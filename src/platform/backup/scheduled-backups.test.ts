import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailLateBackups } from '#src/features/backoffice/dashboard/server/backup-check.ts';
import { prepareSystemChecks } from '#src/features/backoffice/dashboard/server/system-checks.ts';
import { readDatabaseTime } from '#src/platform/database/db.ts';
import { createApp } from '#src/server/app.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { backupRuns } from './backup-runs.table.ts';
import { readBackupStates } from './backup-runs.ts';
import { addressOf, BACKUP_KEY, createFilledApp, createFolder } from './backup.testing.ts';
import { makeBackup, makeDueBackup, testDueBackup } from './scheduled-backups.ts';

const METRICS_TOKEN = 'a-token-of-at-least-32-characters';
const { folder, remove } = createFolder();
let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  const backup = { BACKUP_URL: `file://${folder}`, BACKUP_KEY };
  ({ app } = await createFilledApp({ ...backup, METRICS_TOKEN }));
  // When started as root, PostgreSQL runs as another user who must be able to enter the folder.
  chmodSync(app.config.dataDir, 0o755);
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  remove();
});

const backUp = async (config = app.config) =>
  makeDueBackup({ ...app.services, config }, await readDatabaseTime(app.db));
const testBackup = async (config = app.config) =>
  testDueBackup({ ...app.services, config }, await readDatabaseTime(app.db));
const countRuns = async () => (await app.db.select().from(backupRuns)).length;
/** Moves all runs into the past. */
const wait = (hours: number) =>
  app.db.update(backupRuns).set({
    startedAt: sql`${backupRuns.startedAt} - make_interval(hours => ${hours})`,
    finishedAt: sql`${backupRuns.finishedAt} - make_interval(hours => ${hours})`,
    nextBy: sql`${backupRuns.nextBy} - make_interval(hours => ${hours})`,
  });
const status = (config = app.config) => prepareSystemChecks({ ...app.services, config }).backup();
const waiting = async (user: TestUser): Promise<{ kind: string; late: number }[]> => {
  const { json } = await app.call('GET', '/api/work-queue', { user });
  return json.items.filter(({ kind }: { kind: string }) => kind === 'backup');
};
async function readMetric(kind: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await createApp(app.services).request('/metrics', { headers })).text();
  const name = 'velvet_rope_backup_last_success_timestamp_seconds';
  return Number(new RegExp(`^${name}\\{kind="${kind}"\\} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('the product makes a backup when the last good one is a day old, and says so', async () => {
  expect(await status()).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('no backup yet'),
  });
  expect(await readMetric('backup')).toBe(0);
  await backUp();
  await backUp();
  expect(await countRuns()).toBe(1);
  const { backup } = await readBackupStates(app.db);
  expect(backup).toMatchObject({ failure: null, isLate: false });
  expect(backup.rowCount).toBeGreaterThan(10);
  expect(await readMetric('backup')).toBeCloseTo(Date.now() / 1000, -2);
  expect((await status()).text).toMatch(
    /^The last backup was made less than an hour ago, with \d+ files/,
  );
  await wait(24);
  await backUp();
  expect(await countRuns()).toBe(2);
  expect(await waiting(admin)).toEqual([]);
});

test('a backup that failed waits for the admins, without what messages of systems contain', async () => {
  const file = path.join(folder, 'not-a-folder');
  writeFileSync(file, 'x');
  const target = { kind: 'folder' as const, path: file };
  const config = { ...app.config, backup: { ...app.config.backup!, target } };
  const { goodAt } = (await readBackupStates(app.db)).backup;
  await expect(makeBackup({ ...app.services, config }, addressOf(app))).rejects.toThrow();
  expect((await readBackupStates(app.db)).backup.goodAt).toEqual(goodAt);
  const finding = await status();
  expect(finding.state).toBe('down');
  expect(finding.text).toMatch(/^A backup failed: E[A-Z]+\. The last backup was made/);
  expect(await waiting(admin)).toMatchObject([{ kind: 'backup', late: 0 }]);
  expect(await waiting(await app.as('staff'))).toEqual([]);
  await makeBackup(app.services, addressOf(app));
  expect(await waiting(admin)).toEqual([]);
  expect((await status()).state).toBe('ok');
});

test('backups that stopped are late after two days, until they are turned off', async () => {
  await wait(49);
  expect(await waiting(admin)).toMatchObject([{ kind: 'backup', late: 1 }]);
  expect(await status()).toMatchObject({
    state: 'down',
    text: expect.stringMatching(/^Backups are late/),
  });
  const off = { ...app.config, backup: undefined };
  await backUp(off);
  expect(await waiting(admin)).toEqual([]);
  expect(await status(off)).toMatchObject({ state: 'ok', text: 'No backups are made' });
  expect((await status({ ...off, mode: 'production' })).state).toBe('warning');
});

test('a first backup that is impossible is late after a day, and the admins get a mail', async () => {
  const target = { kind: 'folder' as const, path: path.join(folder, 'not-a-folder', 'inside') };
  const config = { ...app.config, backup: { ...app.config.backup!, target } };
  await app.db.delete(backupRuns);
  await expect(backUp(config)).rejects.toThrow(
    /^Backups cannot be written to .+ \(BACKUP_URL\): ENOTDIR/,
  );
  const mails = async () => {
    const { rows } = await app.db.execute(
      sql`select data from jobs.job where name = 'mail' and data::text like '%Backups are late%'`,
    );
    return rows;
  };
  await mailLateBackups({ ...app.services, config });
  expect(await mails()).toEqual([]);
  await wait(25);
  await mailLateBackups({ ...app.services, config });
  expect(JSON.stringify(await mails())).toContain(admin.email);
  expect((await readBackupStates(app.db)).backup).toMatchObject({ isLate: true, goodAt: null });
});

test('the newest backup is restored as a test, and a test that failed is reported', async () => {
  await backUp();
  const keys = ['another-key-of-the-tests-for-backups'] as const;
  const config = { ...app.config, backup: { ...app.config.backup!, keys } };
  await expect(testBackup(config)).rejects.toThrow('BACKUP_KEY does not open');
  expect(await status()).toMatchObject({
    state: 'down',
    text: expect.stringContaining('a test restore failed: BACKUP_KEY does not open'),
  });
  await testBackup();
  const { test } = await readBackupStates(app.db);
  expect(test).toMatchObject({ failure: null, isLate: false });
  expect(test.rowCount).toBeGreaterThan(10);
  expect(test.fileCount).toBeGreaterThan(2);
  expect((await status()).text).toMatch(
    /restored as a test less than an hour ago \(\d+ rows compared, \d+ files read\)$/,
  );
  expect(await readMetric('test')).toBeCloseTo(Date.now() / 1000, -2);
  expect(existsSync(path.join(app.config.dataDir, 'restore-test'))).toBe(false);
  // Not due again.
  const runs = await countRuns();
  await testBackup();
  expect(await countRuns()).toBe(runs);
});
