import { and, asc, count, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BulkResult } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonArray } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { TAG_LIMIT, TAG_LIST_LIMIT, type TaggedKind, type Tagging } from '../tags.schema.ts';
import { recordTags } from './tags.table.ts';

const COLUMNS = {
  application: recordTags.applicationId,
  task: recordTags.taskId,
  person: recordTags.personId,
} as const;
const NAMES = { application: 'applicationId', task: 'taskId', person: 'personId' } as const;

const lowered = sql`lower(${recordTags.name})`;

/** The tags of a record as JSON, by name. */
export function tagsOf(kind: TaggedKind, recordId: SQLWrapper): SQL<string[]> {
  return sql<string[]>`(select ${jsonArray(sql<string>`${recordTags.name}`, lowered)}
    from ${recordTags} where ${COLUMNS[kind]} = ${recordId})`;
}

/** A condition of a list: the records with a tag. */
export function hasTag(
  kind: TaggedKind,
  recordId: SQLWrapper,
  tag: string | undefined,
): SQL | undefined {
  return tag === undefined
    ? undefined
    : sql`${recordId} in (select ${COLUMNS[kind]} from ${recordTags} where ${lowered} = lower(${tag}))`;
}

/** The records of one kind. */
export type TaggedRecords = {
  table: PgTable & { id: AnyPgColumn };
  /** Which records a person of the back office may see and tag; undefined is all. */
  visibleTo: (actor: Actor) => SQL | undefined;
};
export type AllTaggedRecords = Record<TaggedKind, TaggedRecords>;

/** The tags of the records that the actor may see, by name. */
export async function listTags(
  db: Db,
  actor: Actor,
  kind: TaggedKind,
  { table, visibleTo }: TaggedRecords,
): Promise<string[]> {
  const tags = await db
    .select({ name: sql<string>`min(${recordTags.name})` })
    .from(recordTags)
    .innerJoin(table, eq(table.id, COLUMNS[kind]))
    .where(visibleTo(actor))
    .groupBy(lowered)
    .orderBy(lowered)
    .limit(TAG_LIST_LIMIT);
  return tags.map(({ name }) => name);
}

/**
 * Gives records a tag, or takes it from them. Repeating it has no effect. Records that the actor may not
 * see are refused, as are those that have {@link TAG_LIMIT} tags.
 */
export function changeTags(
  db: Db,
  actor: Actor,
  kind: TaggedKind,
  { records: { table, visibleTo }, ids, tag, isTagged }: Tagging & { records: TaggedRecords },
): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    // Locked, so that two people at once cannot exceed the limit.
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), visibleTo(actor)))
      .orderBy(asc(table.id))
      .for('no key update', { of: table });
    const visible = new Set(found.map(({ id }) => id as string));
    const full = isTagged
      ? await addTag(tx, kind, [...visible], tag)
      : await removeTag(tx, kind, [...visible], tag);
    const unique = [...new Set(ids)];
    const refusalOf = (id: string) => {
      if (!visible.has(id)) return 'It no longer exists, or can’t have tags';
      return full.has(id) ? `It has ${TAG_LIMIT} tags already` : null;
    };
    return {
      changed: unique.filter((id) => refusalOf(id) === null),
      refused: unique.flatMap((id) => {
        const reason = refusalOf(id);
        return reason === null ? [] : { id, reason };
      }),
    };
  });
}

async function removeTag(tx: Db, kind: TaggedKind, ids: string[], tag: string) {
  await tx
    .delete(recordTags)
    .where(and(inArray(COLUMNS[kind], ids), eq(lowered, sql`lower(${tag})`)));
  return new Set<string>();
}

/** @returns the records that have too many tags already */
async function addTag(tx: Db, kind: TaggedKind, ids: string[], tag: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const column = COLUMNS[kind];
  const isSame = eq(lowered, sql`lower(${tag})`);
  const tagged = await tx
    .select({ id: column, count: count(), has: sql<boolean>`bool_or(${isSame})` })
    .from(recordTags)
    .where(inArray(column, ids))
    .groupBy(column);
  const having = new Set(tagged.flatMap(({ id, has }) => (has ? id! : [])));
  const full = new Set(
    tagged.flatMap(({ id, count: total, has }) => (!has && total >= TAG_LIMIT ? id! : [])),
  );
  // A known tag keeps its spelling.
  const [known] = await tx
    .select({ name: recordTags.name })
    .from(recordTags)
    .where(isSame)
    .orderBy(recordTags.name)
    .limit(1);
  const rows = ids
    .filter((id) => !having.has(id) && !full.has(id))
    .map((id) => ({ name: known?.name ?? tag, [NAMES[kind]]: id }));
  if (rows.length > 0) await tx.insert(recordTags).values(rows).onConflictDoNothing();
  return full;
}
