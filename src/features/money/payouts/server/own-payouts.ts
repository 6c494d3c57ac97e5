import { and, count, desc, eq, gte, inArray, ne, or, sql, sum, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pageCountOf } from '../own-payouts.rules.ts';
import {
  PAYOUT_PAGE_SIZE,
  type ownPayoutPageSchema,
  type ownPayoutSchema,
} from '../own-payouts.schema.ts';
import { OWED_STATUSES, type PayoutTotals } from '../payouts.schema.ts';
import { hasDocument, statementNumber } from './documents/payout-document-state.ts';
import { readHeldBack } from './held-back.ts';
import { payouts } from './payouts.table.ts';

type Owner = Pick<Actor, 'userId'>;

// The payments of a voided payout are in a later one; it is shown if its number was given.
const isShownTo = ({ userId }: Owner) =>
  and(eq(payouts.influencerId, userId), or(ne(payouts.status, 'voided'), hasDocument));

/** A page of the actor's payouts, newest first; a number beyond the last page means the last. */
export async function listOwnPayouts(
  { db, config }: { db: Db; config: Pick<Config, 'payoutTerms'> },
  actor: Owner,
  { page: requested }: { page: number },
  now: Date,
): Promise<z.input<typeof ownPayoutPageSchema>> {
  const isOwn = isShownTo(actor);
  const [[counted], totals, heldBack] = await Promise.all([
    db.select({ total: count() }).from(payouts).where(isOwn),
    sumOwnPayouts(db, actor, now),
    readHeldBack(db, actor.userId, now),
  ]);
  const { total } = counted!;
  const pageCount = pageCountOf(total);
  const page = Math.min(requested, pageCount);
  const rows = await readOwnPayouts(db, actor, PAYOUT_PAGE_SIZE, (page - 1) * PAYOUT_PAGE_SIZE);
  return { rows, total, page, pageCount, totals, terms: config.payoutTerms, heldBack };
}

/** The actor's newest payouts. */
export function readOwnPayouts(
  db: Db,
  owner: Owner,
  limit: number,
  offset = 0,
): Promise<z.input<typeof ownPayoutSchema>[]> {
  return db
    .select({
      id: payouts.id,
      periodStart: payouts.periodStart,
      periodEnd: payouts.periodEnd,
      totalSubscriptions: payouts.totalSubscriptions,
      grossRevenueCents: payouts.grossRevenueCents,
      merchantFeeCents: payouts.merchantFeeCents,
      platformCommissionCents: payouts.platformCommissionCents,
      adjustmentCents: payouts.adjustmentCents,
      reserveHeldCents: payouts.reserveHeldCents,
      reserveReleasedCents: payouts.reserveReleasedCents,
      reserveReleaseAt: payouts.reserveReleaseAt,
      netPayoutCents: payouts.netPayoutCents,
      status: payouts.status,
      paidAt: payouts.paidAt,
      statementNumber,
    })
    .from(payouts)
    .where(isShownTo(owner))
    .orderBy(desc(payouts.periodStart), desc(payouts.id))
    .limit(limit)
    .offset(offset);
}

/** The actor's payouts: paid ones by the date of payment (UTC), and pending ones. */
export async function sumOwnPayouts(db: Db, { userId }: Owner, now: Date): Promise<PayoutTotals> {
  const month = monthBounds(monthBefore(now, 0)).from;
  const year = new Date(Date.UTC(now.getUTCFullYear(), 0));
  const isPaid = eq(payouts.status, 'paid');
  const sumOf = (filter: SQL | undefined) => ({
    count: sql<number>`${count()} filter (where ${filter})`.mapWith(Number),
    // A double is exact for cents.
    cents: sql<number>`coalesce(${sum(payouts.netPayoutCents)} filter (where ${filter}), 0)::float8`,
  });
  const [totals] = await db
    .select({
      thisMonth: sumOf(and(isPaid, gte(payouts.paidAt, month))),
      thisYear: sumOf(and(isPaid, gte(payouts.paidAt, year))),
      allTime: sumOf(isPaid),
      pending: sumOf(inArray(payouts.status, OWED_STATUSES)),
    })
    .from(payouts)
    .where(eq(payouts.influencerId, userId));
  return totals!;
}
