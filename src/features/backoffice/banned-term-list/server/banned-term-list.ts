import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { TermLevel } from '#src/features/identity/banned-terms/banned-terms.schema.ts';
import { bannedTerms } from '#src/features/identity/banned-terms/server/banned-terms.table.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { containsText, literal } from '#src/platform/database/statement.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  bannedTermSchema,
  BannedTermQuery,
  newTermSchema,
} from '../banned-term-list.schema.ts';

type Row = z.input<typeof bannedTermSchema>;

const LISTING = {
  columns: {
    id: bannedTerms.id,
    term: bannedTerms.term,
    level: bannedTerms.level,
    createdBy: nameOrEmail<string | null>(users),
    createdAt: bannedTerms.createdAt,
  },
  from: sql`${bannedTerms} left join ${users} on ${users.id} = ${bannedTerms.createdBy}`,
  id: bannedTerms.id,
  sorts: {
    term: { by: sql`lower(${bannedTerms.term})`, type: 'text' },
    created: { by: bannedTerms.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'term' | 'created'>;

export function listBannedTerms(pool: Pool, query: BannedTermQuery): Promise<ListPage<Row>> {
  const { search, level } = query;
  const where = [
    containsText(search, bannedTerms.term),
    level && eq(bannedTerms.level, literal(level)),
  ];
  return listPage(pool, LISTING, { ...query, where });
}

/**
 * Adds a term; the same term, however it is written, is there once.
 * @throws DomainError 'conflict', 'invalid-input' for a term without a letter or digit
 */
export async function addBannedTerm(
  db: Db,
  { userId }: Actor,
  { term, level }: z.output<typeof newTermSchema>,
): Promise<{ id: string }> {
  await requireLetters(db, term);
  const [added] = await db
    .insert(bannedTerms)
    .values({ term, level, createdBy: userId })
    .onConflictDoNothing()
    .returning({ id: bannedTerms.id });
  if (!added) throw new DomainError('conflict', 'This term is in the list already');
  return added;
}

/** @throws DomainError 'not-found' */
export async function changeTermLevel(
  db: Db,
  { id, level }: { id: string; level: TermLevel },
): Promise<void> {
  const changed = await db
    .update(bannedTerms)
    .set({ level })
    .where(eq(bannedTerms.id, id))
    .returning({ id: bannedTerms.id });
  if (changed.length === 0) throw new DomainError('not-found', 'Term not found');
}

/** Removes a term; repeating it has no effect. */
export async function removeBannedTerm(db: Db, id: string): Promise<void> {
  await db.delete(bannedTerms).where(eq(bannedTerms.id, id));
}

async function requireLetters(db: Db, term: string): Promise<void> {
  const { rows } = await db.execute<{ text: string }>(sql`select screened_text(${term}) as text`);
  if (rows[0]!.text.replaceAll(' ', '').length >= 2) return;
  const message = 'Use at least two letters or digits';
  throw new DomainError('invalid-input', message, [{ path: 'term', message }]);
}
