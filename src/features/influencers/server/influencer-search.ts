import { sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/accounts/server/profiles.table.ts';
import { likePattern } from '#src/platform/statement.ts';

/** Finds words in name, e-mail address or public URL of a row of profiles. */
export function findsWords(words: string | undefined): SQL | undefined {
  if (!words) return undefined;
  const pattern = likePattern(words);
  return sql`(${profiles.fullName} ilike ${pattern} or ${profiles.email} ilike ${pattern}
    or ${profiles.publicUrl} ilike ${pattern})`;
}
