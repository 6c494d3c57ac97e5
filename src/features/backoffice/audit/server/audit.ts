import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import {
  containsText,
  jsonObject,
  literal,
  type RowOf,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import type { Download } from '#src/platform/http/download.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import {
  ENTITY_NAMES,
  type auditChangeSchema,
  type AuditEntry,
  type AuditEntrySummary,
  type AuditQuery,
} from '../audit.schema.ts';

type ChangeInput = z.input<typeof auditChangeSchema>;

/** Number of entries that a list shows of a change. */
const SHOWN_ENTRIES = 6;
const ENTRIES_PER_PAGE = 50;

const other = alias(auditEntries, 'other');

/**
 * Entries `other` of the same change. Entries of a transaction share its instant, which is indexed.
 */
const ofSameChange = sql`${other.at} = ${auditEntries.at} and ${other.requestId} = ${auditEntries.requestId}`;

const entityNames = sql.join(
  ENTITY_NAMES.map((name) => literal(name)),
  sql`, `,
);
const entityRank = sql`coalesce(
  array_position(array[${entityNames}], ${other.entity}), ${sql.raw(String(ENTITY_NAMES.length))}
)`;

const ENTRY_SUMMARY = jsonObject({
  action: other.action,
  entity: other.entity,
  entityId: other.entityId,
  label: other.label,
  fields: sql<string[]>`case when ${other.action} = 'changed'
    then array(select jsonb_object_keys(${other.after}) order by 1) else '{}' end`,
  status: sql<
    string | null
  >`case when ${other.action} = 'changed' then ${other.after} ->> 'status' end`,
} satisfies SelectionOf<AuditEntrySummary>);

const parts = sql<AuditEntrySummary[]>`(
  select json_agg(${ENTRY_SUMMARY} order by ${entityRank}, ${other.id})
  from (
    select other.* from ${auditEntries} ${other} where ${ofSameChange}
    order by ${entityRank}, ${other.id} limit ${sql.raw(String(SHOWN_ENTRIES))}
  ) other
)`;

const changes = {
  columns: {
    id: sql<string>`${auditEntries.id}::text`,
    at: auditEntries.at,
    actorId: auditEntries.actorId,
    actorEmail: auditEntries.actorEmail,
    actorRole: auditEntries.actorRole,
    address: auditEntries.address,
    operation: auditEntries.operation,
    parts,
    partCount: sql<number>`(select count(*)::int from ${auditEntries} ${other} where ${ofSameChange})`,
  } satisfies SelectionOf<ChangeInput>,
  from: sql`${auditEntries}`,
  id: auditEntries.requestId,
  sorts: { at: { by: auditEntries.at, type: 'timestamptz' } },
} satisfies Listing<'at'>;

const { id: _, ...exported } = getTableColumns(auditEntries);
const entries = {
  columns: exported,
  from: sql`${auditEntries}`,
  id: auditEntries.requestId,
  sorts: { id: { by: auditEntries.id, type: 'bigint' } },
} satisfies Listing<'id'>;
type EntryRow = RowOf<typeof entries.columns>;

type Filter = Omit<AuditQuery, 'sort' | 'after' | 'before'>;

/** The conditions of the filters for the table or an alias of it. */
function matching(entry: typeof auditEntries | typeof other, filter: Filter): SQL[] {
  const { search, actor, entity, entityId, action, from, to } = filter;
  return [
    actor && sql`${entry.actorId} = ${actor}`,
    entity && sql`${entry.entity} = ${entity}`,
    entityId && sql`${entry.entityId} = ${entityId}`,
    action && sql`${entry.action} = ${literal(action)}`,
    // Views would hide everything else.
    !action && entityId === undefined && sql`${entry.action} <> 'viewed'`,
    containsText(search, entry.label),
    from && sql`${entry.at} >= ${from}::timestamptz`,
    to && sql`${entry.at} < ${to}::timestamptz`,
  ].filter((condition) => condition instanceof Object);
}

/** A change is listed at its first matching entry. */
const isFirst = (filter: Filter): SQL => sql`${auditEntries.id} = (
  select min(${other.id}) from ${auditEntries} ${other}
  where ${sql.join([ofSameChange, ...matching(other, filter)], sql` and `)}
)`;

