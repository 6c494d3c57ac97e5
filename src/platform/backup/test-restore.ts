import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Secrets } from '#src/platform/config/keys.ts';
import { startEmbeddedPostgres } from '#src/platform/database/embedded-postgres.ts';
import type { Log } from '#src/platform/log/log.ts';
import { openDiskSpace } from '#src/platform/storage/disk-space.ts';
import type { BackupTarget } from './backup-target.ts';
import { withClient } from './clients.ts';
import { copyOut, listTables } from './dump-database.ts';
import { createCatalog, listFilesAtRandom, loadKnownFiles } from './file-catalog.ts';
import { withContent } from './file-contents.ts';
import type { Manifest } from './manifest.ts';
import { installJobTables } from './restore-backup.ts';
import { restoreDatabase } from './restore-database.ts';

/** Rows with their indexes need about so many times the bytes of their text. */
const DISK_FACTOR = 3;

type TestOptions = {
  target: BackupTarget;
  keys: Secrets;
  manifest: Manifest;
  dataDir: string;
  /** Bytes of the disk that stay free. */
  diskReserve: number;
  /** Of larger backups, so many bytes of files are read, chosen at random. */
  maximumFileBytes: number;
  log: Log;
};

/**
 * Restores the rows of a backup into a PostgreSQL of its own beside the product's data, compares them with
 * what was dumped, and reads files. Leaves nothing.
 * @throws Error when the backup cannot be restored exactly
 */
export async function testRestore(
  options: TestOptions,
): Promise<{ rowCount: number; fileCount: number }> {
  const { target, manifest, dataDir, diskReserve, log } = options;
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  await openDiskSpace(dataDir, diskReserve).require(bytes * DISK_FACTOR);
  const folder = path.join(dataDir, 'restore-test');
  const server = { dataDir: folder, log, durable: false, owned: true };
  // An interrupted test has left its server.
  if (existsSync(folder)) await startEmbeddedPostgres(server).then(({ stop }) => stop());
  await removeServer(folder);
  // PostgreSQL may run as another user, who has to enter the folder.
  await mkdir(folder, { mode: 0o711 });
  try {
    const { url, stop } = await startEmbeddedPostgres(server);
    try {
      await installJobTables(url, log);
      return await withClient(url, async (client) => {
        await restoreDatabase(client, target, manifest);
        const rowCount = await compareRows(client, manifest);
        return { rowCount, fileCount: await readFiles(client, options) };
      });
    } finally {
      await stop();
    }
  } finally {
    await removeServer(folder);
  }
}

async function removeServer(folder: string): Promise<void> {
  // A link, if the user of PostgreSQL cannot enter the folder.
  const cluster = await realpath(path.join(folder, 'postgres')).catch(() => null);
  for (const one of [cluster, folder]) if (one) await rm(one, { recursive: true, force: true });
}

/** Compares all rows with what was dumped. Rows that were just written are read in the same order. */
async function compareRows(client: pg.Client, manifest: Manifest): Promise<number> {
  const dumped = new Map(manifest.tables.map((one) => [`${one.schema}.${one.name}`, one]));
  await client.query('set synchronize_seqscans = off');
  let rowCount = 0;
  for (const table of await listTables(client)) {
    const name = `${table.schema}.${table.name}`;
    const hash = createHash('sha256');
    for await (const chunk of client.query(copyTo(copyOut(table)))) hash.update(chunk as Buffer);
    const expected = dumped.get(name);
    if (hash.digest('hex') !== expected?.sha256) {
      throw new Error(`The restored rows of ${name} differ from those of the backup.`);
    }
    rowCount += expected.rows;
  }
  return rowCount;
}

async function readFiles(client: pg.Client, options: TestOptions): Promise<number> {
  const { target, keys, manifest, maximumFileBytes } = options;
  await createCatalog(client);
  await loadKnownFiles(client, target, manifest);
  let [count, bytes] = [0, 0];
  for await (const { content, size } of listFilesAtRandom(client)) {
    if (count > 0 && bytes + size > maximumFileBytes) break;
    await withContent(target, keys, content, async () => {});
    count += 1;
    bytes += size;
  }
  return count;
}
