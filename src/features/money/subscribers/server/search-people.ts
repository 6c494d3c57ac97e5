import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { containsText, selectRows } from '#src/platform/database/statement.ts';

const MOST_PEOPLE = 1_000;

type FoundPeople = {
  /** Whether a column is the id of one of the people. */
  isOneOf: (id: SQLWrapper) => SQL;
  areFew: boolean;
};

/**
 * The people whose name or address contains the text. A small number of people is looked up first, so
 * that an index finds their records; with many, the first rows of a list are found quickly anyway.
 */
export async function searchPeople(pool: Pool, text: string): Promise<FoundPeople> {
  const people = sql`from ${profiles} where ${containsText(text, profiles.fullName, profiles.email)}`;
  const found = await selectRows(
    pool,
    { id: profiles.id },
    (columns) => sql`select ${columns} ${people} limit ${sql.raw(String(MOST_PEOPLE + 1))}`,
  );
  const areFew = found.length <= MOST_PEOPLE;
  const ids = sql`${sql.param(found.map(({ id }) => id))}::uuid[]`;
  return {
    isOneOf: (id) =>
      areFew ? sql`${id} = any(${ids})` : sql`${id} in (select ${profiles.id} ${people})`,
    areFew,
  };
}
