import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCcbillProvider } from '#src/features/money/payments/server/ccbill/ccbill-provider.ts';
import { createStripeProvider } from '#src/features/money/payments/server/stripe/stripe-provider.ts';
import { createVerotelProvider } from '#src/features/money/payments/server/verotel/verotel-provider.ts';
import {
  addressOf,
  BACKUP_KEY,
  createEmptyDatabase,
  createFolder,
  openTestBackups,
} from '#src/platform/backup/backup.testing.ts';
import { withClient } from '#src/platform/backup/clients.ts';
import type { Config } from '#src/platform/config/config.ts';
import { openDatabase, type Db } from '#src/platform/database/db.ts';
import { createMailer } from '#src/platform/mail/mail.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { CCBILL_ACCOUNT, CCBILL_DATALINK, startCcbill } from '#test/providers/ccbill-server.ts';
import { startSmtp } from '#test/smtp.ts';
import { startStripe } from '#test/stripe-server.ts';
import { startVerotel, VEROTEL_SHOP, VEROTEL_USER } from '#test/verotel-server.ts';
import { checkDatabaseServer, checkMigrations } from './check-database.ts';
import { checkMachine } from './check-machine.ts';
import { checkBackups, checkCredentials, checkDelivery, checkRanges } from './check-services.ts';
import { runCheck, type Diagnosis } from './diagnosis.ts';
import { examine } from './examine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const withConfig = (changes: Partial<Config>): Config => ({ ...app.config, ...changes });
const failedWith = (text: RegExp) => ({ state: 'failed', text: expect.stringMatching(text) });
/** An address that leads nowhere. */
const NOWHERE = { publicUrl: 'http://localhost:1', port: 0 };
const ROLLBACK = new Error('roll back');

/** Runs in a transaction that is rolled back. */
async function inTransaction(run: (tx: Db) => Promise<void>): Promise<void> {
  const done = app.db.transaction(async (tx) => {
    await run(tx);
    throw ROLLBACK;
  });
  await done.catch((error: unknown) => {
    if (error !== ROLLBACK) throw error;
  });
}

test('a configuration is examined from end to end, and no secret is printed', async () => {
  const database = app.pool.options.connectionString!;
  const found: (Diagnosis & { name: string })[] = [];
  const config = withConfig({ databaseUrl: database, ...NOWHERE });
  for await (const diagnosis of examine(config)) found.push(diagnosis);
  const states = Object.fromEntries(found.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    'Database server': 'ok',
    Migrations: 'ok',
    Storage: 'ok',
    'Parts of files': 'ok',
    Ledger: 'ok',
    SECRET: 'warning',
    Backups: 'warning',
  });
  expect(found.filter(({ state, remedy }) => state !== 'ok' && !remedy)).toEqual([]);
  expect(JSON.stringify(found)).not.toContain(app.config.secrets[0]);
});

test('a database that cannot be reached fails, and so do its rights, encoding and time zone', async () => {
  const config = withConfig({
    databaseUrl: 'postgresql://desk:pa55word@127.0.0.1:1/velvet',
    ...NOWHERE,
  });
  const found: Diagnosis[] = [];
  for await (const { name, ...one } of examine(config)) {
    if (name === 'Database server') found.push(one);
  }
  expect(found).toMatchObject([failedWith(/^The database does not respond: ECONNREFUSED$/)]);

  await inTransaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'Europe/Berlin'`);
    expect(await checkDatabaseServer(tx)).toMatchObject(failedWith(/time zone Europe\/Berlin/));
  });
  await inTransaction(async (tx) => {
    // Temporary relations come before those of the system.
    await tx.execute(
      sql`create temp view pg_stat_activity as select 'client backend' as backend_type
        from generate_series(1, current_setting('max_connections')::int - 12)`,
    );
    expect(await checkDatabaseServer(tx)).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('only 12 connections are free'),
    });
  });
  const role = `weak_${randomUUID().replaceAll('-', '')}`;
  await inTransaction(async (tx) => {
    await tx.execute(sql.raw(`create role ${role}; set local role ${role}`));
    expect(await checkDatabaseServer(tx)).toMatchObject(failedWith(/may not create tables/));
  });
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  const other = (database: string) => addressOf(app).replace(/\/test_\w+(?=\?|$)/, `/${database}`);
  await withClient(other('postgres'), async (client) => {
    await client.query(
      `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    );
    const { db, pool } = openDatabase(other(name), { max: 1 });
    expect(await checkDatabaseServer(db)).toMatchObject(failedWith(/encoding is LATIN1/));
    await pool.end();
    await client.query(`drop database ${name}`);
  });
});

