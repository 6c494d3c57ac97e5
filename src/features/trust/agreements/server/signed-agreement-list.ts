import { and, eq, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import {
  containsText,
  jsonObject,
  orNull,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  AGREEMENT_KIND_LABELS,
  type CreatorAgreementState,
  type MissingAgreementQuery,
  type MissingAgreementRow,
  type missingAgreementRowSchema,
  type SignedAgreementQuery,
  type SignedAgreementRow,
  type signedAgreementRowSchema,
  type signedAgreementSchema,
} from '../agreements.schema.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';

type Row = z.input<typeof signedAgreementRowSchema>;
type Person = SignedAgreementRow['performer'];
/** Who may read an agreement: the back office within its scope, or its influencer. */
type Reader = Pick<Actor, 'userId' | 'isLimited' | 'role'>;

const fullNameOf = nameOrUnknown(profiles.fullName);

const LISTING = {
  columns: {
    id: signedAgreements.id,
    kind: signedAgreements.kind,
    number: agreementVersions.number,
    performer: jsonObject({
      id: performers.id,
      fullName: performers.fullName,
    } satisfies SelectionOf<Person>),
    signedName: signedAgreements.signedName,
    influencer: sql<Person | null>`case when ${profiles.id} is not null then ${jsonObject({
      id: profiles.id,
      fullName: fullNameOf,
    } satisfies SelectionOf<Person>)} end`,
    signedAt: signedAgreements.signedAt,
    countersignedAt: orNull(signedAgreements.countersignedAt),
    countersignedName: signedAgreements.countersignedName,
    terminatedOn: signedAgreements.terminatedOn,
  } satisfies SelectionOf<Row>,
  from: sql`${signedAgreements}
    join ${agreementVersions} on ${agreementVersions.id} = ${signedAgreements.versionId}
    join ${performers} on ${performers.id} = ${signedAgreements.performerId}
    left join ${profiles} on ${profiles.id} = ${signedAgreements.influencerId}`,
  id: signedAgreements.id,
  sorts: {
    signed: { by: signedAgreements.signedAt, type: 'timestamptz' },
    name: { by: sql`lower(${signedAgreements.signedName})`, type: 'text' },
  },
} satisfies Listing<'signed' | 'name'>;

/** Whether the agency has to countersign an agreement; literals, for the index. */
export const isWaitingForAgency: SQL = sql`(${signedAgreements.kind} = 'creator-agreement'
  and ${signedAgreements.countersignedAt} is null)`;

const IN_STATE: Record<NonNullable<SignedAgreementQuery['state']>, SQL> = {
  waiting: isWaitingForAgency,
  complete: sql`(not ${isWaitingForAgency} and ${signedAgreements.terminatedAt} is null)`,
  terminated: sql`${signedAgreements.terminatedAt} is not null`,
};

const conditionsOf = (
  actor: Actor,
  { search, kind, state, influencer, performer }: Partial<SignedAgreementQuery>,
) => [
  inScope(actor, signedAgreements.influencerId),
  containsText(search, signedAgreements.signedName, performers.fullName, profiles.fullName),
  kind && eq(signedAgreements.kind, kind),
  state && IN_STATE[state],
  influencer === undefined ? undefined : eq(signedAgreements.influencerId, influencer),
  performer === undefined ? undefined : eq(signedAgreements.performerId, performer),
];

/** A page of the signed agreements that match a filter. */
export function listSignedAgreements(pool: Pool, actor: Actor, query: SignedAgreementQuery) {
  return listPage(pool, LISTING, { ...query, where: conditionsOf(actor, query) });
}

/** All filtered agreements, as a file. */
export function exportSignedAgreements(
  pool: Pool,
  actor: Actor,
  query: Omit<SignedAgreementQuery, 'after' | 'before'>,
) {
  return csvFile<Row>(
    'signed-agreements.csv',
    {
      Agreement: ({ kind }) => AGREEMENT_KIND_LABELS[kind],
      Version: ({ number }) => number,
      'Signed By': ({ signedName }) => signedName,
      'Known As': ({ performer }) => performer.fullName,
      Influencer: ({ influencer }) => influencer?.fullName ?? '',
      'Signed (UTC)': ({ signedAt }) => signedAt,
      'Countersigned By': ({ countersignedName }) => countersignedName,
      'Countersigned (UTC)': ({ countersignedAt }) => countersignedAt,
      'Terminated As Of': ({ terminatedOn }) => terminatedOn,
    },
    listAll(pool, LISTING, { ...query, where: conditionsOf(actor, query) }),
  );
}

const readableBy = (reader: Reader): SQL | undefined =>
  reader.role === 'influencer'
    ? and(
        eq(signedAgreements.influencerId, reader.userId),
        eq(signedAgreements.kind, 'creator-agreement'),
      )
    : inScope(reader, signedAgreements.influencerId);

/** A signed agreement with its text. @throws DomainError 'not-found' */
export async function getSignedAgreement(
  pool: Pool,
  reader: Reader | null,
  id: string,
): Promise<z.input<typeof signedAgreementSchema>> {
  const [found] = await selectRows(
    pool,
    {
      ...LISTING.columns,
      text: signedAgreements.text,
      sha256: signedAgreements.sha256,
      address: signedAgreements.address,
      userAgent: signedAgreements.userAgent,
      countersignedAddress: signedAgreements.countersignedAddress,
      countersignedUserAgent: signedAgreements.countersignedUserAgent,
      terminationReason: signedAgreements.terminationReason,
      terminatedAt: orNull(signedAgreements.terminatedAt),
      terminatedBy: sql<string | null>`${colleagueOf(signedAgreements.terminatedBy)} ->> 'name'`,
    },
    (columns) => sql`
      select ${columns} from ${LISTING.from}
      where ${and(eq(signedAgreements.id, id), reader ? readableBy(reader) : undefined)}`,
  );
  if (!found) throw new DomainError('not-found', 'Agreement not found');
  return found;
}

/** Whether an influencer has a creator agreement in force. */
export function creatorAgreementStateOf(influencerId: SQLWrapper): SQL<CreatorAgreementState> {
  return sql<CreatorAgreementState>`creator_agreement_state(${influencerId})`;
}

type MissingState = MissingAgreementRow['state'];

const MISSING = {
  columns: {
    id: profiles.id,
    fullName: fullNameOf,
    state: creatorAgreementStateOf(profiles.id) as SQL<MissingState>,
    obstacle: sql<MissingAgreementRow['obstacle']>`case
      when not exists (select from ${performers} where ${performers.influencerId} = ${profiles.id}
        and ${performers.kind} = 'influencer' and ${performers.archivedAt} is null) then 'not-registered'
      when not exists (select from ${subscriptionPlans}
        where ${subscriptionPlans.influencerId} = ${profiles.id} and ${subscriptionPlans.isActive}) then 'no-plan'
      end`,
    createdAt: profiles.createdAt,
  } satisfies SelectionOf<z.input<typeof missingAgreementRowSchema>>,
  from: sql`${profiles} join ${userRoles} on ${userRoles.userId} = ${profiles.id}
    and ${userRoles.role} = 'influencer'`,
  id: profiles.id,
  sorts: {
    name: { by: sql`lower(${fullNameOf})`, type: 'text' },
    newest: { by: profiles.createdAt, type: 'timestamptz' },
  },
} satisfies Listing<'name' | 'newest'>;

/** The influencers without a creator agreement in force. */
export function listMissingAgreements(pool: Pool, actor: Actor, query: MissingAgreementQuery) {
  const state = creatorAgreementStateOf(profiles.id);
  return listPage(pool, MISSING, {
    ...query,
    where: [
      inScope(actor, profiles.id),
      containsText(query.search, profiles.fullName),
      query.state ? eq(state, query.state) : ne(state, 'in-force'),
    ],
  });
}
