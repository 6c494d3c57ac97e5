import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Period, Span } from '../earnings.rules.ts';
import { ownShare, partIndex } from './earnings-money.ts';

type Change = { gained: number; lost: number };
/** `leftOfStart` counts the lost subscribers who subscribed before the period. */
type PartChange = Change & { leftOfStart: number };

const { createdAt, endedAt, influencerId: owner, endReason } = userSubscriptions;

// A duplicate payment does not make a second subscriber.
const ofInfluencer = (influencerId: string): SQL =>
  sql`${owner} = ${influencerId}::uuid and ${endReason} is distinct from 'duplicate'`;

/**
 * Counts the subscriptions that started and ended in each part of the period; part -1 is all the
 * time before it.
 */
export async function countSubscribers(
  pool: Pool,
  influencerId: string,
  { from, to, starts }: Period,
): Promise<Map<number, PartChange>> {
  const fields = {
    part: partIndex(sql`at`, starts),
    gained: sql<number>`sum(gained)::int`,
    lost: sql<number>`sum(lost)::int`,
    leftOfStart: sql<number>`(count(*) filter (where lost = 1 and began < ${from}::timestamptz))::int`,
  } satisfies SelectionOf<PartChange & { part: number }>;
  const rows = await selectRows(
    pool,
    fields,
    (columns) => sql`
      select ${columns} from (
        select ${createdAt} as at, ${createdAt} as began, 1 as gained, 0 as lost
        from ${userSubscriptions} where ${ofInfluencer(influencerId)}
        union all
        select ${endedAt}, ${createdAt}, 0, 1
        from ${userSubscriptions} where ${ofInfluencer(influencerId)} and ${endedAt} is not null
      ) happened
      where at < ${to}::timestamptz group by 1`,
  );
  return new Map(rows.map(({ part, ...change }) => [part, change]));
}

/** The totals of a span, for comparison with another. */
export async function sumSpan(
  pool: Pool,
  influencerId: string,
  { from, to }: Span,
): Promise<Change & { shareCents: number }> {
  const isWithin = (at: SQLWrapper) =>
    sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  const count = (at: SQLWrapper) =>
    sql<number>`(select count(*)::int from ${userSubscriptions} where ${ofInfluencer(influencerId)} and ${isWithin(at)})`;
  const fields = {
    gained: count(createdAt),
    lost: count(endedAt),
    shareCents: sql<number>`(
      select coalesce(sum(cents), 0)::float8 from ${ownShare(sql`${influencerId}::uuid`)} earned
      where ${isWithin(sql`at`)})`,
  };
  const [row] = await selectRows(pool, fields, (columns) => sql`select ${columns}`);
  return row!;
}