test('an embedded database that does not start fails', async () => {
  const { folder, remove } = createFolder();
  await mkdir(path.join(folder, 'postgres'), { mode: 0o700 });
  await writeFile(path.join(folder, 'postgres/PG_VERSION'), '9.6');
  const config = withConfig({ dataDir: folder, databaseUrl: undefined, ...NOWHERE });
  const found: Diagnosis[] = [];
  for await (const { name, ...one } of examine(config)) {
    if (name === 'Database server') found.push(one);
  }
  remove();
  expect(found).toMatchObject([failedWith(/^PostgreSQL does not start: /)]);
});

test('the database says which migrations it lacks, or has too many of', async () => {
  expect(await checkMigrations(app.db)).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('of this version'),
  });
  await inTransaction(async (tx) => {
    await tx.execute(sql`delete from drizzle.__drizzle_migrations where id = 1`);
    expect((await checkMigrations(tx)).text).toContain('brings the tables up to date');
  });
  await inTransaction(async (tx) => {
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash) values ('later')`);
    expect(await checkMigrations(tx)).toMatchObject(failedWith(/this version knows/));
  });
  const empty = await createEmptyDatabase(app);
  const { db, pool } = openDatabase(empty.url, { max: 1 });
  expect((await checkMigrations(db)).text).toContain('The database is new');
  await pool.end();
  await empty.drop();
});

test('a storage that ignores ranges fails', async () => {
  expect((await checkRanges(app.storage)).state).toBe('ok');
  const whole = {
    ...app.storage,
    getRange: async () => Readable.from([Buffer.from('0123456789')]),
  };
  expect(await checkRanges(whole)).toMatchObject(failedWith(/Parts of files/));
});

test('an email is sent, or the check says why not', async () => {
  const smtp = await startSmtp();
  const [host = '', port] = smtp.address.split(':');
  const mail = { ...app.config.mail, smtp: { host, port: Number(port), secure: false } };
  const config = withConfig({ mail });
  const mailer = createMailer({
    ...app.services,
    config,
    secretLinks: {},
    unsubscribeAddresses: () => ({ preferencesUrl: '', pageUrl: '', oneClickUrl: '' }),
  });
  expect((await checkDelivery(mailer, config, 'me@example.test')).state).toBe('ok');
  expect(smtp.mails).toMatchObject([{ to: ['me@example.test'] }]);
  smtp.refuse(1);
  expect(await checkDelivery(mailer, config, 'me@example.test')).toMatchObject(
    failedWith(/did not take an email/),
  );
  await smtp.stop();
  expect(await checkDelivery(mailer, app.config, 'me@example.test')).toMatchObject(
    failedWith(/no mail server/),
  );
});

test('credentials of a payment provider are tried by reading', async () => {
  const stripe = await startStripe();
  const options = { ...stripe.options, publicUrl: app.config.publicUrl };
  expect(await checkCredentials(createStripeProvider(options), app.db)).toMatchObject({
    state: 'ok',
  });
  expect(stripe.calls.every(({ method }) => method === 'GET')).toBe(true);
  const wrong = createStripeProvider({ ...options, secretKey: 'sk_test_wrong' });
  const found = await checkCredentials(wrong, app.db);
  expect(found).toMatchObject(failedWith(/does not answer with these credentials/));
  expect(JSON.stringify(found)).not.toContain('sk_test');
  await stripe.stop();
});

test('CCBill and Verotel answer about a subscription that nobody has', async () => {
  const ccbill = await startCcbill();
  const { dataLinkUrl } = ccbill;
  const unused = { webhookNetworks: [], formUrl: '', supportUrl: '' };
  const account = { ...CCBILL_ACCOUNT, ...CCBILL_DATALINK, ...unused, dataLinkUrl };
  const askCcbill = (changes: object) =>
    checkCredentials(createCcbillProvider({ ...account, ...changes }), app.db);
  expect(await askCcbill({})).toMatchObject({ state: 'ok', text: 'Its credentials are accepted' });
  expect(ccbill.requests.map(({ action }) => action)).toEqual(['viewSubscriptionStatus']);
  expect(await askCcbill({ dataLinkPassword: 'wrong' })).toMatchObject(
    failedWith(/the credentials are invalid$/),
  );
  const refusal = { status: 200, body: '<results>-8</results>' };
  for (const answer of [refusal, refusal]) ccbill.next(answer);
  expect(await askCcbill({})).toMatchObject(failedWith(/address of this server is not allowed/));
  await ccbill.stop();
  expect(await askCcbill({})).toMatchObject(failedWith(/ECONNREFUSED$/));

  const verotel = await startVerotel();
  const shop = { apiUrl: `${verotel.url}/api`, orderUrl: verotel.url, supportUrl: '' };
  const { publicUrl } = app.config;
  const askVerotel = (changes: object) => {
    const options = { ...VEROTEL_SHOP, ...VEROTEL_USER, ...shop, publicUrl, ...changes };
    return checkCredentials(createVerotelProvider(options), app.db);
  };
  expect(await askVerotel({})).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('except for VEROTEL_API_USER'),
  });
  expect(verotel.requests.map(({ method }) => method)).toEqual(['GET']);
  expect(await askVerotel({ signatureKey: 'wrong' })).toMatchObject(
    failedWith(/Invalid signature$/),
  );
  await verotel.stop();
});

test('backups that cannot be stored or opened fail', async () => {
  const { folder, remove } = createFolder();
  const env = { BACKUP_URL: `file://${folder}` };
  const backupOf = (path: string, key = BACKUP_KEY): Config =>
    withConfig({
      backup: {
        target: { kind: 'folder', path },
        keys: [key],
        everyHours: 24,
        testDays: 7,
        retention: { days: 1, weeks: 0, months: 0 },
        maximumTestBytes: 1,
      },
    });
  expect(await checkBackups(app.config)).toMatchObject({ state: 'warning' });
  expect(await checkBackups(backupOf(import.meta.filename))).toMatchObject(
    failedWith(/^Backups cannot be written to \S+ \(BACKUP_URL\): E\w+\. Is the disk mounted/),
  );
  expect(await checkBackups(backupOf(folder))).toMatchObject({
    state: 'warning',
    text: 'Backups can be stored, and there are none yet, but on the disk of DATA_DIR',
  });
  await (await openTestBackups(app, env)).create();
  expect((await checkBackups(backupOf(folder))).text).toContain('opens the newest of 1');
  expect(
    await checkBackups(backupOf(folder, 'another-key-of-the-tests-for-backups')),
  ).toMatchObject(failedWith(/BACKUP_KEY does not open/));
  remove();
});

const runMachine = (name: string, changes: Partial<Config>) =>
  runCheck(checkMachine(withConfig(changes)).find((one) => one.name === name)!);

test('a disk without space above the reserve, and a scanner that is down, fail', async () => {
  expect((await runMachine('Disk', {})).state).not.toBe('failed');
  expect(await runMachine('Disk', { diskReserve: 1e18 })).toMatchObject(failedWith(/are free/));
  expect((await runMachine('Virus scan', {})).state).toBe('ok');
  const clamd = { host: '127.0.0.1', port: 1 };
  expect(await runMachine('Virus scan', { clamd })).toMatchObject(failedWith(/cannot be reached/));
});

test('a clock that differs from that of the storage fails', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const server = createServer((socket) => {
    socket.on('data', () =>
      socket.end(`HTTP/1.1 403 No\r\ndate: ${date}\r\ncontent-length: 0\r\n\r\n`),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3 = {
    kind: 's3',
    bucket: 'files',
    region: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  } as const;
  const storage = { ...s3, endpoint, forcePathStyle: true };
  expect(await runMachine('Clock', { storage })).toMatchObject(
    failedWith(/^The clock differs by 3\d{3} s/),
  );
  server.close();
});
