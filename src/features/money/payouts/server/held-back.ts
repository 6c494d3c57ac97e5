import { and, asc, eq, gt, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { heldBackSchema } from '../own-payouts.schema.ts';
import { openUntil } from './open-transactions.ts';
import { findDefaultRules, findOwnRules } from './payout-rules.ts';
import { payouts } from './payouts.table.ts';

type HeldBack = z.input<typeof heldBackSchema>;

/** What the rules of payouts hold back of an influencer's share, and until when. */
export async function readHeldBack(db: Db, influencerId: string, now: Date): Promise<HeldBack> {
  const [defaults, own, heldCents, reserves] = await Promise.all([
    findDefaultRules(db),
    findOwnRules(db, influencerId),
    sumHeld(db, influencerId, now),
    listReserves(db, influencerId),
  ]);
  return {
    holdDays: own?.holdDays ?? defaults.holdDays,
    heldCents,
    minimumCents: own?.minimumCents ?? defaults.minimumCents,
    reservePercent: own?.reservePercent ?? defaults.reservePercent,
    reserveDays: own?.reserveDays ?? defaults.reserveDays,
    reserves,
  };
}

async function sumHeld(db: Db, influencerId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(sql`
    select coalesce(-sum(${ledgerEntries.amountCents}), 0)::float8 as cents
    from (${openUntil(now, influencerId)}) o
    join ${ledgerEntries} on ${ledgerEntries.transactionId} = o.id
      and ${ledgerEntries.accountId} = o.share_account_id
    where o.payable_at > ${now}::timestamptz`);
  return rows[0]!.cents;
}

function listReserves(db: Db, influencerId: string): Promise<HeldBack['reserves']> {
  return db
    .select({
      releaseAt: sql<Date>`${payouts.reserveReleaseAt}`.mapWith(payouts.reserveReleaseAt),
      cents: payouts.reserveHeldCents,
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.influencerId, influencerId),
        isNotNull(payouts.reserveReleaseAt),
        gt(payouts.reserveHeldCents, 0),
        ne(payouts.status, 'voided'),
        notExists(
          db
            .select({ id: ledgerTransactions.id })
            .from(ledgerTransactions)
            .where(eq(ledgerTransactions.reverses, payouts.reserveTransactionId)),
        ),
      ),
    )
    .orderBy(asc(payouts.reserveReleaseAt), asc(payouts.id));
}
