import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { isRecordedFile, type Storage } from '#src/platform/storage/storage.ts';
import { folderOf, type BackupTarget } from './backup-target.ts';
import type { Manifest } from './manifest.ts';
import { readStream } from './stored-stream.ts';

/*
 * The files of a backup, in temporary tables of the database, because a large agency has more of them than
 * fit into memory: `stored_files` as the storage lists them now, `known_files` with the name of the content
 * that a backup has of them. Keys, sizes and times never contain what COPY would have to escape.
 */
const TABLES = `
  create temp table stored_files (key text primary key, size bigint not null, changed_at bigint not null);
  create temp table known_files (like stored_files including all, content text not null)`;

const PAGE = 1000;

export type CatalogFile = { key: string; size: number; changedAt: number };
export type KnownFile = CatalogFile & { content: string };

/** Creates the temporary tables of a connection. */
export async function createCatalog(client: pg.Client): Promise<void> {
  await client.query(TABLES);
}

/** Remembers which content an earlier backup has of each file. */
export async function loadKnownFiles(
  client: pg.Client,
  target: BackupTarget,
  manifest: Manifest,
): Promise<void> {
  await pipeline(
    readStream(target, fileListName(manifest.id), manifest.files),
    client.query(copyFrom('copy known_files from stdin')),
  );
}

/** Where the list of a backup's files is stored. */
export function fileListName(id: string): string {
  return `${folderOf(id)}files`;
}

/** Lists the storage as it is now. */
export async function listStoredFiles(client: pg.Client, storage: Storage): Promise<void> {
  const lines = async function* () {
    for await (const { key, size, changedAt } of storage.list('')) {
      if (!isRecordedFile(key)) continue;
      yield `${key}\t${size}\t${changedAt.getTime()}\n`;
    }
  };
  await client.query('truncate stored_files');
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy stored_files from stdin')));
}

const toFile = ({ key, size, changedAt }: Record<keyof CatalogFile, string>): CatalogFile => ({
  key,
  size: Number(size),
  changedAt: Number(changedAt),
});

/** Pages of listed files that are not known, or have changed since. */
export async function* listNewFiles(client: pg.Client): AsyncIterable<CatalogFile[]> {
  for (let last = ''; ;) {
    const { rows } = await client.query<Record<keyof CatalogFile, string>>(
      `select key, size, changed_at as "changedAt" from stored_files s
       where key > $1 and not exists (select from known_files k
         where k.key = s.key and k.size = s.size and k.changed_at = s.changed_at)
       order by key limit ${PAGE}`,
      [last],
    );
    yield rows.map(toFile);
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.key;
  }
}

/** Remembers the content of files. */
export async function addKnownFiles(client: pg.Client, files: KnownFile[]): Promise<void> {
  await client.query(
    `insert into known_files
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) on conflict (key) do update
     set size = excluded.size, changed_at = excluded.changed_at, content = excluded.content`,
    [
      files.map(({ key }) => key),
      files.map(({ size }) => size),
      files.map(({ changedAt }) => changedAt),
      files.map(({ content }) => content),
    ],
  );
}

/** The list of the files that exist now, as lines: key, size, time and name of the content. */
export function readFileList(client: pg.Client): Readable {
  return client.query(
    copyTo(
      'copy (select k.* from known_files k join stored_files using (key) order by key) to stdout',
    ),
  );
}

/** How many listed files are not known. */
export async function countOtherFiles(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from stored_files s
     where not exists (select from known_files k where k.key = s.key)`,
  );
  return Number(rows[0]!.count);
}

/** Pages of all known files. */
export async function* listKnownFiles(client: pg.Client): AsyncIterable<KnownFile[]> {
  for (let last = ''; ;) {
    const { rows } = await client.query<Record<keyof KnownFile, string>>(
      `select key, size, changed_at as "changedAt", content from known_files
       where key > $1 order by key limit ${PAGE}`,
      [last],
    );
    yield rows.map((row) => ({ ...toFile(row), content: row.content }));
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.key;
  }
}

/** All known files, in an order that differs each time. */
export async function* listFilesAtRandom(
  client: pg.Client,
): AsyncIterable<{ content: string; size: number }> {
  await client.query(`
    create temp table shuffled_files as
      select row_number() over (order by random()) as number, content, size from known_files;
    create index on shuffled_files (number)`);
  for (let last = 0; ; last += PAGE) {
    const { rows } = await client.query<{ content: string; size: string }>(
      'select content, size from shuffled_files where number > $1 and number <= $2 order by number',
      [last, last + PAGE],
    );
    for (const { content, size } of rows) yield { content, size: Number(size) };
    if (rows.length < PAGE) return;
  }
}

/** The number and the bytes of the listed files. */
export async function countFiles(
  client: pg.Client,
): Promise<{ count: number; contentBytes: number }> {
  const { rows } = await client.query<{ count: string; bytes: string }>(
    'select count(*), coalesce(sum(k.size), 0) as bytes from known_files k join stored_files using (key)',
  );
  return { count: Number(rows[0]!.count), contentBytes: Number(rows[0]!.bytes) };
}
