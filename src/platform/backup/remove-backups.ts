import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { deleteBackup, listBackups, readManifest, type BackupTarget } from './backup-target.ts';
import { fileListName } from './file-catalog.ts';
import { CONTENTS_FOLDER, contentKey } from './file-contents.ts';
import { inParallel } from './in-parallel.ts';
import { parseBackupTime } from './manifest.ts';
import { selectRetained, type Dated, type Retention } from './retention.ts';
import { readStream } from './stored-stream.ts';

const TABLES = `
  create temp table file_list (key text, size bigint, changed_at bigint, content text);
  create temp table needed_contents (content text primary key);
  create temp table stored_contents (content text primary key)`;

const PAGE = 1000;
const CONCURRENT_DELETIONS = 4;

/**
 * Removes backups that are no longer retained, what interrupted ones have left, and the contents of files
 * that no retained backup names. Only one backup runs at a time, and it calls this at its end.
 * @returns the number of removed backups
 */
export async function removeBackups(
  client: pg.Client,
  target: BackupTarget,
  retention: Retention,
): Promise<number> {
  const { complete, interrupted } = await listBackups(target);
  const dated: Dated[] = [];
  for (const id of complete) {
    const { keepUntil } = await readManifest(target, id);
    dated.push({ id, at: parseBackupTime(id)!, keepUntil });
  }
  const retained = selectRetained(dated, retention, new Date());
  const removed = complete.filter((id) => !retained.has(id));
  for (const id of [...removed, ...interrupted]) await deleteBackup(target, id);
  if (removed.length + interrupted.length > 0) {
    await client.query(TABLES);
    for (const id of retained) await addNeeded(client, target, id);
    await deleteOtherContents(client, target);
  }
  return removed.length;
}

async function addNeeded(client: pg.Client, target: BackupTarget, id: string): Promise<void> {
  const { files } = await readManifest(target, id);
  await client.query('truncate file_list');
  await pipeline(
    readStream(target, fileListName(id), files),
    client.query(copyFrom('copy file_list from stdin')),
  );
  await client.query(
    'insert into needed_contents select distinct content from file_list on conflict do nothing',
  );
}

async function deleteOtherContents(client: pg.Client, target: BackupTarget): Promise<void> {
  const names = async function* () {
    for await (const { key } of target.list(CONTENTS_FOLDER)) {
      yield `${key.slice(key.lastIndexOf('/') + 1)}\n`;
    }
  };
  await pipeline(Readable.from(names()), client.query(copyFrom('copy stored_contents from stdin')));
  for (let last = ''; ;) {
    const { rows } = await client.query<{ content: string }>(
      `select content from stored_contents s where content > $1
         and not exists (select from needed_contents n where n.content = s.content)
       order by content limit ${PAGE}`,
      [last],
    );
    await inParallel(rows, CONCURRENT_DELETIONS, ({ content }) =>
      target.delete(contentKey(content)),
    );
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.content;
  }
}
