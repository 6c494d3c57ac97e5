import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openText, sealText } from '#src/platform/config/sealed-text.ts';
import type { Db } from './db.ts';

/** A column of texts that are encrypted for the database, each for the id of its row. */
export type SealedColumn = {
  column: PgColumn;
  id: PgColumn;
  /** What the texts are sealed for: they open for no other purpose. */
  purpose: string;
};

/** Encrypts a text for a row. */
export function sealFor(
  secrets: Secrets,
  { purpose }: SealedColumn,
  id: string,
  text: string,
): string {
  return sealText(secrets, { purpose, subject: id }, text);
}

/** Decrypts the text of a row. @throws Error as {@link openText} */
export function openOf(
  secrets: Secrets,
  { purpose }: SealedColumn,
  id: string,
  sealed: string,
): string {
  return openText(secrets, { purpose, subject: id }, sealed);
}

const BATCH = 500;

type Resealed = {
  sealed: number;
  /** Those whose secret of the product is no longer listed. */
  unreadable: number;
};

/** Seals all texts of a column with the newest secret. */
export async function resealColumn(
  db: Db,
  secrets: Secrets,
  sealedColumn: SealedColumn,
): Promise<Resealed> {
  const { column, id } = sealedColumn;
  const count = { sealed: 0, unreadable: 0 };
  let last: string | undefined;
  for (;;) {
    const rows = await db
      .select({ id: sql<string>`${id}`, text: sql<string>`${column}` })
      .from(column.table as PgTable)
      .where(and(isNotNull(column), last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(BATCH);
    for (const row of rows) {
      const resealed = reseal(secrets, sealedColumn, row);
      if (resealed === null) {
        count.unreadable += 1;
        continue;
      }
      await db
        .update(column.table as PgTable)
        .set({ [column.name]: resealed })
        // Unless the text was replaced in the meantime.
        .where(and(eq(id, row.id), eq(column, row.text)));
      count.sealed += 1;
    }
    last = rows.at(-1)?.id;
    if (rows.length < BATCH) return count;
  }
}

function reseal(
  secrets: Secrets,
  column: SealedColumn,
  { id, text }: { id: string; text: string },
) {
  try {
    return sealFor(secrets, column, id, openOf(secrets, column, id, text));
  } catch {
    return null;
  }
}
