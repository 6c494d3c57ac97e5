import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import {
  PAYMENT_KINDS,
  type LedgerAccount,
  type LedgerKind,
} from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries as entries,
  ledgerTransactions as transactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { literal, selectPlannedOnce, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Period, Span } from '../earnings.rules.ts';
import type { AgencyMoney } from '../earnings.schema.ts';

/**
 * Whose money is meant: a condition on a column with an influencer's id. Without one it is everybody's,
 * also that of deleted influencers.
 */
export type Whose = ((influencerId: SQLWrapper) => SQL | undefined) & { isOne?: true };

/** One influencer. */
export function onlyOf(id: string): Whose {
  const isTheirs: Whose = (influencerId) => sql`${influencerId} = ${id}::uuid`;
  return Object.assign(isTheirs, { isOne: true as const });
}

/** Which values do not matter for a plan: that of one influencer serves every range. */
export function indifferentFor({ isOne }: Whose): 'all' | 0 {
  return isOne ? 'all' : 0;
}

/** Restricts transactions to the shares of influencers. */
export function ofShares(whose: Whose): SQL {
  const condition = whose(ledgerAccounts.influencerId);
  return condition
    ? sql`${transactions.shareAccountId} in (select ${ledgerAccounts.id} from ${ledgerAccounts} where ${condition})`
    : sql`true`;
}

/** The index (from 0) of the part of a period that an instant falls into. */
export function partIndex(at: SQL, starts: Date[]): SQL<number> {
  return sql`width_bucket(${at}, ${sql.param(starts)}::timestamptz[]) - 1`;
}

const accountOf = (account: LedgerAccount): SQL =>
  account === 'influencer_share'
    ? sql`${transactions.shareAccountId}`
    : sql`(select ${ledgerAccounts.id} from ${ledgerAccounts} where ${ledgerAccounts.kind} = ${literal(account)})`;

const listOf = (kinds: readonly LedgerKind[]): SQL =>
  sql.raw(kinds.map((kind) => `'${kind}'`).join(', '));

// Debits are positive: cash received, or a liability reduced.
const debits = (account: LedgerAccount, ...kinds: LedgerKind[]): SQL => {
  const ofKinds = kinds.length > 0 ? sql`and ${transactions.kind} in (${listOf(kinds)})` : sql``;
  return sql`coalesce(sum(${entries.amountCents}) filter (where ${entries.accountId} = ${accountOf(account)} ${ofKinds}), 0)`;
};

const MONEY = {
  payments: sql<number>`(count(*) filter (
    where ${transactions.kind} = 'charge' and ${entries.accountId} = ${accountOf('cash')}))::int`,
  grossCents: sql<number>`${debits('cash', 'charge')}::float8`,
  refundedCents: sql<number>`(-${debits('cash', 'refund', 'refund_failed')})::float8`,
  disputedCents: sql<number>`(-${debits('cash', 'dispute')})::float8`,
  disputesWonCents: sql<number>`${debits('cash', 'dispute_won')}::float8`,
  merchantFeeCents: sql<number>`(-${debits('merchant_fees')})::float8`,
  platformCommissionCents: sql<number>`(-${debits('platform_commission')})::float8`,
  shareCents: sql<number>`(-${debits('influencer_share', ...PAYMENT_KINDS)})::float8`,
  adjustmentCents: sql<number>`${debits('adjustments')}::float8`,
  overReturnedCents: sql<number>`${debits('write_offs', ...PAYMENT_KINDS)}::float8`,
  writeOffCents: sql<number>`${debits('write_offs', 'write_off')}::float8`,
  providerFeeCents: sql<number>`${debits('provider_fees', 'provider_fee')}::float8`,
  disputeFeeCents: sql<number>`${debits('provider_fees', 'dispute_fee')}::float8`,
} satisfies SelectionOf<AgencyMoney>;

/** Restricts transactions to a span. */
function isWithin({ from, to }: Span): SQL {
  return sql`${transactions.occurredAt} >= ${from}::timestamptz and ${transactions.occurredAt} < ${to}::timestamptz`;
}

const EARNING_KINDS = listOf([
  ...PAYMENT_KINDS,
  'adjustment',
  'write_off',
  'provider_fee',
  'dispute_fee',
]);

/** Sums what fans paid in a span and how it is divided, by a key. */
export async function sumMoneyBy<Key>(
  pool: Pool,
  whose: Whose,
  span: Span,
  key: SQL<Key>,
): Promise<Map<Key, AgencyMoney>> {
  const rows = await selectPlannedOnce(
    pool,
    { key, ...MONEY } as { key: SQL<Key> } & typeof MONEY,
    (columns) => sql`
      select ${columns}
      from ${transactions} join ${entries} on ${entries.transactionId} = ${transactions.id}
      where ${ofShares(whose)}
        and ${transactions.kind} in (${EARNING_KINDS}) and ${isWithin(span)}
      group by 1`,
    indifferentFor(whose),
  );
  return new Map(rows.map(({ key: found, ...money }) => [found as Key, money as AgencyMoney]));
}

/** Sums what fans paid and how it is divided, for each part of the period. */
export function sumMoney(
  pool: Pool,
  whose: Whose,
  period: Period,
): Promise<Map<number, AgencyMoney>> {
  return sumMoneyBy(pool, whose, period, partIndex(sql`${transactions.occurredAt}`, period.starts));
}

/** Counts the distinct fans who paid. */
export async function countPayingFans(pool: Pool, whose: Whose, span: Span): Promise<number> {
  const [row] = await selectPlannedOnce(
    pool,
    { fans: sql<number>`count(*)::int` },
    (columns) => sql`
      select ${columns} from (
        select distinct ${transactions.subscriberId} from ${transactions}
        where ${ofShares(whose)} and ${transactions.kind} = 'charge'
          and ${isWithin(span)}
      ) paid`,
    indifferentFor(whose),
  );
  return row!.fans;
}

/**
 * An influencer's share of the payments, less reversals, as `cents` and `at`. Reads only the share's
 * entries, which an index covers, and takes out the few that belong to no payment.
 */
export function ownShare(influencerId: SQL): SQL {
  return sql`(
  select -${entries.amountCents} as cents, ${entries.occurredAt} as at
  from ${ledgerAccounts} join ${entries} on ${entries.accountId} = ${ledgerAccounts.id}
  where ${ledgerAccounts.influencerId} = ${influencerId}
  union all
  select ${entries.amountCents}, ${entries.occurredAt}
  from ${ledgerAccounts}
  join ${transactions} on ${transactions.shareAccountId} = ${ledgerAccounts.id}
    and ${transactions.kind} not in (${listOf(PAYMENT_KINDS)})
  join ${entries} on ${entries.transactionId} = ${transactions.id}
    and ${entries.accountId} = ${ledgerAccounts.id}
  where ${ledgerAccounts.influencerId} = ${influencerId}
)`;
}
