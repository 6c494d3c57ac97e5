import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { prepareStatement } from '#src/platform/database/statement.ts';
import type { Period, Span } from '../earnings.rules.ts';
import { ownShare, partOf } from './earnings-money.ts';

type Change = { gained: number; lost: number };
/** `leftOfStart` are those of the lost who were there before the period. */
type PartChange = Change & { leftOfStart: number };

// Who paid twice for one subscription is no second subscriber.
const theirs = (influencerId: string): SQL =>
  sql`influencer_id = ${influencerId}::uuid and end_reason is distinct from 'duplicate'`;

/**
 * How many subscriptions began and ended for good in each part of the period; part -1 is all the
 * time before it.
 */
export async function countSubscribers(
  pool: Pool,
  influencerId: string,
  { from, to, starts }: Period,
): Promise<Map<number, PartChange>> {
  const statement = sql`
    select ${partOf(sql`at`, starts)} as part, sum(gained)::int as gained, sum(lost)::int as lost,
      (count(*) filter (where lost = 1 and began < ${from}::timestamptz))::int as "leftOfStart"
    from (
      select created_at as at, created_at as began, 1 as gained, 0 as lost from user_subscriptions
      where ${theirs(influencerId)}
      union all
      select ended_at, created_at, 0, 1 from user_subscriptions
      where ${theirs(influencerId)} and ended_at is not null
    ) happened
    where at < ${to}::timestamptz group by 1`;
  const rows = await prepareStatement<PartChange & { part: number }>(pool, statement)({});
  return new Map(rows.map(({ part, ...change }) => [part, change]));
}

/** What a span brought, for a comparison with another. */
export async function sumSpan(
  pool: Pool,
  influencerId: string,
  { from, to }: Span,
): Promise<Change & { shareCents: number }> {
  const isWithin = (at: SQL) => sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  const count = (at: SQL) =>
    sql`(select count(*)::int from user_subscriptions where ${theirs(influencerId)} and ${isWithin(at)})`;
  const statement = sql`
    select ${count(sql`created_at`)} as gained, ${count(sql`ended_at`)} as lost,
      (select coalesce(sum(cents), 0)::float8 from ${ownShare(sql`${influencerId}::uuid`)} earned
        where ${isWithin(sql`at`)}) as "shareCents"`;
  const [row] = await prepareStatement<Change & { shareCents: number }>(pool, statement)({});
  return row!;
}
