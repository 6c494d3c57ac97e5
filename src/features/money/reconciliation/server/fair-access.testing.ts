import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { sandboxSubscriptions } from '#src/features/money/payments/server/billing.table.ts';
import { reversedAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { grantsViewingNow } from '#src/features/money/subscriptions/server/grants-viewing.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { RENEWAL_GRACE_DAYS } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { Db } from '#src/platform/database/db.ts';

const charge = alias(ledgerTransactions, 'paid');
const reversal = alias(ledgerTransactions, 'returned');
const { status, endedAt, endReason, currentPeriodEnd } = userSubscriptions;

/**
 * The provider's ids of the payments that gave their fan no access for their whole period, and that
 * are neither returned nor disputed, nor owed back. Whoever is deleted has had it until then.
 */
export async function listPaidForNothing(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    select ${charge.providerReference} as reference from ${ledgerTransactions} ${charge}
    where ${charge.kind} = 'charge'
      and not exists (select from ${refunds} where ${refunds.chargeId} = ${charge.id})
      and not exists (select from ${ledgerTransactions} ${reversal}
        where ${reversal.reverses} = ${charge.id})
      and not exists (select from ${userSubscriptions}
        where ${userSubscriptions.id} = ${charge.subscriptionId}
          and case when ${status} <> 'cancelled' then ${currentPeriodEnd} >= ${charge.periodEnd}
            when ${endReason} = 'deletion' then ${endedAt} >= ${charge.recordedAt}
            else ${endedAt} >= ${charge.periodEnd} end)`);
  return rows.map(({ reference }) => reference);
}

/** The subscriptions that grant access now, by their clock, without a payment that still counts. */
export async function listWatchingForFree(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${userSubscriptions.id} from ${userSubscriptions}
    left join ${sandboxSubscriptions}
      on ${sandboxSubscriptions.id} = ${userSubscriptions.providerSubscriptionId}
    where ${grantsViewingNow} and not exists (
      select from ${ledgerTransactions} ${charge}
      where ${charge.subscriptionId} = ${userSubscriptions.id} and ${charge.kind} = 'charge'
        and ${cashAmount(charge.id)} + ${reversedAmount(charge.id)} > 0
        and coalesce(${sandboxSubscriptions.clockAt}, now()) between ${charge.periodStart}
          and ${charge.periodEnd} + interval '${sql.raw(String(RENEWAL_GRACE_DAYS))} days')`);
  return rows.map(({ id }) => id);
}
