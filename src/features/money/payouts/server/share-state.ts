import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';

/** The sum of the entries of a share as an amount that is owed. */
export const shareOf = sql`coalesce(-sum(${ledgerEntries.amountCents}), 0)`;

/** Selects the `cents` of a share that are in no payout; negative after reversals. */
export function balanceOf(shareAccountId: SQLWrapper): SQL {
  return sql`
    select ${shareOf} as cents from ${ledgerEntries}
    where ${ledgerEntries.accountId} = ${shareAccountId}`;
}

/** Selects the `number` and `cents` of recent disputes about payments to a share that were not won. */
export function openDisputesOf(shareAccountId: SQLWrapper): SQL {
  return sql`
    select count(*) as number, coalesce(-sum(cash.amount_cents), 0) as cents
    from ${ledgerTransactions}
    join ${ledgerEntries} cash on cash.transaction_id = ${ledgerTransactions.id}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = cash.account_id and ${ledgerAccounts.kind} = 'cash'
    where ${ledgerTransactions.shareAccountId} = ${shareAccountId}
      and ${ledgerTransactions.kind} = 'dispute'
      and ${ledgerTransactions.occurredAt} >= now() - interval '120 days'
      and not exists (
        select from ${ledgerTransactions} won
        where won.reverses = ${ledgerTransactions.id} and won.kind = 'dispute_won')`;
}
