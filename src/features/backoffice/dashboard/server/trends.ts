import { sql, type Column, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { TREND_WEEKS, type Trends } from '../dashboard.schema.ts';

/**
 * Counted rows: their time, their conditions, and `key`: rows of a week with the same key count
 * once.
 */
type CountedRows = { from: SQL; at: SQL; where: SQL; key: SQL };

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

/** Counts the rows of each week. */
async function countByWeek(pool: Pool, mondays: Date[], { from, at, where, key }: CountedRows) {
  const starts = sql`${sql.param(mondays)}::timestamptz[]`;
  const rows = await selectRows(
    pool,
    {
      week: sql<number>`width_bucket(${at}, ${starts})`,
      count: sql<number>`count(distinct ${key})::int`,
    },
    (columns) => sql`
      select ${columns} from ${from}
      where ${where} and ${at} between ${mondays[0]} and now() group by 1`,
  );
  return mondays.map((_, index) => rows.find(({ week }) => week === index + 1)?.count ?? 0);
}

const { subscriberId, influencerId, endReason } = userSubscriptions;

/** Started or ended subscriptions; a fan counts once per influencer and day. */
const countedSubscriptions = (at: Column, actor: Actor): CountedRows => ({
  from: sql`${userSubscriptions}`,
  at: sql`${at}`,
  // A refunded duplicate payment is not a subscription.
  where: sql`${endReason} is distinct from 'duplicate' and ${inScope(actor, influencerId) ?? sql`true`}`,
  key: sql`(${subscriberId}, ${influencerId}, date_trunc('day', ${at}, 'UTC'))`,
});

/** An application that is sent again unchanged is the same application. */
const APPLICATIONS: CountedRows = {
  from: sql`${influencerApplications}`,
  at: sql`${influencerApplications.createdAt}`,
  where: sql`true`,
  key: sql`${influencerApplications.fingerprint}`,
};

/** The subscriptions started and ended and the applications received per week, within the actor's scope. */
export async function getTrends(pool: Pool, actor: Actor): Promise<Trends> {
  const mondays = listMondays(new Date());
  const [started, ended, applied] = await Promise.all([
    countByWeek(pool, mondays, countedSubscriptions(userSubscriptions.createdAt, actor)),
    countByWeek(pool, mondays, countedSubscriptions(userSubscriptions.endedAt, actor)),
    countByWeek(pool, mondays, APPLICATIONS),
  ]);
  return {
    weeks: mondays.map((monday, index) => ({
      start: formatUtcDay(monday),
      subscriptionsStarted: started[index]!,
      subscriptionsEnded: ended[index]!,
      applications: applied[index]!,
    })),
  };
}