/** A page of changes by the back office, one row per request. */
export function listChanges(pool: Pool, { sort, after, before, ...filter }: AuditQuery) {
  const where = [...matching(auditEntries, filter), isFirst(filter)];
  return listPage(pool, changes, { where, sort, after, before });
}

/** One line for each entry. */
export function exportEntries(pool: Pool, filter: Filter): Download {
  const json = (values: EntryRow['before']) => values && JSON.stringify(values);
  return csvFile<EntryRow>(
    'audit-trail.csv',
    {
      'Time (UTC)': ({ at }) => at,
      Who: ({ actorEmail }) => actorEmail,
      Role: ({ actorRole }) => actorRole,
      Address: ({ address }) => address,
      Request: ({ requestId }) => requestId,
      Operation: ({ operation }) => operation,
      Action: ({ action }) => action,
      Kind: ({ entity }) => entity,
      Record: ({ label }) => label,
      'Record id': ({ entityId }) => entityId,
      Before: ({ before }) => json(before),
      After: ({ after }) => json(after),
    },
    listAll(pool, entries, { where: matching(auditEntries, filter), sort: '-id' }),
  );
}

/**
 * A change by the id of any of its entries, with its entries after `after`.
 * @throws DomainError 'not-found'
 */
export async function getChange(pool: Pool, id: string, after = '0') {
  const isEntry = sql`${auditEntries.id} = ${id}::bigint`;
  const [change] = await selectRows(
    pool,
    changes.columns,
    (columns) => sql`select ${columns} from ${changes.from} where ${isEntry}`,
  );
  if (!change) throw new DomainError('not-found', 'Entry not found');
  const rows = await selectRows(
    pool,
    {
      id: sql<string>`${other.id}::text`,
      action: other.action,
      entity: other.entity,
      entityId: other.entityId,
      label: other.label,
      before: other.before,
      after: other.after,
    } satisfies SelectionOf<AuditEntry>,
    (columns) => sql`
      select ${columns} from ${auditEntries} ${other} join ${auditEntries} on ${ofSameChange}
      where ${isEntry} and ${other.id} > ${after}::bigint
      order by ${other.id} limit ${sql.raw(String(ENTRIES_PER_PAGE + 1))}`,
  );
  const hasMore = rows.length > ENTRIES_PER_PAGE;
  if (hasMore) rows.pop();
  const names = await findNames(pool, rows);
  return { change, entries: rows, names, next: hasMore ? rows.at(-1)!.id : null };
}

/**
 * Names of the people whose ids are among the values; names of deleted ones come from the audit
 * trail.
 */
async function findNames(pool: Pool, rows: AuditEntry[]): Promise<Record<string, string>> {
  const values = rows.flatMap(({ before, after }) =>
    [before ?? {}, after ?? {}].map(Object.values),
  );
  const isId = (value: unknown) => typeof value === 'string' && isUuid(value);
  const ids = [...new Set(values.flat(2))].filter(isId);
  const people = await selectRows(
    pool,
    {
      id: sql<string>`people.id`,
      name: sql<string | null>`coalesce(
        (select ${nameOrEmail({ name: profiles.fullName, email: profiles.email })} from ${profiles}
          where ${profiles.id} = people.id),
        (select nullif(${auditEntries.label}, '') from ${auditEntries}
          where ${auditEntries.entity} = 'profiles' and ${auditEntries.entityId} = people.id::text
          order by ${auditEntries.id} desc limit 1)
      )`,
    },
    (columns) => sql`select ${columns} from unnest(${sql.param(ids)}::uuid[]) as people (id)`,
  );
  return Object.fromEntries(people.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
}

/** Everyone who ever changed something, with their last email address. */
export function listActors(pool: Pool) {
  return selectRows(
    pool,
    {
      id: sql<string>`actor.id`,
      email: sql<string>`(
        select ${auditEntries.actorEmail} from ${auditEntries}
        where ${auditEntries.actorId} = actor.id order by ${auditEntries.id} desc limit 1
      )`,
    },
    // Skips from actor to actor over the index, regardless of their number of entries.
    (columns) => sql`
      with recursive actor as (
        (select actor_id as id from ${auditEntries} order by actor_id limit 1)
        union all
        select (
          select ${auditEntries.actorId} from ${auditEntries}
          where ${auditEntries.actorId} > actor.id order by ${auditEntries.actorId} limit 1
        ) from actor where actor.id is not null
      )
      select ${columns} from actor where actor.id is not null order by email, id limit 1000`,
  );
}
