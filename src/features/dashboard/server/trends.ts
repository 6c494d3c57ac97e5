import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { inScope } from '#src/features/accounts/server/scope.ts';
import { influencerApplications } from '#src/features/applications/server/applications.table.ts';
import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import type { Actor } from '#src/platform/operation.ts';
import { prepareStatement } from '#src/platform/statement.ts';
import { TREND_WEEKS, type Trends } from '../dashboard.schema.ts';

/** What is counted, when it happened, and which rows can matter at all. */
type Happening = { from: SQL; at: SQL; where: SQL };

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The Mondays of the last weeks in UTC, oldest first. */
function listMondays(now: Date): Date[] {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const monday = Date.UTC(year, month, day - daysSinceMonday);
  return Array.from(
    { length: TREND_WEEKS },
    (_, index) => new Date(monday - WEEK_MS * (TREND_WEEKS - 1 - index)),
  );
}

/** How often it happened in each week. */
async function countByWeek(pool: Pool, mondays: Date[], { from, at, where }: Happening) {
  const starts = sql`${`{${mondays.map((monday) => monday.toISOString()).join()}}`}::timestamptz[]`;
  const statement = sql`
    select width_bucket(${at}, ${starts}) as week, count(*)::int as count
    from ${from} where ${where} and ${at} between ${mondays[0]} and now() group by 1`;
  const rows = await prepareStatement<{ week: number; count: number }>(pool, statement)({});
  return mondays.map((_, index) => rows.find(({ week }) => week === index + 1)?.count ?? 0);
}

/** What started, ended and came in week by week, of what the actor may see. */
export async function getTrends(pool: Pool, actor: Actor): Promise<Trends> {
  const { createdAt, endedAt, influencerId } = userSubscriptions;
  const from = sql`${userSubscriptions}`;
  const scope = inScope(actor, influencerId) ?? sql`true`;
  const mondays = listMondays(new Date());
  const [started, ended, applied] = await Promise.all([
    countByWeek(pool, mondays, { from, at: sql`${createdAt}`, where: scope }),
    countByWeek(pool, mondays, {
      from,
      at: sql`${endedAt}`,
      where: scope,
    }),
    countByWeek(pool, mondays, {
      from: sql`${influencerApplications}`,
      at: sql`${influencerApplications.createdAt}`,
      where: sql`true`,
    }),
  ]);
  return {
    weeks: mondays.map((monday, index) => ({
      start: monday.toISOString().slice(0, 10),
      subscriptionsStarted: started[index]!,
      subscriptionsEnded: ended[index]!,
      applications: applied[index]!,
    })),
  };
}
