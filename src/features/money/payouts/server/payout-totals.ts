import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTotals,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import {
  jsonObject,
  literal,
  selectPlannedOnce,
  selectRows,
  type SelectionOf,
} from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { OWED_STATUSES, type PayoutTotals } from '../payouts.schema.ts';
import { payouts } from './payouts.table.ts';

type Sums = { count: SQL; cents: SQL };

// A double is exact for cents.
const sumsOf = ({ count, cents }: Sums) =>
  jsonObject({
    count: sql<number>`coalesce(${count}, 0)::float8`,
    cents: sql<number>`coalesce(${cents}, 0)::float8`,
  });

/** The totals of paid and pending payouts within the actor's limit. */
export async function getPayoutTotals(pool: Pool, actor: Actor, now: Date): Promise<PayoutTotals> {
  const month = monthBounds(monthBefore(now, 0)).periodStart;
  const scope = inScope(actor, payouts.influencerId);
  const [totals] = scope
    ? await selectRows(
        pool,
        payoutSumsSince(month),
        (columns) => sql`select ${columns} from ${payouts} where ${scope}`,
      )
    : await sumPlatform(pool, month);
  return totals!;
}

const yearOf = (month: string): string => `${month.slice(0, 4)}-01-01`;

const { account, kind, month: monthOf, amountCents, entries } = ledgerTotals;
const { reverses, id } = ledgerTransactions;
const payment = alias(ledgerTransactions, 'payment');

// A payment that the bank returned counts in no month, as in the payouts themselves.
const RETURNED = sql`
  select ${payment.occurredAt} as paid_at, ${ledgerEntries.amountCents} as cents
  from ${ledgerTransactions}
  join ${ledgerTransactions} ${payment} on ${payment.id} = ${reverses}
  join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${id}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId} and ${ledgerAccounts.kind} = 'cash'
  where ${ledgerTransactions.kind} = 'payout_returned'`;

/** Reads the ledger's totals, whose size does not grow with the payouts. */
function sumPlatform(pool: Pool, month: string): Promise<PayoutTotals[]> {
  const isCash = sql`${account} = 'cash'`;
  const isPending = sql`${account} = 'payouts_due'`;
  const paidCount = sql`sum(case ${kind} when 'payout_paid' then ${entries} else -${entries} end)`;
  const paidCents = sql`-sum(${amountCents})`;
  const paid = (since: string): Sums => {
    const isPaid = sql`${isCash} and ${kind} <> 'payout_returned' and ${monthOf} >= ${since}::date`;
    const wasPaid = sql`from returned where paid_at >= ${since}::date`;
    return {
      count: sql`coalesce(${paidCount} filter (where ${isPaid}), 0) - (select count(*) ${wasPaid})`,
      cents: sql`coalesce(${paidCents} filter (where ${isPaid}), 0)
        - (select coalesce(sum(cents), 0) ${wasPaid})`,
    };
  };
  const totals = {
    thisMonth: sumsOf(paid(month)),
    thisYear: sumsOf(paid(yearOf(month))),
    allTime: sumsOf({
      count: sql`${paidCount} filter (where ${isCash})`,
      cents: sql`${paidCents} filter (where ${isCash})`,
    }),
    pending: sumsOf({
      // An entry when a payout is made, voided, paid, and when that is undone or the bank returns it.
      count: sql`sum(case when ${kind} in ('payout_paid', 'payout_voided') then -${entries} else ${entries} end) filter (where ${isPending})`,
      cents: sql`-sum(${amountCents}) filter (where ${isPending})`,
    }),
  } satisfies SelectionOf<PayoutTotals>;
  return selectPlannedOnce(
    pool,
    totals,
    (columns) => sql`
      with returned as (${RETURNED})
      select ${columns} from ${ledgerTotals}
      where (${isCash} and ${kind} in ('payout_paid', 'payout_unpaid', 'payout_returned'))
        or ${isPending}`,
    'all',
  );
}

/** The totals of rows of payouts: paid ones by the date of payment (UTC), and pending ones. */
export function payoutSumsSince(month: string) {
  const sumOf = (filter: SQL) =>
    sumsOf({
      count: sql`count(*) filter (where ${filter})`,
      cents: sql`sum(${payouts.netPayoutCents}) filter (where ${filter})`,
    });
  const paid = (since: string) => sumOf(sql`${payouts.paidAt} >= ${since}::date`);
  return {
    thisMonth: paid(month),
    thisYear: paid(yearOf(month)),
    allTime: sumOf(eq(payouts.status, literal('paid'))),
    pending: sumOf(inArray(payouts.status, OWED_STATUSES)),
  } satisfies SelectionOf<PayoutTotals>;
}
