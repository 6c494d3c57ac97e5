import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { LedgerAccount, LedgerKind } from '#src/features/money/ledger/ledger.schema.ts';
import { SETTLED_KINDS } from '#src/features/money/payouts/payouts.schema.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';
import type { Period, Span } from '../earnings.rules.ts';
import type { Money } from '../earnings.schema.ts';

/** In which of these parts of a period an instant lies, from 0. */
export const partOf = (at: SQL, starts: Date[]): SQL =>
  sql`width_bucket(${at}, ${sql.param(starts)}::timestamptz[]) - 1`;

const accountOf = (account: LedgerAccount): SQL =>
  account === 'influencer_share'
    ? sql`t.share_account_id`
    : sql`(select id from ledger_accounts where kind = ${account})`;

// Debits are positive: what came in as cash, or was given away of what is owed.
const debits = (account: LedgerAccount, ...kinds: LedgerKind[]): SQL => {
  const ofKinds = kinds.length > 0 ? sql`and t.kind in ${kinds}` : sql``;
  return sql`coalesce(sum(e.amount_cents) filter (where e.account_id = ${accountOf(account)} ${ofKinds}), 0)`;
};

/** What fans paid in each part of the period and where it went, of one influencer's account. */
export async function sumMoney(
  pool: Pool,
  shareAccountId: number,
  { from, to, starts }: Period,
): Promise<Map<number, Money>> {
  const statement = sql`
    select ${partOf(sql`t.occurred_at`, starts)} as part,
      (count(*) filter (where t.kind = 'charge' and e.account_id = ${accountOf('cash')}))::int as payments,
      ${debits('cash', 'charge')}::float8 as "grossCents",
      (-${debits('cash', 'refund')})::float8 as "refundedCents",
      (-${debits('cash', 'dispute')})::float8 as "disputedCents",
      ${debits('cash', 'dispute_won')}::float8 as "disputesWonCents",
      (-${debits('merchant_fees')})::float8 as "merchantFeeCents",
      (-${debits('platform_commission')})::float8 as "platformCommissionCents",
      (-${debits('influencer_share')})::float8 as "shareCents"
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.share_account_id = ${shareAccountId} and t.kind in ${[...SETTLED_KINDS]}
      and t.occurred_at >= ${from}::timestamptz and t.occurred_at < ${to}::timestamptz
    group by 1`;
  const rows = await prepareStatement<Money & { part: number }>(pool, statement)({});
  return new Map(rows.map(({ part, ...money }) => [part, money]));
}

/** How many different fans paid. */
export async function countPayingFans(
  pool: Pool,
  shareAccountId: number,
  { from, to }: Span,
): Promise<number> {
  const statement = sql`
    select count(*)::int as fans from (
      select distinct subscriber_id from ledger_transactions
      where share_account_id = ${shareAccountId} and kind = 'charge'
        and occurred_at >= ${from}::timestamptz and occurred_at < ${to}::timestamptz
    ) paid`;
  const [row] = await prepareStatement<{ fans: number }>(pool, statement)({});
  return row!.fans;
}

/**
 * What an influencer earned, and what was taken back of it: `cents` and `at`. From the share's
 * entries alone, which an index holds, less those that set it aside for a payout.
 */
export const ownShare = (influencerId: SQL): SQL => sql`(
  select -e.amount_cents as cents, e.occurred_at as at
  from ledger_accounts a join ledger_entries e on e.account_id = a.id
  where a.influencer_id = ${influencerId}
  union all
  select e.amount_cents, e.occurred_at
  from payouts p
  join ledger_entries e on e.transaction_id = p.made_transaction_id and e.account_id = p.share_account_id
  where p.influencer_id = ${influencerId}
)`;
