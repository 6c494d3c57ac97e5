import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { SETTLED_KINDS } from '../payouts.schema.ts';
import { EFFECTIVE_RULES } from './payout-rules.ts';
import { payoutLines } from './payouts.table.ts';

const kinds = sql.raw(SETTLED_KINDS.map((kind) => `'${kind}'`).join(', '));

export const openTransaction = alias(ledgerTransactions, 'open_transaction');
const reversed = alias(ledgerTransactions, 'reversed');
const charge = alias(ledgerTransactions, 'charge');

/**
 * When an {@link openTransaction} becomes payable: a payment after the hold period, and what reverses
 * it not earlier than the payment itself.
 */
export const PAYABLE_AT = sql<Date>`case
    when rules.hold_days = 0 then ${openTransaction.occurredAt}
    when ${openTransaction.kind} = 'charge' then ${openTransaction.occurredAt} + make_interval(hours => 24 * rules.hold_days)
    when ${openTransaction.kind} in ('refund', 'refund_failed', 'dispute', 'dispute_won') then (
      select greatest(${openTransaction.occurredAt}, ${charge.occurredAt} + make_interval(hours => 24 * rules.hold_days))
      from ${ledgerTransactions} ${reversed}
      join ${ledgerTransactions} ${charge} on ${charge.id} = coalesce(${reversed.reverses}, ${reversed.id})
      where ${reversed.id} = ${openTransaction.reverses})
    else ${openTransaction.occurredAt} end`;

/**
 * Each {@link openTransaction} of an influencer's share that occurred before an instant and that no
 * payout has settled, with `payable_at`; more conditions can follow.
 * @param influencerId of one influencer only
 */
export function openUntil(end: Date, influencerId?: string): SQL {
  const isOwn = influencerId ? sql`rules.influencer_id = ${influencerId}::uuid` : sql`true`;
  return sql`
  select ${openTransaction.id}, ${openTransaction.shareAccountId}, ${openTransaction.kind},
    ${openTransaction.subscriptionId}, ${PAYABLE_AT} as payable_at
  from ${ledgerTransactions} ${openTransaction}
  join (${EFFECTIVE_RULES}) rules on rules.share_account_id = ${openTransaction.shareAccountId}
  where ${isOwn} and ${openTransaction.kind} in (${kinds})
    and ${openTransaction.occurredAt} < ${end}::timestamptz
    and not exists (
      select from ${payoutLines}
      where ${payoutLines.transactionId} = ${openTransaction.id} and not ${payoutLines.isVoided}
    )`;
}
