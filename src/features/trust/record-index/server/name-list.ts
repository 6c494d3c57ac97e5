import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { verificationStateOf } from '#src/features/agency/performers/server/verification-state.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { ListPage } from '#src/lib/listing.ts';
import {
  containsText,
  jsonObject,
  literal,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  NameKind,
  RecordNameQuery,
  RecordNameRow,
  recordNameRowSchema,
} from '../record-index.schema.ts';
import { countWorksOf } from './work-list.ts';

type Row = z.input<typeof recordNameRowSchema>;

const name = sql<string>`listed.name`;
const kind = sql<NameKind>`listed.kind`;
/** Each spelling of a name is listed once for its performer, so this is unique. */
const nameId = sql<string>`md5(${performers.id}::text || lower(${name}))::uuid`;

/** Every name of every performer: the legal name, the known one and all others. */
const LISTING = {
  columns: {
    id: nameId,
    name,
    kind,
    performer: jsonObject({
      id: performers.id,
      legalSurname: performers.legalSurname,
      legalGivenNames: performers.legalGivenNames,
    } satisfies SelectionOf<RecordNameRow['performer']>),
    dateOfBirth: performers.dateOfBirth,
    verification: verificationStateOf(performers.id),
    works: countWorksOf(performers),
  } satisfies SelectionOf<Row>,
  from: sql`${performers} cross join lateral (
    select distinct on (lower(each.name)) each.name, each.kind from (
      select ${performers.legalSurname} || ', ' || ${performers.legalGivenNames} as name, 'legal' as kind, 1 as rank
      union all select ${performers.fullName}, 'known-as', 2
      union all select other, 'other', 3 from unnest(${performers.aliases}) other
    ) each order by lower(each.name), each.rank) listed`,
  id: nameId,
  sorts: { name: { by: sql`lower(${name})`, type: 'text' } },
} satisfies Listing<'name'>;

type Filter = Partial<Pick<RecordNameQuery, 'search' | 'kind'>>;

const conditionsOf = (actor: Actor, filter: Filter) => [
  inScope(actor, performers.influencerId),
  containsText(filter.search, name),
  filter.kind && eq(kind, literal(filter.kind)),
];

/** A page of all names, in alphabetical order. */
export function listRecordNames(
  pool: Pool,
  actor: Actor,
  query: RecordNameQuery,
): Promise<ListPage<Row>> {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query) });
}

/** All names that match a filter, in batches. */
export function allRecordNames(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<RecordNameQuery, 'sort'>,
): AsyncGenerator<Row[]> {
  return listAll(pool, LISTING, { ...query, where: conditionsOf(actor, query) });
}
