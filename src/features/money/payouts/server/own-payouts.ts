import { ne, or, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { Config } from '#src/platform/config/config.ts';
import { literal, selectPlannedOnce } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { pageCountOf } from '../own-payouts.rules.ts';
import {
  PAYOUT_PAGE_SIZE,
  type ownPayoutPageSchema,
  type ownPayoutSchema,
} from '../own-payouts.schema.ts';
import type { PayoutTotals } from '../payouts.schema.ts';
import { hasDocument } from './documents/payout-document-state.ts';
import { readHeldBack } from './held-back.ts';
import { OWN_COLUMNS } from './payout-columns.ts';
import { payoutSumsSince } from './payout-totals.ts';
import { payouts } from './payouts.table.ts';

type Owner = Pick<Actor, 'userId'>;

// The payments of a voided payout are in a later one; it is shown if its number was given.
const isShown = or(ne(payouts.status, literal('voided')), hasDocument);

/** A page of the actor's payouts, newest first; a number beyond the last page means the last. */
export async function listOwnPayouts(
  { pool, config }: { pool: Pool; config: Pick<Config, 'payoutTerms'> },
  actor: Owner,
  { page: requested }: { page: number },
  now: Date,
): Promise<z.input<typeof ownPayoutPageSchema>> {
  const readPage = (page: number) =>
    readOwnPayouts(pool, actor, PAYOUT_PAGE_SIZE, (page - 1) * PAYOUT_PAGE_SIZE);
  const [{ total, totals }, heldBack, found] = await Promise.all([
    sumOwnPayouts(pool, actor, now),
    readHeldBack(pool, actor.userId, now),
    readPage(requested),
  ]);
  const pageCount = pageCountOf(total);
  const page = Math.min(requested, pageCount);
  const rows = page === requested ? found : await readPage(page);
  return { rows, total, page, pageCount, totals, terms: config.payoutTerms, heldBack };
}

/** The actor's newest payouts. */
export function readOwnPayouts(
  pool: Pool,
  { userId }: Owner,
  limit: number,
  offset = 0,
): Promise<z.input<typeof ownPayoutSchema>[]> {
  return selectPlannedOnce(
    pool,
    OWN_COLUMNS,
    (columns) => sql`
      select ${columns} from ${payouts} where ${payouts.influencerId} = ${userId} and ${isShown}
      order by ${payouts.periodStart} desc, ${payouts.id} desc
      limit ${sql.raw(String(limit))} offset ${offset}`,
    'all',
  );
}

/** The totals of the actor's payouts, and how many are listed. */
export async function sumOwnPayouts(
  pool: Pool,
  { userId }: Owner,
  now: Date,
): Promise<{ totals: PayoutTotals; total: number }> {
  const { periodStart } = monthBounds(monthBefore(now, 0));
  const [row] = await selectPlannedOnce(
    pool,
    {
      ...payoutSumsSince(periodStart),
      total: sql<number>`(count(*) filter (where ${isShown}))::int`,
    },
    (columns) => sql`select ${columns} from ${payouts} where ${payouts.influencerId} = ${userId}`,
    'all',
  );
  const { total, ...totals } = row!;
  return { totals, total };
}
