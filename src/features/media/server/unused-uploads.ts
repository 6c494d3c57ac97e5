import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, lt } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Actor } from '#src/platform/operation.ts';
import type { Storage } from '#src/platform/storage.ts';
import { removeStoredFile } from './stored-files.ts';
import { uploads } from './uploads.table.ts';

const stored = { s3Key: uploads.s3Key, variantWidths: uploads.variantWidths };

/** Where files arrive; nothing in it is served. */
export const uploadsFolder = (dataDir: string): string => path.join(dataDir, 'uploads');

/** Whether this user's file has arrived whole and waits for a post; gives its size in bytes. */
export async function findUnusedUpload(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ fileSize: number } | null> {
  const [upload] = await db
    .select({ fileSize: uploads.fileSize })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.createdBy, actor.userId)));
  return upload ?? null;
}

/** Gives up a file that is in no post. @throws DomainError 'not-found' when it is not the actor's */
export async function discardUpload(
  { db, storage }: { db: Db; storage: Storage },
  actor: Actor,
  id: string,
): Promise<void> {
  const [upload] = await db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.createdBy, actor.userId)))
    .returning(stored);
  if (!upload) throw new DomainError('not-found');
  await removeStoredFile(storage, upload);
}

/** Removes files that no post used, and half-sent ones, untouched since `olderThan`. */
export async function sweepAbandonedUploads(
  { db, storage, dataDir }: { db: Db; storage: Storage; dataDir: string },
  olderThan: Date,
): Promise<void> {
  // A post being made holds its rows locked: the delete waits, then finds them gone.
  const abandoned = await db
    .delete(uploads)
    .where(lt(uploads.createdAt, olderThan))
    .returning(stored);
  for (const upload of abandoned) await removeStoredFile(storage, upload);

  const folder = uploadsFolder(dataDir);
  const data = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.json'));
  for (const name of data) {
    const file = path.join(folder, name);
    const touched = await stat(file).catch(() => null);
    if (!touched || touched.mtime >= olderThan) continue;
    await rm(file, { force: true });
    await rm(`${file}.json`, { force: true });
  }
}
