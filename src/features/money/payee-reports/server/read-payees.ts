import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import { selectRows, type RowOf } from '#src/platform/database/statement.ts';
import { openDetails, paid, PAID_COLUMNS, paidPayeesIn } from './paid-payees.ts';

/** A payee of a year with their confirmed tax details. */
export type Payee = RowOf<typeof PAID_COLUMNS> & { details: TaxDetails | null };

const BATCH = 1_000;

/** Reads all payees of a year in batches, by the number of their account. */
export async function* readPayees(
  { pool, config }: { pool: Pool; config: Pick<Config, 'secrets'> },
  year: number,
): AsyncGenerator<Payee[]> {
  let before = 0;
  for (;;) {
    const last = await findLastAccount(pool, before);
    if (last === null) return;
    const which = sql`${payouts.shareAccountId} > ${before} and ${payouts.shareAccountId} <= ${last}`;
    const rows = await selectRows(
      pool,
      PAID_COLUMNS,
      (columns) => sql`
        select ${columns} from ${paidPayeesIn(year, which)} order by ${paid}.share_account_id`,
    );
    yield rows.map((row) => ({ ...row, details: openDetails(config.secrets, row) }));
    before = last;
  }
}

/** The last account of the batch that follows an account. */
async function findLastAccount(pool: Pool, before: number): Promise<number | null> {
  const [row] = await selectRows(
    pool,
    { last: sql<number | null>`max(id)` },
    (columns) => sql`
      select ${columns} from (
        select ${ledgerAccounts.id} as id from ${ledgerAccounts} where ${ledgerAccounts.id} > ${before}
        order by 1 limit ${sql.raw(String(BATCH))}) batch`,
  );
  return row!.last;
}
