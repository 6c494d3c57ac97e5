import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { selectPlannedOnce, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Period, Span } from '../earnings.rules.ts';
import { indifferentFor, onlyOf, ownShare, partIndex, type Whose } from './earnings-money.ts';

export type Change = { gained: number; lost: number };

const { createdAt, endedAt, influencerId: owner, endReason } = userSubscriptions;

// A duplicate payment does not make a second subscriber, and deleted influencers have none.
export function isCounted(whose: Whose): SQL {
  return and(
    whose(owner),
    sql`${endReason} is distinct from 'duplicate'`,
    sql`exists (select from ${profiles} where ${profiles.id} = ${owner})`,
  )!;
}

/**
 * Counts the subscriptions that started and ended in each part of the period; part -1 is all the
 * time before it.
 */
export async function countSubscribers(
  pool: Pool,
  whose: Whose,
  { to, starts }: Period,
): Promise<Map<number, Change>> {
  const fields = {
    part: partIndex(sql`at`, starts),
    gained: sql<number>`sum(gained)::int`,
    lost: sql<number>`sum(lost)::int`,
  } satisfies SelectionOf<Change & { part: number }>;
  const rows = await selectPlannedOnce(
    pool,
    fields,
    (columns) => sql`
      select ${columns} from (
        select ${createdAt} as at, 1 as gained, 0 as lost
        from ${userSubscriptions} where ${isCounted(whose)}
        union all
        select ${endedAt}, 0, 1
        from ${userSubscriptions} where ${isCounted(whose)} and ${endedAt} is not null
      ) happened
      where at < ${to}::timestamptz group by 1`,
    indifferentFor(whose),
  );
  return new Map(rows.map(({ part, ...change }) => [part, change]));
}

const isIn = (at: SQLWrapper, { from, to }: Span) =>
  sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;

/** The subscriptions that started and ended in a span. */
export function changesIn(whose: Whose, span: Span) {
  const count = (at: SQLWrapper) =>
    sql<number>`(select count(*)::int from ${userSubscriptions} where ${isCounted(whose)} and ${isIn(at, span)})`;
  return { gained: count(createdAt), lost: count(endedAt) };
}

/** The totals of a span, for comparison with another. */
export async function sumSpan(
  pool: Pool,
  influencerId: string,
  span: Span,
): Promise<Change & { shareCents: number }> {
  const fields = {
    ...changesIn(onlyOf(influencerId), span),
    shareCents: sql<number>`(
      select coalesce(sum(cents), 0)::float8 from ${ownShare(sql`${influencerId}::uuid`)} earned
      where ${isIn(sql`at`, span)})`,
  };
  const [row] = await selectPlannedOnce(pool, fields, (columns) => sql`select ${columns}`, 'all');
  return row!;
}
