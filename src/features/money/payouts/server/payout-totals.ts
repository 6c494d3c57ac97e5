import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTotals,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { OWED_STATUSES, type PayoutTotals } from '../payouts.schema.ts';
import { payouts } from './payouts.table.ts';

const TOTALS = ['thisMonth', 'thisYear', 'allTime', 'pending'] as const;
type TotalName = (typeof TOTALS)[number];
type Row = Record<`${TotalName}Count` | `${TotalName}Cents`, number>;
type Sums = { count: SQL; cents: SQL };

const columnsOf = (sums: Record<TotalName, Sums>): SQL =>
  sql.join(
    TOTALS.flatMap((part) => [
      sql`coalesce(${sums[part].count}, 0)::float8 as ${sql.identifier(`${part}Count`)}`,
      sql`coalesce(${sums[part].cents}, 0)::float8 as ${sql.identifier(`${part}Cents`)}`,
    ]),
    sql`, `,
  );

/** The totals of paid and pending payouts within the actor's limit. */
export async function getPayoutTotals(db: Db, actor: Actor, now: Date): Promise<PayoutTotals> {
  const month = monthBounds(monthBefore(now, 0)).periodStart;
  const year = `${month.slice(0, 4)}-01-01`;
  const scope = inScope(actor, payouts.influencerId);
  const statement = scope ? ofInfluencers(scope, month, year) : platformTotals(month, year);
  const { rows } = await db.execute<Row>(statement);
  const row = rows[0]!;
  const part = (name: TotalName) => ({ count: row[`${name}Count`], cents: row[`${name}Cents`] });
  return {
    thisMonth: part('thisMonth'),
    thisYear: part('thisYear'),
    allTime: part('allTime'),
    pending: part('pending'),
  };
}

const { account, kind, month: monthOf, amountCents, entries } = ledgerTotals;

/** Reads the ledger's totals, whose size does not grow with the payouts. */
function platformTotals(month: string, year: string): SQL {
  const paid = (since: string): Sums => {
    const isPaid = sql`${account} = 'cash' and ${kind} <> 'payout_returned' and ${monthOf} >= ${since}::date`;
    return {
      count: sql`coalesce(sum(case ${kind} when 'payout_paid' then ${entries} else -${entries} end) filter (where ${isPaid}), 0)
        - ${returnedSince(since, sql`count(*)`)}`,
      cents: sql`coalesce(-sum(${amountCents}) filter (where ${isPaid}), 0)
        - ${returnedSince(since, sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`)}`,
    };
  };
  const isCash = sql`${account} = 'cash'`;
  const isPending = sql`${account} = 'payouts_due'`;
  const sums = {
    thisMonth: paid(month),
    thisYear: paid(year),
    allTime: {
      count: sql`sum(case ${kind} when 'payout_paid' then ${entries} else -${entries} end) filter (where ${isCash})`,
      cents: sql`-sum(${amountCents}) filter (where ${isCash})`,
    },
    pending: {
      // An entry when a payout is made, voided, paid, and when that is undone or the bank returns it.
      count: sql`sum(case when ${kind} in ('payout_paid', 'payout_voided') then -${entries} else ${entries} end) filter (where ${isPending})`,
      cents: sql`-sum(${amountCents}) filter (where ${isPending})`,
    },
  };
  return sql`select ${columnsOf(sums)} from ${ledgerTotals}
    where (${account} = 'cash' and ${kind} in ('payout_paid', 'payout_unpaid', 'payout_returned'))
      or ${account} = 'payouts_due'`;
}

const returned = alias(ledgerTransactions, 'returned');
const payment = alias(ledgerTransactions, 'payment');

// A payment that the bank returned counts in no month, as in the payouts themselves.
const returnedSince = (since: string, figure: SQL): SQL => sql`(
  select ${figure} from ${ledgerTransactions} ${returned}
  join ${ledgerTransactions} ${payment} on ${payment.id} = ${returned.reverses}
  join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${returned.id}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId} and ${ledgerAccounts.kind} = 'cash'
  where ${returned.kind} = 'payout_returned' and ${payment.occurredAt} >= ${since}::timestamptz)`;

function ofInfluencers(scope: SQL, month: string, year: string): SQL {
  const sumOf = (filter: SQL): Sums => ({
    count: sql`count(*) filter (where ${filter})`,
    cents: sql`sum(${payouts.netPayoutCents}) filter (where ${filter})`,
  });
  const paid = (since: string) => sumOf(sql`${payouts.paidAt} >= ${since}::timestamptz`);
  const sums = {
    thisMonth: paid(month),
    thisYear: paid(year),
    allTime: sumOf(eq(payouts.status, 'paid')),
    pending: sumOf(inArray(payouts.status, OWED_STATUSES)),
  };
  return sql`select ${columnsOf(sums)} from ${payouts} where ${scope}`;
}
