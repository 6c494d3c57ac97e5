import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { INVOICE_LEDGER_RULES } from '#src/features/money/invoices/server/invoice-ledger-rules.ts';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import {
  LEDGER_RULES,
  utcText,
  type LedgerRule,
} from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { commissionAt } from '#src/features/money/plans/server/commission-at.ts';
import { commissionRates } from '#src/features/money/plans/server/commission-rates.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { reversedAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { priceOfPeriod } from '#src/features/money/subscriptions/server/price-changes/price-of-period.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { WRONG_TOTALS } from '#src/platform/database/record-totals.ts';
import { OWED_STATUSES, SETTLED_KINDS } from '../payouts.schema.ts';
import { PAYOUT_DOCUMENT_RULES } from './documents/payout-document-rules.ts';
import { payoutLines, payouts, payoutTransitions } from './payouts.table.ts';

const account = alias(ledgerAccounts, 'account');
const entry = alias(ledgerEntries, 'entry');
const transaction = alias(ledgerTransactions, 'transaction');
const other = alias(ledgerTransactions, 'other');
const reversal = alias(ledgerTransactions, 'reversal');
const refund = alias(refunds, 'refund');
const subscription = alias(userSubscriptions, 'subscription');
const payout = alias(payouts, 'payout');
const line = alias(payoutLines, 'line');
const rate = alias(commissionRates, 'started_rate');
const transition = alias(payoutTransitions, 'transition');

const listOf = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));
const settledKinds = listOf(SETTLED_KINDS);
const owedStatuses = listOf(OWED_STATUSES);

// A payment that the platform refunds automatically: the refund has the charge's id.
const isRefunded = (charge: typeof transaction | typeof other) =>
  sql`exists (select from ${refunds} ${refund} where ${refund.id} = ${charge.id})`;

// Nothing of the charge is left after refunds and disputes, such as a dispute of a repeated payment.
const isReversed = (charge: typeof transaction | typeof other) =>
  sql`(${cashAmount(charge.id)} + ${reversedAmount(charge.id)} <= 0)`;

