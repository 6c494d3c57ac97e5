import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { z } from 'zod';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import {
  jsonArray,
  jsonObject,
  selectPlannedOnce,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { heldBackSchema } from '../own-payouts.schema.ts';
import { openUntil } from './open-transactions.ts';
import { payoutRules } from './payout-rules.table.ts';
import { payouts } from './payouts.table.ts';

type HeldBack = z.input<typeof heldBackSchema>;

const defaults = alias(payoutRules, 'default_rules');
const own = alias(payoutRules, 'own_rules');
const released = alias(ledgerTransactions, 'released');

/** What the rules of payouts hold back of an influencer's share, and until when. */
export async function readHeldBack(pool: Pool, influencerId: string, now: Date): Promise<HeldBack> {
  const fields = {
    holdDays: sql<number>`coalesce(${own.holdDays}, ${defaults.holdDays})`,
    heldCents: sumHeld(influencerId, now),
    minimumCents: sql<number>`coalesce(${own.minimumCents}, ${defaults.minimumCents})::float8`,
    reservePercent: sql<number>`coalesce(${own.reservePercent}, ${defaults.reservePercent})::float8`,
    reserveDays: sql<number>`coalesce(${own.reserveDays}, ${defaults.reserveDays})`,
    reserves: listReserves(influencerId),
  } satisfies SelectionOf<
    Omit<HeldBack, 'reserves'> & { reserves: { releaseAt: string; cents: number }[] }
  >;
  const [held] = await selectPlannedOnce(
    pool,
    fields,
    (columns) => sql`
      select ${columns} from ${payoutRules} ${defaults}
      left join ${payoutRules} ${own} on ${own.influencerId} = ${influencerId}
      where ${defaults.influencerId} is null`,
    'all',
  );
  return {
    ...held!,
    reserves: held!.reserves.map((each) => ({ ...each, releaseAt: new Date(each.releaseAt) })),
  };
}

// Without a hold period nothing is held, and no payment is read.
const sumHeld = (influencerId: string, now: Date) => sql<number>`(
  select coalesce(-sum(${ledgerEntries.amountCents}), 0)::float8
  from (${openUntil(now, influencerId)} and rules.hold_days > 0) o
  join ${ledgerEntries} on ${ledgerEntries.transactionId} = o.id
    and ${ledgerEntries.accountId} = o.share_account_id
  where o.payable_at > ${now}::timestamptz)`;

const RESERVES = jsonArray(
  jsonObject({
    releaseAt: sql<Date>`${payouts.reserveReleaseAt}`,
    cents: payouts.reserveHeldCents,
  }),
  sql`${payouts.reserveReleaseAt}, ${payouts.id}`,
);

const listReserves = (influencerId: string) => sql<{ releaseAt: string; cents: number }[]>`(
  select ${RESERVES} from ${payouts}
  where ${and(
    eq(payouts.influencerId, influencerId),
    isNotNull(payouts.reserveReleaseAt),
    gt(payouts.reserveHeldCents, 0),
    ne(payouts.status, 'voided'),
    sql`not exists (
      select from ${ledgerTransactions} ${released}
      where ${released.reverses} = ${payouts.reserveTransactionId})`,
  )})`;
