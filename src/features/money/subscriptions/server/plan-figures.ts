import { sql } from 'drizzle-orm';
import type { PlanFigures } from '#src/features/money/plans/server/plan-list.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from './subscriptions.table.ts';

const isActive = sql`${userSubscriptions.status} = 'active'`;

/** The subscriber figures of a plan, for a row of subscription_plans. */
export const planFigures: PlanFigures = sql`(
  select json_build_object(
    'subscriberCount', count(*) filter (where ${isActive}),
    'otherPriceCount', count(*) filter (
      where ${isActive} and ${userSubscriptions.priceCents} <> ${subscriptionPlans.priceMonthlyCents}
    ),
    'liveCount', count(*)
  )
  from ${userSubscriptions}
  where ${userSubscriptions.subscriptionPlanId} = ${subscriptionPlans.id}
    and ${userSubscriptions.status} <> 'cancelled'
)`;
