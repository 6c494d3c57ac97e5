import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { RETENTION_MONTHS } from '#src/lib/retention.ts';
import {
  containsText,
  jsonObject,
  literal,
  orNull,
  type SelectionOf,
  selectRows,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  performerRowSchema,
  performerSchema,
  PerformerQuery,
  PerformerRow,
} from '../performers.schema.ts';
import { performers } from './performers.table.ts';
import { expiresSoon, expiryOf, verificationStateOf, waitsForTeam } from './verification-state.ts';

type Row = z.input<typeof performerRowSchema>;
type Influencer = NonNullable<PerformerRow['influencer']>;

const LISTING = {
  columns: {
    id: performers.id,
    kind: performers.kind,
    fullName: performers.fullName,
    legalGivenNames: performers.legalGivenNames,
    legalSurname: performers.legalSurname,
    aliases: performers.aliases,
    dateOfBirth: performers.dateOfBirth,
    country: performers.country,
    verification: verificationStateOf(performers.id),
    expiresOn: expiryOf(performers.id),
    influencer: sql<Influencer | null>`case when ${profiles.id} is not null then ${jsonObject({
      id: profiles.id,
      fullName: profiles.fullName,
    } satisfies SelectionOf<Influencer>)} end`,
    createdAt: performers.createdAt,
    archivedAt: orNull(performers.archivedAt),
  } satisfies SelectionOf<Row>,
  from: sql`${performers} left join ${profiles} on ${profiles.id} = ${performers.influencerId}`,
  id: performers.id,
  sorts: {
    surname: { by: sql`lower(${performers.legalSurname})`, type: 'text' },
    newest: { by: performers.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'surname' | 'newest'>;

type Filter = Partial<
  Pick<PerformerQuery, 'search' | 'kind' | 'influencer' | 'state' | 'verification'>
>;

const conditionsOf = (actor: Actor, { search, kind, influencer, state, verification }: Filter) => [
  inScope(actor, performers.influencerId),
  containsText(
    search,
    performers.fullName,
    sql`${performers.legalGivenNames} || ' ' || ${performers.legalSurname}`,
    sql`array_to_string(${performers.aliases}, ', ')`,
  ),
  kind && eq(performers.kind, literal(kind)),
  influencer === undefined ? undefined : eq(performers.influencerId, influencer),
  state &&
    (state === 'archived' ? isNotNull(performers.archivedAt) : isNull(performers.archivedAt)),
  verification &&
    (verification === 'expiring'
      ? expiresSoon
      : verification === 'to-confirm'
        ? waitsForTeam(actor.userId)
        : eq(verificationStateOf(performers.id), literal(verification))),
];

/** A page of the filtered performers, by legal surname unless sorted otherwise. */
export function listPerformers(pool: Pool, actor: Actor, query: PerformerQuery) {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query) });
}

/** All filtered performers with every name that they have used, as a file. */
export function exportPerformers(
  pool: Pool,
  actor: Actor,
  query: Filter & Pick<PerformerQuery, 'sort'>,
) {
  return csvFile<Row>(
    'performers.csv',
    {
      'Legal Surname': ({ legalSurname }) => legalSurname,
      'Legal Given Names': ({ legalGivenNames }) => legalGivenNames,
      'Known As': ({ fullName }) => fullName,
      'Other Names': ({ aliases }) => aliases.join('; '),
      'Date of Birth': ({ dateOfBirth }) => dateOfBirth,
      Country: ({ country }) => country,
      Verification: ({ verification }) => verification,
      'ID Document Expires': ({ expiresOn }) => expiresOn,
      Kind: ({ kind }) => kind,
      Influencer: ({ influencer }) => influencer?.fullName ?? '',
      'Added (UTC)': ({ createdAt }) => createdAt,
      'Archived (UTC)': ({ archivedAt }) => archivedAt,
    },
    listAll(pool, LISTING, { ...query, where: conditionsOf(actor, query) }),
  );
}

/** A performer in the actor's scope. @throws DomainError 'not-found' */
export async function getPerformer(
  pool: Pool,
  actor: Actor,
  id: string,
): Promise<z.input<typeof performerSchema>> {
  const [found] = await selectRows(
    pool,
    {
      ...LISTING.columns,
      version: performers.version,
      holdReason: orNull(performers.holdReason),
      retainedUntil: sql<Date | null>`${performers.archivedAt} + make_interval(months => ${RETENTION_MONTHS.performers}::int)`,
    },
    (columns) => sql`
      select ${columns} from ${LISTING.from}
      where ${and(eq(performers.id, id), inScope(actor, performers.influencerId))}`,
  );
  if (!found) throw new DomainError('not-found', 'Performer not found');
  return found;
}
