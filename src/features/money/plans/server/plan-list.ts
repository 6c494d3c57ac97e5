import { eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { matchesInfluencerSearch } from '#src/features/agency/influencers/server/influencer-search.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import type { ListPage } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { literal, type RowOf, selectRows } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { PlanCounts, PlanQuery, planSchema, PlanStatus } from '../plans.schema.ts';
import { commissionAt, plannedCommission } from './commission-at.ts';
import { subscriptionPlans } from './plans.table.ts';

type Plan = z.input<typeof planSchema>;
type Figures = Pick<Plan, 'subscriberCount' | 'otherPriceCount' | 'liveCount'>;
/** The subscriber figures of a plan: one JSON value for a row of subscription_plans. */
export type PlanFigures = SQL<Figures>;
type Dependencies = { pool: Pool; planFigures: PlanFigures };

const FROM = sql`${subscriptionPlans}
  join ${profiles} on ${profiles.id} = ${subscriptionPlans.influencerId}`;

const columnsWith = (figures: PlanFigures) => ({
  id: subscriptionPlans.id,
  version: subscriptionPlans.version,
  isActive: subscriptionPlans.isActive,
  priceMonthlyCents: subscriptionPlans.priceMonthlyCents,
  platformCommissionPercent: commissionAt(),
  plannedCommission,
  createdAt: subscriptionPlans.createdAt,
  influencerId: profiles.id,
  fullName: nameOrUnknown(profiles.fullName),
  ...imageColumns,
  figures,
});
type Stored = RowOf<ReturnType<typeof columnsWith>>;

const listingWith = (figures: PlanFigures) =>
  ({
    columns: columnsWith(figures),
    from: FROM,
    id: subscriptionPlans.id,
    sorts: {
      created: { by: subscriptionPlans.createdAt, type: 'timestamptz' },
    },
  }) satisfies Listing<'created'>;

const conditionsOf = (actor: Actor, search: string | undefined, status?: PlanStatus) => [
  inScope(actor, subscriptionPlans.influencerId),
  matchesInfluencerSearch(search),
  status && eq(subscriptionPlans.isActive, literal(status === 'active')),
];

function toPlan(stored: Stored): Plan {
  const { influencerId, fullName, aboutImages, photoKey, photoUrl, avatarUrl, ...plan } = stored;
  const { figures, ...row } = plan;
  const image = influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl });
  return {
    ...row,
    ...figures,
    influencer: { id: influencerId, fullName, image },
  };
}

/** A page of the plans of the influencers within the actor's limit. */
export async function listPlans(
  { pool, planFigures }: Dependencies,
  actor: Actor,
  query: PlanQuery,
): Promise<ListPage<Plan>> {
  const page = await listPage(pool, listingWith(planFigures), {
    ...query,
    where: conditionsOf(actor, query.search, query.status),
  });
  return { ...page, rows: page.rows.map(toPlan) };
}

/** The number of plans for each filter, among those that the search finds. */
export async function countPlans(
  { pool }: Pick<Dependencies, 'pool'>,
  actor: Actor,
  { search }: Pick<PlanQuery, 'search'>,
): Promise<PlanCounts> {
  const count = (status?: PlanStatus) =>
    countUpToLimit(pool, FROM, conditionsOf(actor, search, status));
  const [all, active, inactive] = await Promise.all([count(), count('active'), count('inactive')]);
  return { all, active, inactive };
}

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function getPlan(
  { pool, planFigures }: Dependencies,
  actor: Actor,
  id: string,
): Promise<Plan> {
  const isTheirs = inScope(actor, subscriptionPlans.influencerId) ?? sql`true`;
  const [stored] = await selectRows(
    pool,
    columnsWith(planFigures),
    (columns) => sql`
      select ${columns} from ${FROM} where ${subscriptionPlans.id} = ${id}::uuid and ${isTheirs}`,
  );
  if (!stored) throw new DomainError('not-found', 'Plan not found');
  return toPlan(stored);
}
