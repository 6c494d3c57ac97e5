import { sql, type SQL } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { LedgerAccount } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { monthBounds } from '#src/lib/locale/months.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { PayoutRunResult } from '../payout-run.schema.ts';
import { openTransaction, openUntil, PAYABLE_AT } from './open-transactions.ts';
import { EFFECTIVE_RULES, heldOf, isPaidOut } from './payout-rules.ts';
import { payouts } from './payouts.table.ts';

/**
 * Makes the payouts of a past calendar month (UTC): one for each influencer whose share of the
 * unsettled transactions that are payable before its end reaches the minimum after the reserve. The
 * rest is carried over, as are transactions that are reported after the payout. A single transaction: a run that dies has no effect, and the
 * next one makes all payouts. Concurrent runs wait for each other; the second finds nothing left.
 * @param run.by the admin who runs them; nobody for the nightly job
 * @throws DomainError 'not-allowed-in-state' for a month that is not over
 */
export async function runPayouts(
  { db }: { db: Db },
  { month, by = null }: { month: string; by?: string | null },
  now: Date,
): Promise<PayoutRunResult> {
  const bounds = monthBounds(month);
  if (bounds.to > now) throw new DomainError('not-allowed-in-state', 'This month isn’t over yet');
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payout-run', 0))`);
    await lockInfluencers(tx);
    await collectDue(tx, bounds);
    const at = sql`${now}::timestamptz(3)`;
    await recordTransactions(tx, at);
    const made = await insertPayouts(tx, bounds, by, at);
    await tx.execute(sql`drop table run_open, run_due`);
    return made;
  });
}

// Serializes the run with deletions, so that a deleted influencer is paid under the saved name.
const lockInfluencers = (tx: Db) =>
  tx.execute(sql`
    select count(*) from (
      select from ${profiles} join ${ledgerAccounts} on ${ledgerAccounts.influencerId} = ${profiles.id}
      order by ${profiles.id} for key share of ${profiles}
    ) held`);

const sumOf = (...accounts: LedgerAccount[]): SQL =>
  sql`sum(${ledgerEntries.amountCents}) filter (where ${ledgerAccounts.kind} in (${sql.raw(accounts.map((account) => `'${account}'`).join(', '))}))`;

/**
 * Gathers what is settled, and for whom, in temporary tables, which exclude transactions that are
 * recorded in the meantime. Analyzing them gives the planner the number of rows.
 */
async function collectDue(
  tx: Db,
  { to, periodStart }: ReturnType<typeof monthBounds>,
): Promise<void> {
  await tx.execute(sql`
    create temporary table run_open as ${openUntil(to)}
      and ${PAYABLE_AT} < ${to}::timestamptz
      and not exists (
        select from ${payouts}
        where ${payouts.shareAccountId} = ${openTransaction.shareAccountId}
          and ${payouts.periodStart} = ${periodStart}::date and ${payouts.status} <> 'voided'
      )`);
  await tx.execute(sql`analyze run_open`);
  await tx.execute(sql`
    create temporary table run_due as
    select s.*, coalesce(c.subscriptions, 0) as subscriptions, gen_random_uuid() as payout_id,
      gen_random_uuid() as transaction_id, gen_random_uuid() as reserve_id,
      rules.reserve_days, rules.needs_approval, held.reserve, s.share - held.reserve as net
    from (
      select o.share_account_id,
        coalesce(${sumOf('cash')}, 0) as gross,
        coalesce(-${sumOf('merchant_fees')}, 0) as fee,
        coalesce(-${sumOf('platform_commission')}, 0) as commission,
        coalesce(${sumOf('adjustments', 'write_offs')}, 0) as adjustment,
        coalesce(${sumOf('reserves_held')}, 0) as released,
        -${sumOf('influencer_share')} as share
      from run_open o
      join ${ledgerEntries} on ${ledgerEntries.transactionId} = o.id
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      group by o.share_account_id
    ) s
    left join (
      select share_account_id, count(distinct subscription_id)::int as subscriptions
      from run_open where kind = 'charge' group by share_account_id
    ) c on c.share_account_id = s.share_account_id
    join (${EFFECTIVE_RULES}) rules on rules.share_account_id = s.share_account_id
    cross join lateral (select ${heldOf(sql`s.share - s.released`)} as reserve) held
    where ${isPaidOut(sql`s.share - held.reserve`)}`);
  await tx.execute(sql`analyze run_due`);
}

/** Reserves the shares, and withholds the reserves. */
async function recordTransactions(tx: Db, at: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${ledgerTransactions} (id, kind, occurred_at, share_account_id)
    select transaction_id, 'payout', ${at}, share_account_id from run_due
    union all
    select reserve_id, 'reserve_held', ${at}, share_account_id from run_due where reserve > 0`);
  // One statement inserts all entries of a transaction: the database checks their sum per
  // statement.
  await tx.execute(sql`
    insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, occurred_at)
    select transaction_id, share_account_id, net, ${at} from run_due
    union all
    select transaction_id, ${ledgerAccounts.id}, -net, ${at}
    from run_due cross join ${ledgerAccounts} where ${ledgerAccounts.kind} = 'payouts_due'
    union all
    select reserve_id, share_account_id, reserve, ${at} from run_due where reserve > 0
    union all
    select reserve_id, ${ledgerAccounts.id}, -reserve, ${at}
    from run_due cross join ${ledgerAccounts}
    where ${ledgerAccounts.kind} = 'reserves_held' and reserve > 0`);
}

/** Makes the payouts with a line for each transaction. */
async function insertPayouts(
  tx: Db,
  { periodStart, periodEnd }: ReturnType<typeof monthBounds>,
  by: string | null,
  at: SQL,
): Promise<PayoutRunResult> {
  await tx.execute(sql`
    insert into payouts (
      id, influencer_id, share_account_id, made_transaction_id, payee_name, payee_email,
      period_start, period_end, total_subscriptions, gross_revenue_cents, merchant_fee_cents,
      platform_commission_cents, adjustment_cents, reserve_released_cents, reserve_held_cents,
      reserve_transaction_id, reserve_release_at, net_payout_cents, needs_approval, created_by,
      created_at
    )
    select d.payout_id, ${ledgerAccounts.influencerId}, ${ledgerAccounts.id}, d.transaction_id,
      ${nameOrUnknown(profiles.fullName, ledgerAccounts.payeeName)},
      coalesce(${users.email}, ${ledgerAccounts.payeeEmail}, ''),
      ${periodStart}::date, ${periodEnd}::date, d.subscriptions, d.gross, d.fee,
      d.commission, d.adjustment, d.released, d.reserve,
      case when d.reserve > 0 then d.reserve_id end,
      case when d.reserve > 0 then ${at} + make_interval(hours => 24 * d.reserve_days) end,
      d.net, d.needs_approval, ${by}::uuid, ${at}
    from run_due d
    join ${ledgerAccounts} on ${ledgerAccounts.id} = d.share_account_id
    left join ${profiles} on ${profiles.id} = ${ledgerAccounts.influencerId}
    left join ${users} on ${users.id} = ${ledgerAccounts.influencerId}`);
  await tx.execute(sql`
    insert into payout_lines (transaction_id, payout_id)
    select o.id, d.payout_id from run_open o join run_due d on d.share_account_id = o.share_account_id`);
  const { rows } = await tx.execute<PayoutRunResult>(sql`
    select count(*)::int as payouts, coalesce(sum(gross), 0)::float8 as "grossRevenueCents",
      coalesce(sum(net), 0)::float8 as "netPayoutCents"
    from run_due`);
  return rows[0]!;
}
