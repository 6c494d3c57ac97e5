import { eq, getTableColumns, lt, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import { hasTag, tagsOf } from '#src/features/identity/tags/server/tags.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { containsText, literal, orNull, type RowOf } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { lateBefore } from '../applications.rules.ts';
import { APPLICATION_FIELDS, APPLICATION_LABELS } from '../applications.schema.ts';
import { applicantSchema, applicationRowSchema, type ApplicationFilter } from '../review.schema.ts';
import { influencerApplications as applications } from './applications.table.ts';

type Row = z.input<typeof applicationRowSchema>;

type Columns = ReturnType<typeof getTableColumns<typeof applications>>;
type Name = keyof Columns;
const FROM = sql`${applications} left join ${profiles} on ${profiles.id} = ${applications.reviewedBy}`;

const COLUMNS = getTableColumns(applications);

const pick = <N extends Name>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, COLUMNS[name]])) as unknown as Pick<Columns, N>;

const STATE = pick(['id', 'status', 'createdAt', 'reviewedAt']);

const listingWith = <N extends Name>(answers: readonly N[]) =>
  ({
    columns: {
      ...STATE,
      ...pick(answers),
      reviewedBy: orNull(profiles.fullName),
      isConverted: sql<boolean>`${applications.influencerId} is not null`,
      influencerId: sql<string | null>`${applications.influencerId}`,
      owner: colleagueOf(applications.ownedBy),
      tags: tagsOf('application', applications.id),
    },
    from: FROM,
    id: applications.id,
    sorts: {
      received: { by: applications.createdAt, type: 'timestamptz' },
      name: { by: sql`lower(${applications.fullName})`, type: 'text' },
    },
  }) satisfies Listing<'received' | 'name'>;

const applicantFields = Object.keys(
  applicantSchema.shape,
) as (keyof typeof applicantSchema.shape)[];
const ROWS = listingWith(applicantFields.filter((field) => field in applicationRowSchema.shape));
const LINES = listingWith([...APPLICATION_FIELDS, 'notes']);
type Line = RowOf<typeof LINES.columns>;

/** Hides from limited staff which influencers outside their scope were applicants. */
function visibleTo<Columns extends { influencerId: SQL<string | null> }>(
  actor: Actor,
  listing: Listing<'received' | 'name', Columns>,
): typeof listing {
  const scope = inScope(actor, applications.influencerId);
  if (!scope) return listing;
  const influencerId = sql<string | null>`case when ${scope} then ${applications.influencerId} end`;
  return { ...listing, columns: { ...listing.columns, influencerId } };
}

const matchesSearch = (search: string | undefined) =>
  containsText(search, applications.fullName, applications.email);

type CountFilter = Pick<ApplicationFilter, 'search' | 'owner' | 'tag'>;

const countConditions = (actor: Actor, { search, owner, tag }: CountFilter) => [
  matchesSearch(search),
  isOwnedBy(actor, applications.ownedBy, owner),
  hasTag('application', applications.id, tag),
];

const listConditions = (actor: Actor, { status, ...filter }: ApplicationFilter) => [
  ...countConditions(actor, filter),
  status && eq(applications.status, literal(status)),
];

/** A page of the applications that match a filter. */
export function listApplications(
  pool: Pool,
  actor: Actor,
  filter: ApplicationFilter,
): Promise<ListPage<Row>> {
  return listPage(pool, visibleTo(actor, ROWS), {
    ...filter,
    where: listConditions(actor, filter),
  });
}

/** Counts by status of the applications that match a search, an owner and a tag. */
export async function countApplications(pool: Pool, actor: Actor, filter: CountFilter) {
  const matching = countConditions(actor, filter);
  const count = (...where: SQL[]) =>
    countUpToLimit(pool, sql`${applications}`, [...matching, ...where]);
  const isPending = eq(applications.status, literal('pending'));
  const [all, pending, accepted, rejected, late] = await Promise.all([
    count(),
    count(isPending),
    count(eq(applications.status, literal('accepted'))),
    count(eq(applications.status, literal('rejected'))),
    count(isPending, lt(applications.createdAt, lateBefore(Date.now()))),
  ]);
  return { all, pending, accepted, rejected, late };
}

/** All applications that match a filter, or the selected ones, with every answer. */
export function exportApplications(pool: Pool, actor: Actor, filter: Exported<ApplicationFilter>) {
  const answers = APPLICATION_FIELDS.map(
    (field) => [APPLICATION_LABELS[field], (line: Line) => line[field]] as const,
  );
  const columns = {
    Received: (line: Line) => line.createdAt,
    Status: (line: Line) => line.status,
    ...Object.fromEntries(answers),
    'Reviewed By': (line: Line) => line.reviewedBy,
    'Reviewed At': (line: Line) => line.reviewedAt,
    Notes: (line: Line) => line.notes,
    Converted: (line: Line) => line.isConverted,
    Owner: (line: Line) => line.owner && line.owner.name,
    Tags: (line: Line) => line.tags.join(', '),
  };
  const query = { ...filter, where: listConditions(actor, filter) };
  return csvFile<Line>('applications.csv', columns, listAll(pool, visibleTo(actor, LINES), query));
}
