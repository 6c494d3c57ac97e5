import { eq, gte, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { isOverdueNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { COUNT_LIMIT } from '#src/lib/locale/counts.ts';
import { recordTotals } from '#src/platform/database/record-totals.table.ts';
import { countOf, hasState } from '#src/platform/database/record-totals.ts';
import { selectPlannedOnce, selectRows } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { SubscriptionFigures } from '../back-office-subscriptions.schema.ts';
import { conditionsOf, IS, type Filter } from './back-office-subscriptions-list.ts';

type Figures = SubscriptionFigures;
type Conditions = (SQL | undefined)[];

// A duplicate payment never counted as a subscriber, gained or lost.
const COUNTS = sql`${userSubscriptions.endReason} is distinct from 'duplicate'`;
const MONTH = sql`date_trunc('month', now())`;

const countIn = (pool: Pool, conditions: Conditions) =>
  countUpToLimit(pool, sql`${userSubscriptions}`, conditions);

/** The back office's figures, within the actor's limit. */
export async function getSubscriptionFigures(
  pool: Pool,
  actor: Actor,
  found: Pick<Filter, 'influencer'>,
): Promise<Figures> {
  const where = await conditionsOf(pool, actor, found);
  const isPlatform = where.every((condition) => condition === undefined);
  const [newThisMonth, endedThisMonth, rest] = await Promise.all([
    countIn(pool, [...where, gte(userSubscriptions.createdAt, MONTH), COUNTS]),
    countIn(pool, [...where, gte(userSubscriptions.endedAt, MONTH), COUNTS]),
    isPlatform ? readTotals(pool) : countRecords(pool, where),
  ]);
  return { newThisMonth, endedThisMonth, ...rest };
}

type Counted = Omit<Figures, 'newThisMonth' | 'endedThisMonth'>;

/** Counts the subscriptions of one influencer, or within a limit. */
async function countRecords(pool: Pool, where: Conditions): Promise<Counted> {
  const count = (condition: SQL) => countIn(pool, [...where, condition]);
  const [active, cancelling, pastDue, paused, money] = await Promise.all([
    count(IS.active),
    count(IS.cancelling),
    count(IS.past_due),
    count(IS.paused),
    sumPrices(pool, where),
  ]);
  return { active, cancelling, pastDue, paused, ...money };
}

// The sums of all active ones and of those that end each use an index; those that renew are the
// difference.
async function sumPrices(pool: Pool, where: Conditions) {
  const sumOf = (status: SQL) => {
    const conditions = [status, ...where].filter((condition) => condition !== undefined);
    return sql<number>`(select coalesce(sum(${userSubscriptions.priceCents}), 0)::float8
      from ${userSubscriptions} where ${sql.join(conditions, sql` and `)})`;
  };
  const [sums] = await selectRows(
    pool,
    {
      activeCents: sumOf(eq(userSubscriptions.status, 'active')),
      endingCents: sumOf(IS.cancelling),
    },
    (columns) => sql`select ${columns}`,
  );
  const { activeCents, endingCents } = sums!;
  return { recurringCents: activeCents - endingCents, endingCents };
}

const centsIn = (state: string) =>
  sql<number>`coalesce(sum(${recordTotals.cents}) filter (
    where ${recordTotals.record} = 'subscription' and ${hasState(state)}), 0)::float8`;
const subscriptionsIn = (...states: string[]) => countOf('subscription', hasState(...states));
const LIMIT = COUNT_LIMIT + 1;

/** Reads the totals, whose size does not grow with the subscriptions; only overdue ones are counted. */
async function readTotals(pool: Pool): Promise<Counted> {
  const [totals] = await selectPlannedOnce(
    pool,
    {
      active: subscriptionsIn('active', 'cancelling'),
      cancelling: subscriptionsIn('cancelling'),
      pastDue: subscriptionsIn('past_due'),
      paused: subscriptionsIn('paused'),
      recurringCents: centsIn('active'),
      endingCents: centsIn('cancelling'),
      overdue: sql<number>`(select count(*)::int from (
        select from ${userSubscriptions} where ${isOverdueNow} limit ${sql.raw(String(LIMIT))}) found)`,
    },
    (columns) => sql`select ${columns} from ${recordTotals}`,
  );
  const { overdue, active, cancelling, pastDue, paused, ...money } = totals!;
  return {
    active: overdue < LIMIT ? Math.min(active - overdue, LIMIT) : await countIn(pool, [IS.active]),
    cancelling: Math.min(cancelling, LIMIT),
    pastDue: Math.min(pastDue + overdue, LIMIT),
    paused: Math.min(paused, LIMIT),
    ...money,
  };
}
