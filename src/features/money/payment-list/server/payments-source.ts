import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { checkouts } from '#src/features/money/payments/server/billing.table.ts';
import { reversedAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import {
  failedRenewal,
  userSubscriptions,
} from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { jsonObject, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { PaymentFilter, PaymentRow, PaymentState } from '../payment-list.schema.ts';

export const fan = alias(profiles, 'fan');
export const influencer = alias(profiles, 'influencer');
export const share = alias(ledgerAccounts, 'share');
const { at: failedAt, exists: hasFailed } = failedRenewal(userSubscriptions);
const reversal = alias(ledgerTransactions, 'reversal');
const won = alias(ledgerTransactions, 'won');

/**
 * Payments of the ledger, declined purchases, and renewals that failed, where `is_listed`: a condition
 * within the parts would keep PostgreSQL from merging their indexes instead of sorting all rows.
 */
export const PAYMENTS = sql`(
  select ${ledgerTransactions.id}, ${ledgerTransactions.occurredAt} as at, true as is_paid,
    ${ledgerTransactions.kind} = 'charge' as is_listed,
    ${ledgerTransactions.subscriptionId}, ${ledgerTransactions.subscriberId},
    null::uuid as influencer_id, ${ledgerTransactions.shareAccountId}, null::int as price_cents,
    ${ledgerTransactions.provider}, ${ledgerTransactions.providerReference},
    ${ledgerTransactions.periodStart}, ${ledgerTransactions.periodEnd}
  from ${ledgerTransactions}
  union all
  select ${checkouts.id}, ${checkouts.declinedAt}, false,
    ${checkouts.declinedAt} is not null and ${checkouts.status} <> 'completed', null,
    ${checkouts.subscriberId}, ${checkouts.influencerId}, null, ${checkouts.priceCents},
    ${checkouts.provider}, null, null, null
  from ${checkouts}
  union all
  select ${userSubscriptions.id}, ${failedAt}, false, ${hasFailed}, ${userSubscriptions.id},
    ${userSubscriptions.subscriberId}, ${userSubscriptions.influencerId}, null,
    ${userSubscriptions.priceCents}, ${userSubscriptions.provider}, null, null, null
  from ${userSubscriptions}
) payment`;

/** Whether a row of the source is a payment. Each statement needs it. */
export const isListed = sql`payment.is_listed`;

/** The columns of the source. */
export const payment = {
  id: sql<string>`payment.id`,
  at: sql<Date>`payment.at`,
  isPaid: sql<boolean>`payment.is_paid`,
  subscriptionId: sql<string | null>`payment.subscription_id`,
  fanId: sql<string>`payment.subscriber_id`,
  /** Null for payments, which have the share account instead. */
  influencerId: sql<string | null>`payment.influencer_id`,
  shareAccountId: sql<number | null>`payment.share_account_id`,
  provider: sql<string>`payment.provider`,
  providerReference: sql<string | null>`payment.provider_reference`,
  periodStart: sql<Date | null>`payment.period_start`,
  periodEnd: sql<Date | null>`payment.period_end`,
};

/**
 * A condition on payments and one on failed attempts: within each part, PostgreSQL reduces them to one,
 * which an index can serve.
 */
export function isEither(ifPaid: SQL, ifFailed: SQL): SQL {
  return sql`case when payment.is_paid then ${ifPaid} else ${ifFailed} end`;
}

/** Restricts limited staff to the payments for their influencers. */
export function paymentInScope(actor: Pick<Actor, 'userId' | 'isLimited'>): SQL | undefined {
  const isOwn = inScope(actor, payment.influencerId);
  const accounts = sql`select ${ledgerAccounts.id} from ${ledgerAccounts}
    where ${inScope(actor, ledgerAccounts.influencerId)}`;
  return isOwn && isEither(sql`${payment.shareAccountId} = any(array(${accounts}))`, isOwn);
}

/** The influencer whom the payment is for; null after deletion. */
const influencerOfPayment = sql<
  string | null
>`coalesce(payment.influencer_id, ${share.influencerId})`;

/** The source with the people of each payment. */
export const PAYMENTS_WITH_PEOPLE = sql`${PAYMENTS}
  left join ${ledgerAccounts} ${share} on ${share.id} = payment.share_account_id
  left join ${profiles} ${fan} on ${fan.id} = payment.subscriber_id
  left join ${profiles} ${influencer} on ${influencer.id} = ${influencerOfPayment}`;

const reversals = sql`${ledgerTransactions} ${reversal} where ${reversal.reverses} = payment.id`;
// Of a row, not of a filter: PostgreSQL looks them up for the rows of a page instead of collecting all.
const ofRow = (exists: SQL) => sql`(select ${exists} limit 1)`;
const isRefunded = sql`exists (select from ${reversals} and ${reversal.kind} = 'refund')`;
const isDisputed = sql`exists (select from ${reversals} and ${reversal.kind} = 'dispute'
  and not exists (select from ${ledgerTransactions} ${won} where ${won.reverses} = ${reversal.id}))`;

export const IS_PAYMENT: Record<PaymentFilter, SQL> = {
  paid: sql`payment.is_paid and not ${isRefunded} and not ${isDisputed}`,
  refunded: sql`payment.is_paid and ${isRefunded}`,
  disputed: sql`payment.is_paid and ${isDisputed}`,
  failed: sql`not payment.is_paid`,
};

const amountCents = sql<number>`case when payment.is_paid then ${cashAmount(payment.id)}
  else payment.price_cents end`;
const leftCents = sql<number>`case when payment.is_paid
  then ${cashAmount(payment.id)} + ${reversedAmount(payment.id)} else 0 end`;

/** The columns of a row. */
export const PAYMENT_ROW = {
  id: payment.id,
  state: sql<PaymentState>`case when not payment.is_paid then 'failed'
    when ${ofRow(isDisputed)} then 'disputed' when not ${ofRow(isRefunded)} then 'paid'
    when ${leftCents} > 0 then 'partly_refunded' else 'refunded' end`,
  at: payment.at,
  amountCents,
  leftCents,
  fan: jsonObject({
    id: payment.fanId,
    fullName: sql<string>`coalesce(${fan.fullName}, '')`,
    email: sql<string>`coalesce(${fan.email}, 'Deleted fan')`,
    isDeleted: sql<boolean>`${fan.id} is null`,
  } satisfies SelectionOf<PaymentRow['fan']>),
  influencer: jsonObject({
    id: sql<string | null>`${influencer.id}`,
    fullName: sql<string>`case
      when ${influencer.id} is null then coalesce(nullif(${share.payeeName}, ''), 'Deleted influencer')
      else ${nameOrUnknown(influencer.fullName)} end`,
  } satisfies SelectionOf<PaymentRow['influencer']>),
  provider: payment.provider,
  providerReference: payment.providerReference,
  subscriptionId: payment.subscriptionId,
};
