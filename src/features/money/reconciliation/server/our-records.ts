import { and, eq, gt, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type {
  OurSubscription,
  OurTransaction,
} from '#src/features/money/payments/server/provider-records.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Db } from '#src/platform/database/db.ts';

type Page = { after: string | null; limit: number };

/** Our subscriptions that have not ended before an instant, by the provider's reference. */
export async function listSubscriptions(
  db: Db,
  { provider, from }: { provider: string; from: Date },
  { after, limit }: Page,
): Promise<OurSubscription[]> {
  const { providerSubscriptionId: reference, createdAt, endedAt } = userSubscriptions;
  const { currentPeriodEnd: paidUntil } = userSubscriptions;
  return db
    .select({ reference: sql<string>`${reference}`, createdAt, paidUntil })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.provider, provider),
        gt(reference, after ?? ''),
        or(isNull(endedAt), gte(endedAt, from)),
      ),
    )
    .orderBy(reference)
    .limit(limit);
}

/** Our payments and reversals of some subscriptions, oldest first. */
export async function listTransactions(
  db: Db,
  provider: string,
  subscriptionReferences: readonly string[],
): Promise<OurTransaction[]> {
  const nothing = sql`select null::text, null::text where false`;
  const { rows } = await db.execute<OurTransaction & { occurredAt: string }>(sql`
    select kind, reference, subscription_reference as "subscriptionReference",
      amount_cents as "amountCents", occurred_at as "occurredAt"
    from (${ourRecords(provider, new Date(0), nothing)}) ours
    where kind <> 'subscription' and subscription_reference = any(${sql.param(subscriptionReferences)}::text[])
    order by occurred_at, reference`);
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
}

const reversed = alias(ledgerTransactions, 'reversed');
/** A refund that the bank did not accept: the provider no longer lists it. */
const failed = alias(ledgerTransactions, 'failed');

/** The ledger's currency. */
const CURRENCY = sql.raw(`'usd'`);

/** The provider's id of a transaction: a refund that was marked by hand has it in its request. */
const reference = sql`coalesce(${refunds.providerRefundId}, ${ledgerTransactions.providerReference})`;

const renewalState = sql`case
  when ${userSubscriptions.status} = 'cancelled' then 'ended'
  when ${userSubscriptions.cancelAt} is not null then 'stopping'
  when ${userSubscriptions.status} = 'paused' then 'paused' else 'renewing' end`;

/** When the provider was brought to the subscription, or the latest moment while it is not. */
const settledAt = sql`greatest(${userSubscriptions.updatedAt}, ${providerChanges.renewalsSettledAt},
  case when ${providerChanges.concernsRenewals} or ${providerChanges.concernsPause} then 'infinity'::timestamptz end)`;

/**
 * Our payments since an instant, our subscriptions that have not ended, and whatever else the
 * provider lists, in the shape of the provider's records. `known_at` is when we learned of it.
 * @param listed the kinds and references that the provider lists, as a query
 */
export function ourRecords(provider: string, from: Date, listed: SQL): SQL {
  return sql`
    select ${ledgerTransactions.kind} as kind, ${reference} as reference,
      ${userSubscriptions.providerSubscriptionId} as subscription_reference,
      abs(${cashAmount(ledgerTransactions.id)})::int as amount_cents, ${CURRENCY} as currency,
      null::text as state, ${ledgerTransactions.occurredAt} as occurred_at,
      ${ledgerTransactions.recordedAt} as known_at,
      coalesce(${reversed.reverses}, ${ledgerTransactions.reverses}, ${ledgerTransactions.id}) as payment_id,
      ${ledgerTransactions.subscriptionId} as subscription_id
    from ${ledgerTransactions}
    left join ${refunds} on ${refunds.transactionId} = ${ledgerTransactions.id}
    left join ${userSubscriptions} on ${userSubscriptions.id} = ${ledgerTransactions.subscriptionId}
    left join ${ledgerTransactions} ${reversed} on ${reversed.id} = ${ledgerTransactions.reverses}
    where ${ledgerTransactions.provider} = ${provider}
      and ${ledgerTransactions.kind} in ('charge', 'refund', 'dispute', 'dispute_won')
      and not exists (select from ${ledgerTransactions} ${failed}
        where ${failed.reverses} = ${ledgerTransactions.id} and ${failed.kind} = 'refund_failed')
      and (${ledgerTransactions.occurredAt} >= ${from}
        or (${ledgerTransactions.kind}, ${reference}) in (${listed}))
    union all
    select 'subscription', ${userSubscriptions.providerSubscriptionId},
      ${userSubscriptions.providerSubscriptionId}, null, null, ${renewalState},
      ${userSubscriptions.createdAt}, ${settledAt}, null, ${userSubscriptions.id}
    from ${userSubscriptions}
    left join ${providerChanges} on ${providerChanges.subscriptionId} = ${userSubscriptions.id}
    where ${userSubscriptions.provider} = ${provider}
      and ${userSubscriptions.providerSubscriptionId} is not null
      and (${userSubscriptions.status} <> 'cancelled'
        or ('subscription', ${userSubscriptions.providerSubscriptionId}) in (${listed}))`;
}
