import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments } from '#src/features/work/comments/server/comments.table.ts';

/** Rows about a person, as JSON by the names of their columns. */
export type PersonalData = {
  /** The name of the file in the archive. */
  name: string;
  /** The column that leads from the rows to the person. */
  column: PgColumn;
  /** Columns that are secret, or about somebody else. */
  omitted?: string[];
  /** What to select from, under the name of the table, if it is more than the table. */
  from?: SQL;
  /** Which rows are about a user, if the column alone does not say. */
  where?: (userId: string) => SQL;
};

/** Which colleague looks after a record. */
export const OWNER = ['owned_by', 'assigned_to_owner_at'];

/** The comments of the back office on a record, without who wrote them. */
export function commentsOn(column: PgColumn, recordId: PgColumn): SQL {
  return sql`(
  select jsonb_agg(jsonb_build_object('text', ${comments.text}, 'created_at', ${comments.createdAt})
    order by ${comments.createdAt})
  from ${comments} where ${column} = ${recordId})`;
}

/** The statement for the rows about a person. */
export function selectPersonalData(
  { column, omitted = [], from = sql`${column.table}`, where }: PersonalData,
  userId: string,
): SQL {
  return sql`select to_jsonb(${column.table}) - ${sql.param(omitted)}::text[] as row
    from ${from} where ${where?.(userId) ?? eq(column, userId)}`;
}
