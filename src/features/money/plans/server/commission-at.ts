import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { commissionRates } from './commission-rates.table.ts';
import { subscriptionPlans } from './plans.table.ts';

const rate = alias(commissionRates, 'rate');
// Qualified, also where drizzle omits the table of a statement that has only one.
const plan = (column: 'id' | 'platform_commission_percent') =>
  sql`${subscriptionPlans}.${sql.identifier(column)}`;

/**
 * The commission in percent of a payment that occurs at an instant, for a row of subscription_plans;
 * without an instant, the present one.
 */
export function commissionAt(at: SQL = sql`now()`): SQL<number> {
  return sql<number>`coalesce((
    select ${rate.percent} from ${commissionRates} ${rate}
    where ${rate.planId} = ${plan('id')} and ${rate.effectiveFrom} <= ${at}
    order by ${rate.effectiveFrom} desc limit 1
  ), ${plan('platform_commission_percent')})::float8`;
}

type PlannedCommission = { percent: number; effectiveFrom: Date };

/** The commission that starts next, for a row of subscription_plans; null if none is planned. */
export const plannedCommission = sql`(
  select json_build_object('percent', ${rate.percent}, 'effectiveFrom', ${rate.effectiveFrom})
  from ${commissionRates} ${rate}
  where ${rate.planId} = ${plan('id')} and ${rate.effectiveFrom} > now()
  order by ${rate.effectiveFrom} limit 1
)`.mapWith(
  ({ percent, effectiveFrom }: { percent: number; effectiveFrom: string }): PlannedCommission => ({
    percent,
    effectiveFrom: new Date(effectiveFrom),
  }),
) as SQL<PlannedCommission | null>;
