import { eq, not, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { matchesInfluencerSearch } from '#src/features/agency/influencers/server/influencer-search.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { isOwnedBy } from '#src/features/identity/colleagues/server/owners.ts';
import { hasTag, tagsOf } from '#src/features/identity/tags/server/tags.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { influencerFigures } from '#src/features/storefront/marketplace/server/influencer-figures.ts';
import { accountsToDecide } from '#src/features/trust/strikes/server/strikes.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { literal, type RowOf } from '#src/platform/database/statement.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  InfluencerFilter,
  influencerRowSchema,
  InfluencerStatus,
} from '../influencer-records.schema.ts';

type Dependencies = { pool: Pool };
type Row = z.input<typeof influencerRowSchema>;

const FROM = sql`${profiles}
  join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer'
  join ${users} on ${users.id} = ${profiles.id}`;

const followerCount = sql<number>`(${profiles.instagramFollowers}::bigint + ${profiles.tiktokFollowers}
  + ${profiles.youtubeSubscribers})::float8`;

const LISTING = {
  columns: {
    id: profiles.id,
    fullName: profiles.fullName,
    email: profiles.email,
    phone: profiles.phone,
    publicUrl: profiles.publicUrl,
    contentCategory: profiles.contentCategory,
    isActive: profiles.isActive,
    isDraft: profiles.isDraft,
    invitedAt: users.invitedAt,
    status: sql<InfluencerStatus>`case when ${isSuspendedNow} then 'suspended' else 'active' end`,
    ...imageColumns,
    followerCount,
    priceCents: influencerFigures.priceCents,
    subscriberCount: influencerFigures.subscriberCount,
    postCount: influencerFigures.postCount,
    createdAt: profiles.createdAt,
    owner: colleagueOf(profiles.ownedBy),
    tags: tagsOf('person', profiles.id),
  },
  from: FROM,
  id: profiles.id,
  sorts: {
    created: { by: profiles.createdAt, type: 'timestamptz' },
    name: { by: sql`lower(${profiles.fullName})`, type: 'text' },
    // The unique index of users provides this order.
    email: { by: users.email, type: 'text' },
  },
} satisfies Listing<'created' | 'name' | 'email'>;
type Stored = RowOf<typeof LISTING.columns>;

// Whoever proposed details cannot confirm them.
const hasProposal = (table: typeof bankDetails | typeof taxDetails, userId: string) =>
  sql`exists (select from ${table}
    where ${table.influencerId} = ${profiles.id} and ${table.status} = 'proposed'
      and ${table.proposedBy} is distinct from ${userId}::uuid)`;

const statusConditions = ({ userId }: Actor) => ({
  active: not(isSuspendedNow),
  suspended: isSuspendedNow,
  draft: eq(profiles.isDraft, literal(true)),
  bank_details: hasProposal(bankDetails, userId),
  tax_details: hasProposal(taxDetails, userId),
  strikes: sql`${profiles.id} in (select struck.influencer_id from ${accountsToDecide} struck)`,
});

const listConditions = (
  actor: Actor,
  { search, category, status, owner, tag }: InfluencerFilter,
) => [
  inScope(actor, profiles.id),
  matchesInfluencerSearch(search),
  category && eq(profiles.contentCategory, category),
  isOwnedBy(actor, profiles.ownedBy, owner),
  hasTag('person', profiles.id, tag),
  status && statusConditions(actor)[status],
];

function withImage({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }: Stored): Row {
  return { ...row, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}

/** A page of the influencers that match a filter and that the actor may see. */
export async function listInfluencers(
  { pool }: Dependencies,
  actor: Actor,
  filter: InfluencerFilter,
): Promise<ListPage<Row>> {
  const page = await listPage(pool, LISTING, {
    ...filter,
    where: listConditions(actor, filter),
  });
  return { ...page, rows: page.rows.map(withImage) };
}

/** All influencers that match a filter or are selected, and that the actor may see. */
export function exportInfluencers(
  { pool }: Dependencies,
  actor: Actor,
  filter: Exported<InfluencerFilter>,
) {
  const query = { ...filter, where: listConditions(actor, filter) };
  return csvFile<Stored>(
    'influencers.csv',
    {
      Name: (row) => row.fullName,
      Email: (row) => row.email,
      Phone: (row) => row.phone,
      'Public URL': (row) => row.publicUrl,
      Category: (row) => row.contentCategory,
      Status: (row) => row.status,
      'Page Shown': (row) => row.isActive && !row.isDraft,
      Subscribers: (row) => row.subscriberCount,
      'Monthly Price': (row) =>
        row.priceCents === null ? null : (row.priceCents / 100).toFixed(2),
      Followers: (row) => row.followerCount,
      Posts: (row) => row.postCount,
      Created: (row) => row.createdAt,
      Owner: (row) => row.owner && row.owner.name,
      Tags: (row) => row.tags.join(', '),
    },
    listAll(pool, LISTING, query),
  );
}
