import { sql, type SQL } from 'drizzle-orm';
import { ledgerAccounts, ledgerTransactions } from './ledger.table.ts';

/** The instant of the latest recorded payment for an influencer; null if there is none. */
export function latestPaymentAt(influencerId: string): SQL<Date | null> {
  return sql`(
    select ${ledgerTransactions.occurredAt} from ${ledgerTransactions}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerTransactions.shareAccountId}
    where ${ledgerAccounts.influencerId} = ${influencerId}::uuid and ${ledgerTransactions.kind} = 'charge'
    order by ${ledgerTransactions.occurredAt} desc limit 1
  )`.mapWith(ledgerTransactions.occurredAt) as SQL<Date | null>;
}