/** All rules that `npm run ledger:check` checks. */
export const ALL_LEDGER_RULES: readonly LedgerRule[] = [
  ...LEDGER_RULES,
  ...INVOICE_LEDGER_RULES,
  ...PAYOUT_DOCUMENT_RULES,
  {
    rule: 'each payout equals the entries of what it settles',
    subjectKind: 'payout',
    query: sql`
      select ${payout.id}::text as subject,
        'gross ' || coalesce(paid, 0) || ' cents, fee ' || coalesce(fee, 0)
          || ' cents, commission ' || coalesce(commission, 0) || ' cents, adjustments ' || coalesce(adjustment, 0)
          || ' cents, released ' || coalesce(released, 0) || ' cents, share ' || coalesce(share, 0)
          || ' cents' as expected,
        'gross ' || ${payout.grossRevenueCents} || ' cents, fee ' || ${payout.merchantFeeCents}
          || ' cents, commission ' || ${payout.platformCommissionCents}
          || ' cents, adjustments ' || ${payout.adjustmentCents}
          || ' cents, released ' || ${payout.reserveReleasedCents}
          || ' cents, share ' || ${payout.netPayoutCents} + ${payout.reserveHeldCents} || ' cents' as found
      from ${payouts} ${payout} left join lateral (
        select sum(${entry.amountCents}) filter (where ${account.kind} = 'cash') as paid,
          -sum(${entry.amountCents}) filter (where ${account.kind} = 'merchant_fees') as fee,
          -sum(${entry.amountCents}) filter (where ${account.kind} = 'platform_commission') as commission,
          sum(${entry.amountCents}) filter (where ${account.kind} in ('adjustments', 'write_offs')) as adjustment,
          sum(${entry.amountCents}) filter (where ${account.kind} = 'reserves_held') as released,
          -sum(${entry.amountCents}) filter (where ${account.kind} = 'influencer_share') as share
        from ${payoutLines} ${line}
        join ${ledgerEntries} ${entry} on ${entry.transactionId} = ${line.transactionId}
        join ${ledgerAccounts} ${account} on ${account.id} = ${entry.accountId}
        where ${line.payoutId} = ${payout.id}) settled on true
      where ${payout.grossRevenueCents} <> coalesce(paid, 0)
        or ${payout.merchantFeeCents} <> coalesce(fee, 0)
        or ${payout.platformCommissionCents} <> coalesce(commission, 0)
        or ${payout.adjustmentCents} <> coalesce(adjustment, 0)
        or ${payout.reserveReleasedCents} <> coalesce(released, 0)
        or ${payout.netPayoutCents} + ${payout.reserveHeldCents} <> coalesce(share, 0)`,
  },
  {
    rule: 'each payout settles only its own share, and nothing after its period',
    subjectKind: 'payout',
    query: sql`
      select ${payout.id}::text as subject,
        'lines of its account, until ' || ${payout.periodEnd} as expected,
        ${transaction.kind} || ' ' || ${transaction.id} || ' of ' || ${utcText(transaction.occurredAt)} as found
      from ${payoutLines} ${line} join ${payouts} ${payout} on ${payout.id} = ${line.payoutId}
      join ${ledgerTransactions} ${transaction} on ${transaction.id} = ${line.transactionId}
      where ${transaction.shareAccountId} <> ${payout.shareAccountId}
        or ${transaction.occurredAt} >= (${payout.periodEnd} + 1)::timestamp at time zone 'UTC'
        or ${transaction.kind} not in (${settledKinds})`,
  },
  {
    rule: 'each payout is reserved once with its reserve, and paid once if it is marked as paid',
    subjectKind: 'payout',
    query: sql`
      select ${payout.id}::text as subject,
        side.kind || ' ' || coalesce(side.expected || ' cents', 'none') as expected,
        side.kind || ' ' || coalesce(side.cents || ' cents', 'none') as found
      from ${payouts} ${payout} cross join lateral (
        select 'payout' as kind, (select sum(${entry.amountCents}) from ${ledgerEntries} ${entry}
          join ${ledgerTransactions} ${transaction}
            on ${transaction.id} = ${entry.transactionId} and ${transaction.kind} = 'payout'
          where ${transaction.id} = ${payout.madeTransactionId}
            and ${entry.accountId} = ${payout.shareAccountId}) as cents,
          ${payout.netPayoutCents} as expected
        union all
        select 'payout_paid', (select -sum(${entry.amountCents}) from ${ledgerEntries} ${entry}
          join ${ledgerTransactions} ${transaction}
            on ${transaction.id} = ${entry.transactionId} and ${transaction.kind} = 'payout_paid'
          join ${ledgerAccounts} ${account} on ${account.id} = ${entry.accountId}
          where ${transaction.id} = ${payout.paidTransactionId} and ${account.kind} = 'cash'),
          case when ${payout.status} = 'paid' then ${payout.netPayoutCents} end
        union all
        select 'reserve_held', (select sum(${entry.amountCents}) from ${ledgerEntries} ${entry}
          join ${ledgerTransactions} ${transaction}
            on ${transaction.id} = ${entry.transactionId} and ${transaction.kind} = 'reserve_held'
          where ${transaction.id} = ${payout.reserveTransactionId}
            and ${entry.accountId} = ${payout.shareAccountId}),
          nullif(${payout.reserveHeldCents}, 0)) side
      where side.cents is distinct from side.expected`,
  },
  {
    rule: 'each transaction of a payout belongs to one',
    subjectKind: 'transaction',
    query: sql`
      select ${transaction.id}::text as subject, 'one payout' as expected,
        ${transaction.kind} || ' of no payout, or of several' as found
      from ${ledgerTransactions} ${transaction}
      where (${transaction.kind} = 'payout' and not exists (
          select from ${payouts} ${payout} where ${payout.madeTransactionId} = ${transaction.id}))
        or (${transaction.kind} = 'reserve_held' and not exists (
          select from ${payouts} ${payout} where ${payout.reserveTransactionId} = ${transaction.id}))
        or (${transaction.kind} = 'payout_paid' and 1 <> (
          select count(*) from ${payouts} ${payout} where ${payout.paidTransactionId} = ${transaction.id})
          + (select count(*) from ${ledgerTransactions} ${reversal}
            where ${reversal.kind} in ('payout_unpaid', 'payout_returned') and ${reversal.reverses} = ${transaction.id}))`,
  },
  {
    rule: 'each reversal of a payout, its payment or its reserve is in full',
    subjectKind: 'transaction',
    query: sql`
      select ${reversal.id}::text as subject, '0 cents left in account ' || ${entry.accountId} as expected,
        sum(${entry.amountCents}) || ' cents after ' || ${reversal.kind} || ' of ' || ${transaction.kind} as found
      from ${ledgerTransactions} ${reversal}
      join ${ledgerTransactions} ${transaction} on ${transaction.id} = ${reversal.reverses}
      join ${ledgerEntries} ${entry} on ${entry.transactionId} in (${reversal.id}, ${transaction.id})
      where ${reversal.kind} in ('payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released')
      group by ${reversal.id}, ${reversal.kind}, ${transaction.kind}, ${entry.accountId}
      having sum(${entry.amountCents}) <> 0 or not case ${reversal.kind}
        when 'payout_voided' then ${transaction.kind} in ('payout', 'reserve_held')
        when 'reserve_released' then ${transaction.kind} = 'reserve_held'
        else ${transaction.kind} = 'payout_paid' end`,
  },
  {
    rule: 'each voided payout is reversed with its reserve, and its lines are open again',
    subjectKind: 'payout',
    query: sql`
      select ${payout.id}::text as subject, 'reversed with its lines, or neither' as expected,
        ${payout.status} as found
      from ${payouts} ${payout}
      where (${payout.status} = 'voided') <> exists (
          select from ${ledgerTransactions} ${reversal}
          where ${reversal.kind} = 'payout_voided' and ${reversal.reverses} = ${payout.madeTransactionId})
        or (${payout.status} = 'voided' and ${payout.reserveTransactionId} is not null) <> exists (
          select from ${ledgerTransactions} ${reversal}
          where ${reversal.kind} = 'payout_voided' and ${reversal.reverses} = ${payout.reserveTransactionId})
        or exists (
          select from ${payoutLines} ${line}
          where ${line.payoutId} = ${payout.id} and ${line.isVoided} <> (${payout.status} = 'voided'))`,
  },
  {
    rule: 'the payouts due are those that are neither paid nor voided',
    subjectKind: 'total',
    query: sql`
      select 'payouts_due' as subject, owed || ' cents of payouts' as expected, due || ' cents of entries' as found
      from (select coalesce(-sum(${entry.amountCents}), 0) as due
        from ${ledgerEntries} ${entry} join ${ledgerAccounts} ${account}
          on ${account.id} = ${entry.accountId} and ${account.kind} = 'payouts_due') entries
      cross join (select coalesce(sum(${payout.netPayoutCents}), 0) as owed from ${payouts} ${payout}
        where ${payout.status} in (${owedStatuses})) owed_payouts
      where due <> owed`,
  },
  {
    rule: 'each payout has the status of its last change',
    subjectKind: 'payout',
    query: sql`
      select ${payout.id}::text as subject, coalesce(last.to_status, 'pending') as expected, ${payout.status} as found
      from ${payouts} ${payout} left join lateral (
        select ${transition.toStatus} from ${payoutTransitions} ${transition}
        where ${transition.payoutId} = ${payout.id}
        order by ${transition.sequence} desc limit 1) last on true
      where ${payout.status} <> coalesce(last.to_status, 'pending')`,
  },
  {
    rule: 'each period of a subscription is paid for once, at its price',
    subjectKind: 'subscription',
    query: sql`
      select ${subscription.id}::text as subject,
        'one payment of ' || ${priceOfPeriod(subscription, transaction.periodStart)} || ' cents' as expected,
        ${entry.amountCents} || ' cents for the period of ' || ${utcText(transaction.periodStart)} as found
      from ${userSubscriptions} ${subscription}
      join ${ledgerTransactions} ${transaction}
        on ${transaction.subscriptionId} = ${subscription.id} and ${transaction.kind} = 'charge'
      join ${ledgerEntries} ${entry} on ${entry.transactionId} = ${transaction.id}
      join ${ledgerAccounts} ${account}
        on ${account.id} = ${entry.accountId} and ${account.kind} = 'cash'
      where not ${isRefunded(transaction)} and (${entry.amountCents} <> ${priceOfPeriod(subscription, transaction.periodStart)}
        or exists (
          select from ${ledgerTransactions} ${other}
          where ${other.subscriptionId} = ${subscription.id} and ${other.kind} = 'charge'
            and ${other.id} <> ${transaction.id} and ${other.periodStart} < ${transaction.periodEnd}
            and ${transaction.periodStart} < ${other.periodEnd} and not ${isRefunded(other)}
            and not ${isReversed(other)} and not ${isReversed(transaction)}))`,
  },
  {
    // Payments from before the first change of a commission have what applied then.
    rule: 'each payment has the commission of its time',
    subjectKind: 'transaction',
    query: sql`
      select ${transaction.id}::text as subject,
        ${commissionAt(sql`${transaction.occurredAt}`)} || '%' as expected,
        ${transaction.commissionPercent} || '%' as found
      from ${ledgerTransactions} ${transaction}
      join ${userSubscriptions} ${subscription} on ${subscription.id} = ${transaction.subscriptionId}
      join ${subscriptionPlans} on ${subscriptionPlans.id} = ${subscription.subscriptionPlanId}
      join ${ledgerAccounts} ${account}
        on ${account.id} = ${transaction.shareAccountId} and ${account.kind} = 'influencer_share'
      where ${transaction.kind} = 'charge' and exists (
          select from ${commissionRates} ${rate}
          where ${rate.planId} = ${subscriptionPlans.id} and (${rate.createdAt} < ${transaction.recordedAt}
            or ${rate.effectiveFrom} <= ${transaction.occurredAt}))
        and ${transaction.commissionPercent} <> ${commissionAt(sql`${transaction.occurredAt}`)}`,
  },
  {
    rule: 'each payment for a deleted influencer is refunded, or waits for its refund',
    subjectKind: 'transaction',
    query: sql`
      select ${transaction.id}::text as subject, 'a refund' as expected, 'none' as found
      from ${ledgerTransactions} ${transaction}
      join ${ledgerAccounts} ${account}
        on ${account.id} = ${transaction.shareAccountId} and ${account.kind} = 'refunds_due'
      where ${transaction.kind} = 'charge' and not ${isRefunded(transaction)} and not exists (
        select from ${ledgerTransactions} ${reversal} where ${reversal.reverses} = ${transaction.id})`,
  },
  {
    // The sandbox's test clocks lag behind on purpose.
    rule: 'a renewal that was reported after its whole period is refunded',
    subjectKind: 'transaction',
    query: sql`
      select ${transaction.id}::text as subject, 'a refund' as expected,
        'reported on ' || ${utcText(transaction.recordedAt)} || ', for a period until '
          || ${utcText(transaction.periodEnd)} as found
      from ${ledgerTransactions} ${transaction}
      where ${transaction.kind} = 'charge' and ${transaction.provider} <> 'sandbox'
        and ${transaction.recordedAt} >= ${transaction.periodEnd}
        and exists (select from ${ledgerTransactions} ${other}
          where ${other.subscriptionId} = ${transaction.subscriptionId} and ${other.kind} = 'charge'
            and ${other.periodStart} < ${transaction.periodStart})
        and not exists (select from ${refunds} ${refund} where ${refund.chargeId} = ${transaction.id})
        and not exists (
          select from ${ledgerTransactions} ${reversal} where ${reversal.reverses} = ${transaction.id})`,
  },
  {
    rule: 'the current period of each subscription is the last one paid',
    subjectKind: 'subscription',
    query: sql`
      select ${subscription.id}::text as subject,
        coalesce(${utcText(sql`last.period_start`)} || ' to ' || ${utcText(sql`last.period_end`)}, 'nothing paid') as expected,
        coalesce(${utcText(subscription.currentPeriodStart)} || ' to ' || ${utcText(subscription.currentPeriodEnd)}, 'no period') as found
      from ${userSubscriptions} ${subscription} left join lateral (
        select ${transaction.periodStart}, ${transaction.periodEnd}
        from ${ledgerTransactions} ${transaction}
        where ${transaction.subscriptionId} = ${subscription.id}
          and ${transaction.kind} = 'charge' and not ${isRefunded(transaction)}
        order by ${transaction.periodStart} desc limit 1) last on true
      where ${subscription.priceCents} > 0 and ${subscription.status} <> 'cancelled'
        and (last.period_start is distinct from ${subscription.currentPeriodStart}
          or last.period_end is distinct from ${subscription.currentPeriodEnd})`,
  },
  {
    rule: 'the counted totals are those of the records',
    subjectKind: 'total',
    query: WRONG_TOTALS,
  },
];
