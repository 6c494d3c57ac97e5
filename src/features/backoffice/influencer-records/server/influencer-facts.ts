import { eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { isAgreementMissing } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { tagsOf } from '#src/features/identity/tags/server/tags.ts';
import { ownShare } from '#src/features/money/earnings/server/earnings-money.ts';
import { ledgerAccounts, ledgerEntries } from '#src/features/money/ledger/server/ledger.table.ts';
import { areTaxDetailsMissing } from '#src/features/money/payees/server/payout-requirement.ts';
import { commissionAt, plannedCommission } from '#src/features/money/plans/server/commission-at.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { influencerFigures } from '#src/features/storefront/marketplace/server/influencer-figures.ts';
import { DomainError } from '#src/lib/problem.ts';
import { orNull, selectRows } from '#src/platform/database/statement.ts';

const ofPosts = (value: SQL, condition: SQL) =>
  sql`(select ${value} from ${contentPosts}
    where ${contentPosts.influencerId} = ${profiles.id} and ${condition})`;
const isPublished = isNotNull(contentPosts.publishedAt);
// A blocked post keeps a time that has passed.
const isAhead = sql`${contentPosts.publishedAt} is null and ${contentPosts.publishAt} > now()`;

const FACTS = {
  ...influencerFigures,
  ...imageColumns,
  createdAt: profiles.createdAt,
  owner: colleagueOf(profiles.ownedBy),
  tags: tagsOf('person', profiles.id),
  planId: orNull(subscriptionPlans.id),
  commissionPercent: commissionAt() as SQL<number | null>,
  plannedCommission,
  isAgreementMissing,
  areTaxDetailsMissing,
  lastPostAt: ofPosts(sql`max(${contentPosts.publishedAt})`, isPublished).mapWith(
    contentPosts.publishedAt,
  ) as SQL<Date | null>,
  scheduledCount: ofPosts(sql`count(*)::int`, isAhead) as SQL<number>,
  nextPostAt: ofPosts(sql`min(${contentPosts.publishAt})`, isAhead).mapWith(
    contentPosts.publishAt,
  ) as SQL<Date | null>,
  lifetimeCents: sql<number>`(select coalesce(sum(cents), 0)::float8 from ${ownShare(sql`${profiles.id}`)} earned)`,
  // Credits are negative: what the influencer is still owed and no payout contains yet.
  openCents: sql<number>`coalesce((
    select -sum(${ledgerEntries.amountCents}) from ${ledgerEntries}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
    where ${ledgerAccounts.influencerId} = ${profiles.id}), 0)::float8`,
};

/** Picture, plan, posts and lifetime money of an influencer. @throws DomainError 'not-found' */
export async function readInfluencerFacts(pool: Pool, id: string) {
  const [row] = await selectRows(
    pool,
    FACTS,
    (columns) => sql`
      select ${columns} from ${profiles}
      left join ${subscriptionPlans}
        on ${subscriptionPlans.influencerId} = ${profiles.id} and ${subscriptionPlans.isActive}
      where ${eq(profiles.id, id)}`,
  );
  if (!row) throw new DomainError('not-found', 'Influencer not found');
  const { aboutImages, photoKey, photoUrl, avatarUrl, ...facts } = row;
  return { ...facts, image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }) };
}
