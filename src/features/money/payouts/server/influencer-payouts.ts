import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import type { Db } from '#src/platform/database/db.ts';
import { listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { influencerPayoutsSchema, PaidTotals } from '../influencer-payouts.schema.ts';
import { HISTORY_COLUMNS, PAYOUTS } from './payout-columns.ts';
import { payouts } from './payouts.table.ts';

type InfluencerPayouts = z.input<typeof influencerPayoutsSchema>;

const HISTORY = {
  columns: HISTORY_COLUMNS,
  from: PAYOUTS,
  id: payouts.id,
  sorts: { newest: { by: payouts.periodStart, type: 'date' } },
} satisfies Listing<'newest'>;

// PostgreSQL sums integers to bigint, which its driver returns as text; a double is exact for
// cents.
const sumOf = (column: (typeof payouts)[keyof typeof payouts & `${string}Cents`]) =>
  sql<number>`coalesce(sum(${column}), 0)::float8`;

async function sumPaid(db: Db, influencerId: string): Promise<PaidTotals> {
  const [paid] = await db
    .select({
      count: sql<number>`count(*)::int`,
      grossRevenueCents: sumOf(payouts.grossRevenueCents),
      platformCommissionCents: sumOf(payouts.platformCommissionCents),
      netPayoutCents: sumOf(payouts.netPayoutCents),
    })
    .from(payouts)
    .where(and(eq(payouts.influencerId, influencerId), eq(payouts.status, 'paid')));
  return paid!;
}

type HistoryQuery = { id: string; after?: string | undefined; before?: string | undefined };

/**
 * The payouts of an influencer, newest first, and the paid totals.
 * @throws DomainError 'not-found'
 */
export async function listInfluencerPayouts(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  { id, ...position }: HistoryQuery,
): Promise<InfluencerPayouts> {
  await requireInfluencer(db, actor, id);
  const where = [eq(payouts.influencerId, id)];
  const [page, paid] = await Promise.all([
    listPage(pool, HISTORY, { where, sort: '-newest', ...position }),
    sumPaid(db, id),
  ]);
  return { ...page, paid };
}
