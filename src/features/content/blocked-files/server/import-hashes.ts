import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  IMPORT_LIMIT,
  type HashKind,
  type ImportHashes,
  type importResultSchema,
} from '../blocked-files.schema.ts';
import { blockedFiles, blockedHashes } from './blocked-files.table.ts';
import { addBlockedFiles } from './blocked-files.ts';

const SHOWN_PROBLEMS = 20;
const SHOWN_CHARACTERS = 80;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Blocks all hashes of a list; nothing is added while a line is no hash.
 * @throws DomainError 'invalid-input' for too many lines
 */
export async function importHashes(
  db: Db,
  { userId: createdBy }: Pick<Actor, 'userId'>,
  { name, kind, text }: ImportHashes,
): Promise<z.output<typeof importResultSchema>> {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'))
    .map((line) => ({ ...line, hash: line.text.split(/[\s,;]/)[0]!.toLowerCase() }));
  if (lines.length > IMPORT_LIMIT) {
    const limit = formatNumber(IMPORT_LIMIT);
    throw new DomainError('invalid-input', `At most ${limit} hashes can be imported at once`);
  }
  const problems = lines
    .filter(({ hash }) => !HASH.test(hash))
    .slice(0, SHOWN_PROBLEMS)
    .map(({ line, text: content }) => ({ line, text: content.slice(0, SHOWN_CHARACTERS) }));
  if (problems.length > 0) return { added: 0, known: 0, problems };
  const hashes = [...new Set(lines.map(({ hash }) => hash))];
  return db.transaction(async (tx) => {
    // Of two imports of the same list, the second finds the hashes of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import-hashes'))`);
    const known = await findKnown(tx, kind, hashes);
    const entries = hashes
      .filter((hash) => !known.has(hash))
      .map((hash) => ({
        source: 'list' as const,
        name,
        reason: `On the list ${name}`,
        createdBy,
        ...(kind === 'sha256' ? { sha256: hash, hashes: [] } : { sha256: null, hashes: [hash] }),
      }));
    const added = await addBlockedFiles(tx, entries);
    return { added: added.length, known: known.size, problems };
  });
}

/** Those hashes that block uploads already. */
async function findKnown(tx: Db, kind: HashKind, hashes: string[]): Promise<Set<string>> {
  const isActive = isNull(blockedFiles.liftedAt);
  const found =
    kind === 'sha256'
      ? await tx
          .select({ hash: sql<string>`${blockedFiles.sha256}` })
          .from(blockedFiles)
          .where(and(isActive, inArray(blockedFiles.sha256, hashes)))
      : await tx
          .select({ hash: sql<string>`requested.hash` })
          .from(sql`unnest(${sql.param(hashes)}::text[]) requested(hash)`)
          .innerJoin(blockedHashes, sql`${blockedHashes.hash} = ('x' || requested.hash)::bit(256)`)
          .innerJoin(blockedFiles, and(eq(blockedFiles.id, blockedHashes.blockedFileId), isActive));
  return new Set(found.map(({ hash }) => hash));
}
