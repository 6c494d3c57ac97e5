import { eq, not, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { findsWords } from '#src/features/agency/influencers/server/influencer-search.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { influencerFigures } from '#src/features/storefront/marketplace/server/influencer-figures.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { InfluencerFilter, influencerRowSchema } from '../office.schema.ts';

type Dependencies = { pool: Pool };
type Images = Parameters<typeof influencerImage>[0];
type Row = z.input<typeof influencerRowSchema>;
type Stored = Omit<Row, 'image'> & Images;
type Sorts = 'created' | 'name' | 'email';

const FROM = sql`${profiles}
  join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer'
  join ${users} on ${users.id} = ${profiles.id}`;

const followerCount = sql`(${profiles.instagramFollowers}::bigint + ${profiles.tiktokFollowers}
  + ${profiles.youtubeSubscribers})::float8`;

const LISTING: Listing<Sorts> = {
  columns: sql`${profiles.id} as id, ${profiles.fullName} as "fullName", ${profiles.email} as email,
    ${profiles.phone} as phone, ${profiles.publicUrl} as "publicUrl",
    ${profiles.contentCategory} as "contentCategory", ${profiles.isActive} as "isActive",
    case when ${isSuspendedNow} then 'suspended' else 'active' end as status,
    ${imageColumns.aboutImages} as "aboutImages", ${imageColumns.photoKey} as "photoKey",
    ${imageColumns.photoUrl} as "photoUrl", ${imageColumns.avatarUrl} as "avatarUrl",
    ${followerCount} as "followerCount", ${influencerFigures.priceCents} as "priceCents",
    ${influencerFigures.subscriberCount} as "subscriberCount", ${influencerFigures.postCount} as "postCount",
    ${profiles.createdAt} as "createdAt"`,
  from: FROM,
  id: sql`${profiles.id}`,
  sorts: {
    created: { by: sql`${profiles.createdAt}`, type: 'timestamptz' },
    name: { by: sql`lower(${profiles.fullName})`, type: 'text' },
    // The unique index of users gives this order.
    email: { by: sql`${users.email}`, type: 'text' },
  },
};

const conditionsOf = (actor: Actor, { search, category, status }: InfluencerFilter) => [
  inScope(actor, profiles.id),
  findsWords(search),
  category && eq(profiles.contentCategory, category),
  status && (status === 'suspended' ? isSuspendedNow : not(isSuspendedNow)),
];

function withImage({ aboutImages, photoKey, photoUrl, avatarUrl, ...row }: Stored): Row {
  return { ...row, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}

/** A page of the influencers that a filter lets through and that the actor may see. */
export async function listInfluencers(
  { pool }: Dependencies,
  actor: Actor,
  filter: InfluencerFilter,
): Promise<ListPage<Row>> {
  const page = await listPage<Stored, Sorts>(pool, LISTING, {
    ...filter,
    where: conditionsOf(actor, filter),
  });
  return { ...page, rows: page.rows.map(withImage) };
}

/** All that a filter lets through and that the actor may see. */
export function exportInfluencers({ pool }: Dependencies, actor: Actor, filter: InfluencerFilter) {
  const question = { where: conditionsOf(actor, filter), sort: filter.sort };
  return csvFile<Stored>(
    'influencers.csv',
    {
      Name: (row) => row.fullName,
      Email: (row) => row.email,
      Phone: (row) => row.phone,
      'Public URL': (row) => row.publicUrl,
      Category: (row) => row.contentCategory,
      Status: (row) => row.status,
      'Page Shown': (row) => row.isActive,
      Subscribers: (row) => row.subscriberCount,
      'Monthly Price': (row) =>
        row.priceCents === null ? null : (row.priceCents / 100).toFixed(2),
      Followers: (row) => row.followerCount,
      Posts: (row) => row.postCount,
      Created: (row) => row.createdAt,
    },
    listAll(pool, LISTING, question),
  );
}
