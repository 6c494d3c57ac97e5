import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import sharp from 'sharp';
import { readConfig } from '#src/platform/config/config.ts';
import { openStoredFiles } from '#src/platform/storage/open-storage.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { openConfiguredBackups, readManifest } from './backup-target.ts';
import { withClient } from './clients.ts';
import { createBackup, type BackupStep } from './create-backup.ts';
import { copyOut, listTables } from './dump-database.ts';
import { restoreBackup } from './restore-backup.ts';

export const BACKUP_KEY = 'a-key-of-the-tests-for-their-backups';

/** The address of the app's database. */
export function addressOf(app: TestApp): string {
  return app.pool.options.connectionString!;
}

/** Creates an empty database on the server of the app. */
export async function createEmptyDatabase(app: TestApp) {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const other = (database: string) => addressOf(app).replace(/\/test_\w+(?=\?|$)/, `/${database}`);
  const run = (statement: string) =>
    withClient(other('postgres'), (client) => client.query(statement));
  await run(`create database ${name} template template0`);
  return { url: other(name), drop: () => run(`drop database ${name} with (force)`) };
}

/** A temporary folder that `remove` deletes. */
export function createFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-backup-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

type Rows = Record<string, string[]>;

/** All rows of all tables that a backup contains, and the sequences, as text. */
export async function readAllRows(client: pg.Client): Promise<Rows> {
  const all: Rows = {};
  for (const table of await listTables(client)) {
    const rows = await text(client.query(copyTo(copyOut(table))));
    all[`${table.schema}.${table.name}`] = rows.split('\n').toSorted();
  }
  return all;
}

/** The rules of the database: constraints, indexes, and triggers with their state. */
export async function readRules(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ rule: string }>(`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule
      from pg_constraint where connamespace in ('public'::regnamespace, 'jobs'::regnamespace)
    union all select indexdef from pg_indexes where schemaname in ('public', 'jobs')
    union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select hash from drizzle.__drizzle_migrations
    order by 1`);
  return rows.map(({ rule }) => rule);
}

/** All stored files with their bytes. */
export async function readAllFiles(storage: Storage): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { key } of storage.list('')) {
    const bytes = await storage.getBytes(key);
    if (bytes) files.set(key, bytes.toString('base64'));
  }
  return files;
}

/** The backups of an app with this configuration. */
export async function openTestBackups(app: TestApp, env: Record<string, string>) {
  const config = readConfig({
    ...env,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secrets.join(','),
    BACKUP_KEY: env.BACKUP_KEY ?? BACKUP_KEY,
  });
  const destination = await openConfiguredBackups(config);
  const storage = await openStoredFiles(app.config);
  const source = { databaseUrl: addressOf(app), storage, secrets: app.config.secrets };
  return {
    ...destination,
    source,
    create: (observe?: (step: BackupStep) => unknown) => createBackup(source, destination, observe),
    /** Restores a backup into an empty database and a folder, and runs with them. */
    async restore(
      id: string,
      run: (restored: { client: pg.Client; files: Storage }) => Promise<void>,
    ) {
      const database = await createEmptyDatabase(app);
      const { folder, remove } = createFolder();
      try {
        const files = await openStoredFiles({
          ...app.config,
          storage: { kind: 'local' },
          dataDir: folder,
        });
        const manifest = await readManifest(destination.target, id);
        const into = { databaseUrl: database.url, storage: files, log: app.log };
        await restoreBackup({ ...destination, manifest }, into);
        await withClient(database.url, (client) => run({ client, files }));
      } finally {
        await database.drop();
        remove();
      }
    },
  };
}

const CAPTION = 'A caption with a\ttab, a \\ and a\nline';

/** Chooses a new picture for a fan. */
export async function uploadAvatar(app: TestApp, user: TestUser): Promise<void> {
  const [r, g, b] = randomBytes(3);
  const picture = sharp({
    create: { width: 64, height: 64, channels: 3, background: { r: r!, g: g!, b: b! } },
  });
  const response = await app.app.request('/avatars', {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: new Uint8Array(await picture.png().toBuffer()),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Work that was submitted before a rule of today existed, which is a constraint of new rows alone. */
async function submitBeforeStatements(app: TestApp, influencer: TestUser): Promise<void> {
  await withClient(addressOf(app), async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'task_rounds_ai_use_stated'",
    );
    await client.query('alter table task_rounds drop constraint task_rounds_ai_use_stated');
    await client.query(
      `with task as (insert into tasks (title, assigned_to) values ('Work', '${influencer.id}') returning id)
      insert into task_rounds (task_id, number, notes, method) select id, 1, '', 'Upload' from task`,
    );
    await client.query(
      `alter table task_rounds add constraint task_rounds_ai_use_stated ${rows[0]!.definition}`,
    );
  });
}

/** An app with rows in many tables, a job, and files. */
export async function createFilledApp(env: Record<string, string> = {}) {
  const app = await createTestApp(env);
  const influencer = await app.as('influencer');
  const fan = await app.as('subscriber', { phone: '+1 555 0100' });
  const leaving = await app.as('subscriber');
  await publish(app, influencer, { caption: CAPTION, notify: [fan] });
  for (const user of [fan, leaving]) await uploadAvatar(app, user);
  await app.storage.put('content/large.mp4', randomBytes(3 * 1024 ** 2));
  await app.call('POST', '/api/auth/forgot-password', { body: { email: fan.email } });
  await submitBeforeStatements(app, influencer);
  return { app, leaving };
}
