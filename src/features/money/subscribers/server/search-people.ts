import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { containsText, selectRows } from '#src/platform/database/statement.ts';

const MOST_PEOPLE = 1_000;

const peopleWith = (text: string) =>
  sql`from ${profiles} where ${containsText(text, profiles.fullName, profiles.email)}`;

/** The people whose name or address contains the text: all of them, or the first ones of very many. */
export async function findPeople(
  pool: Pool,
  text: string,
  most = MOST_PEOPLE,
): Promise<{ ids: string[]; areAll: boolean }> {
  const found = await selectRows(
    pool,
    { id: profiles.id },
    (columns) => sql`select ${columns} ${peopleWith(text)} limit ${sql.raw(String(most + 1))}`,
  );
  const ids = found.map(({ id }) => id);
  return { ids: ids.slice(0, most), areAll: ids.length <= most };
}

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
  const { ids, areAll } = await findPeople(pool, text);
  return {
    isOneOf: (id) =>
      areAll
        ? sql`${id} = any(${sql.param(ids)}::uuid[])`
        : sql`${id} in (select ${profiles.id} ${peopleWith(text)})`,
    areFew: areAll,
  };
}
