import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { users } from '#src/features/accounts/server/accounts.table.ts';
import { requireInfluencer } from '#src/features/influencers/server/require-influencer.ts';
import type { Db } from '#src/platform/db.ts';
import { listPage, type Listing } from '#src/platform/listing.ts';
import type { Actor } from '#src/platform/operation.ts';
import type {
  InfluencerPayout,
  InfluencerPayouts,
  PaidTotals,
} from '../influencer-payouts.schema.ts';
import { payouts } from './payouts.table.ts';

type Row = Omit<InfluencerPayout, 'paidAt'> & { paidAt: Date | null };

const history: Listing<'newest'> = {
  columns: sql`
    p.id, p.period_start::text as "periodStart", p.period_end::text as "periodEnd",
    p.total_subscriptions as "totalSubscriptions", p.gross_revenue_cents as "grossRevenueCents",
    p.merchant_fee_cents as "merchantFeeCents",
    p.platform_commission_cents as "platformCommissionCents",
    p.net_payout_cents as "netPayoutCents", p.status, p.paid_at as "paidAt", p.notes,
    coalesce(nullif(btrim(u.name), ''), u.email) as "paidBy"`,
  from: sql`${payouts} p left join ${users} u on u.id = p.paid_by`,
  id: sql`p.id`,
  sorts: { newest: { by: sql`p.period_start`, type: 'date' } },
};

// Sums of integers are bigint to PostgreSQL and text to its driver; cents stay exact as a double.
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

type Question = { id: string; after?: string | undefined; before?: string | undefined };

/** The payouts of an influencer, newest first, and what was paid in all. @throws DomainError 'not-found' */
export async function listInfluencerPayouts(
  { db, pool }: { db: Db; pool: Pool },
  actor: Actor,
  { id, ...position }: Question,
): Promise<InfluencerPayouts> {
  await requireInfluencer(db, actor, id);
  const where = [sql`p.influencer_id = ${id}::uuid`];
  const [page, paid] = await Promise.all([
    listPage<Row, 'newest'>(pool, history, { where, sort: '-newest', ...position }),
    sumPaid(db, id),
  ]);
  const rows = page.rows.map((row) => ({ ...row, paidAt: row.paidAt?.toISOString() ?? null }));
  return { ...page, rows, paid };
}
