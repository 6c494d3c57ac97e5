import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { containsWords, prepareStatement } from '#src/platform/database/statement.ts';
import { csvFile, type CsvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage } from '#src/platform/http/listing.ts';
import {
  ENTITY_NAMES,
  type auditActSchema,
  type AuditEntry,
  type AuditQuery,
} from '../audit.schema.ts';

type Act = z.input<typeof auditActSchema>;

/** Parts of an act that a list shows. */
const SHOWN_PARTS = 6;
const ENTRIES_AT_ONCE = 50;

/** Entries `o` of the act of `e`. What a transaction writes has its instant, and an index has that. */
const ofSameAct = sql`o.at = e.at and o.request_id = e.request_id`;

const rankOf = sql`coalesce(
  array_position(${sql.param(ENTITY_NAMES)}::text[], o.entity), ${sql.param(ENTITY_NAMES.length)}::int
)`;

const parts = sql`(
  select json_agg(json_build_object(
    'action', o.action, 'entity', o.entity, 'entityId', o.entity_id, 'label', o.label,
    'fields', case when o.action = 'changed'
      then array(select jsonb_object_keys(o.after) order by 1) else '{}' end
  ) order by ${rankOf}, o.id)
  from (
    select o.* from audit_entries o where ${ofSameAct}
    order by ${rankOf}, o.id limit ${sql.raw(String(SHOWN_PARTS))}
  ) o
)`;

const acts = {
  columns: sql`e.id::text as id, e.at, e.actor_id as "actorId", e.actor_email as "actorEmail",
    e.actor_role as "actorRole", e.address, e.operation, ${parts} as parts,
    (select count(*)::int from audit_entries o where ${ofSameAct}) as "partCount"`,
  from: sql`audit_entries e`,
  id: sql`e.request_id`,
  sorts: { at: { by: sql`e.at`, type: 'timestamptz' } },
} as const;

const entries = {
  columns: sql`e.at, e.actor_email as "actorEmail", e.actor_role as "actorRole", e.address,
    e.request_id as "requestId", e.operation, e.action, e.entity, e.entity_id as "entityId",
    e.label, e.before, e.after`,
  from: sql`audit_entries e`,
  id: sql`e.request_id`,
  sorts: { id: { by: sql`e.id`, type: 'bigint' } },
} as const;

type EntryRow = Omit<AuditEntry, 'id'> &
  Pick<Act, 'at' | 'operation' | 'address'> & {
    actorEmail: string;
    actorRole: string;
    requestId: string;
  };

type Filter = Omit<AuditQuery, 'sort' | 'after' | 'before'>;

/** The filters as they hold for entries under this alias. */
function matching(alias: 'e' | 'o', filter: Filter): SQL[] {
  const entry = sql.raw(alias);
  const { search, actor, entity, entityId, action, from, to } = filter;
  return [
    actor && sql`${entry}.actor_id = ${actor}`,
    entity && sql`${entry}.entity = ${entity}`,
    entityId && sql`${entry}.entity_id = ${entityId}`,
    action && sql`${entry}.action = ${action}`,
    containsWords(search, sql`${entry}.label`),
    from && sql`${entry}.at >= ${from}::timestamptz`,
    to && sql`${entry}.at < ${to}::timestamptz`,
  ].filter((condition) => condition instanceof Object);
}

/** An act stands where its first matching entry does. */
const isFirst = (filter: Filter): SQL => sql`e.id = (
  select min(o.id) from audit_entries o
  where ${sql.join([ofSameAct, ...matching('o', filter)], sql` and `)}
)`;

/** What the office did, one row for all that a request changed at once. */
export function listActs(pool: Pool, { sort, after, before, ...filter }: AuditQuery) {
  const where = [...matching('e', filter), isFirst(filter)];
  return listPage<Act, 'at'>(pool, acts, { where, sort, after, before });
}

/** One line for every record that was changed. */
export function exportEntries(pool: Pool, filter: Filter): CsvFile {
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
    listAll(pool, entries, { where: matching('e', filter), sort: '-id' }),
  );
}

/** An act by any of its entries, and its entries behind `after`. @throws DomainError 'not-found' */
export async function getAct(pool: Pool, id: string, after = '0') {
  const [act] = await prepareStatement<Act>(
    pool,
    sql`select ${acts.columns} from audit_entries e where e.id = ${id}::bigint`,
  )({});
  if (!act) throw new DomainError('not-found', 'Entry not found');
  const rows = await prepareStatement<AuditEntry>(
    pool,
    sql`
      select o.id::text as id, o.action, o.entity, o.entity_id as "entityId", o.label, o.before,
        o.after
      from audit_entries o join audit_entries e on ${ofSameAct}
      where e.id = ${id}::bigint and o.id > ${after}::bigint
      order by o.id limit ${sql.raw(String(ENTRIES_AT_ONCE + 1))}`,
  )({});
  const hasMore = rows.length > ENTRIES_AT_ONCE;
  if (hasMore) rows.pop();
  const names = await findNames(pool, rows);
  return { act, entries: rows, names, next: hasMore ? rows.at(-1)!.id : null };
}

/** Names of the people that the values name by their ids; of the deleted ones by the trail. */
async function findNames(pool: Pool, rows: AuditEntry[]): Promise<Record<string, string>> {
  const values = rows.flatMap(({ before, after }) =>
    [before ?? {}, after ?? {}].map(Object.values),
  );
  const isId = (value: unknown) => typeof value === 'string' && isUuid(value);
  const ids = [...new Set(values.flat(2))].filter(isId);
  const people = await prepareStatement<{ id: string; name: string }>(
    pool,
    sql`
      select people.id, coalesce(
        (select coalesce(nullif(p.full_name, ''), p.email) from profiles p where p.id = people.id),
        (select nullif(e.label, '') from audit_entries e
          where e.entity = 'profiles' and e.entity_id = people.id::text order by e.id desc limit 1)
      ) as name
      from unnest(${sql.param(ids)}::uuid[]) as people (id)`,
  )({});
  return Object.fromEntries(people.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
}

/** Everyone who ever changed something, under the address they had last. */
export const listActors = (pool: Pool) =>
  prepareStatement<{ id: string; email: string }>(
    pool,
    // From one actor to the next over the index, however much each of them did.
    sql`
      with recursive actor as (
        (select actor_id as id from audit_entries order by actor_id limit 1)
        union all
        select (
          select e.actor_id from audit_entries e where e.actor_id > actor.id
          order by e.actor_id limit 1
        ) from actor where actor.id is not null
      )
      select actor.id, (
        select e.actor_email from audit_entries e where e.actor_id = actor.id
        order by e.id desc limit 1
      ) as email
      from actor where actor.id is not null order by email, id limit 1000`,
  )({});
