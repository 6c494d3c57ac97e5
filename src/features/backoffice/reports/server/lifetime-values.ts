import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { ofShares, type Whose } from '#src/features/money/earnings/server/earnings-money.ts';
import { PAYMENT_KINDS } from '#src/features/money/ledger/ledger.schema.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';

/**
 * What each fan who ever paid has paid until now, less refunds and disputes, on average in whole cents:
 * by share account, and by null for all of them together, where a fan of several counts once.
 */
export async function readLifetimeValues(
  pool: Pool,
  whose: Whose,
): Promise<Map<number | null, number>> {
  const rows = await selectRows(
    pool,
    {
      account: sql<number | null>`${ledgerTransactions.shareAccountId}`,
      cents: sql<number | null>`(sum(${ledgerEntries.amountCents})
        / nullif(count(distinct ${ledgerTransactions.subscriberId})
            filter (where ${ledgerTransactions.kind} = 'charge'), 0))::float8`,
    },
    (columns) => sql`
      select ${columns}
      from ${ledgerTransactions}
      join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${ledgerTransactions.id}
        and ${ledgerEntries.accountId} =
          (select ${ledgerAccounts.id} from ${ledgerAccounts} where ${ledgerAccounts.kind} = 'cash')
      where ${ofShares(whose)} and ${ledgerTransactions.kind} in ${[...PAYMENT_KINDS]}
      group by grouping sets ((${ledgerTransactions.shareAccountId}), ())`,
  );
  return new Map(
    rows.flatMap(({ account, cents }) =>
      cents === null ? [] : [[account, Math.round(cents)] as const],
    ),
  );
}
