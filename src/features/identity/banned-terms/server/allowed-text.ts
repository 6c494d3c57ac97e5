import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';

/**
 * Requires that texts which others read contain no banned term, except those that are only flagged.
 * @throws DomainError 'invalid-input' that names the term beside the field
 */
export async function requireAllowedText(
  db: Db,
  texts: Record<string, string | null | undefined>,
): Promise<void> {
  const given = Object.entries(texts).filter(([, text]) => text);
  if (given.length === 0) return;
  const { rows } = await db.execute<{ path: string; term: string }>(sql`
    select given.path, found.term
    from jsonb_each_text(${JSON.stringify(Object.fromEntries(given))}::jsonb) given(path, text)
    cross join lateral banned_terms_in(given.text) found
    where found.level = 'refuse'`);
  if (rows.length === 0) return;
  const errors = rows.map(({ path, term }) => ({ path, message: `“${term}” isn’t allowed` }));
  throw new DomainError('invalid-input', errors[0]!.message, errors);
}

/** Whether a search contains no banned term; one that does finds nothing. */
export function isAllowedSearch(search: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(select not has_refused_term(${search}::text))`;
}
