import { sql } from 'drizzle-orm';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { payouts } from './payouts.table.ts';

/**
 * Releases the reserves whose time has come into the influencers' shares, so that the next payouts
 * contain them. The lock on the payouts serializes this with their voiding, and of two simultaneous
 * releases the second finds the first one's reversal.
 * @returns how many were released
 */
export async function releaseReserves({ db }: { db: Db }, now: Date): Promise<number> {
  const at = sql`${now}::timestamptz(3)`;
  const { rows } = await db.execute<{ released: number }>(sql`
    with due as materialized (
      select ${payouts.reserveTransactionId} as held, ${payouts.shareAccountId} as account,
        ${payouts.reserveHeldCents} as cents, gen_random_uuid() as id
      from ${payouts}
      where ${payouts.reserveReleaseAt} <= ${at} and ${payouts.status} <> 'voided' and not exists (
        select from ${ledgerTransactions}
        where ${ledgerTransactions.reverses} = ${payouts.reserveTransactionId}
      )
      for no key update of ${payouts}
    ), released as (
      insert into ${ledgerTransactions} (id, kind, occurred_at, share_account_id, reverses)
      select id, 'reserve_released', ${at}, account, held from due
      on conflict do nothing
      returning id as released_id
    ), entered as (
      insert into ${ledgerEntries} (transaction_id, account_id, amount_cents, occurred_at)
      select due.id, account, -cents, ${at} from due join released on released_id = due.id
      union all
      select due.id, ${ledgerAccounts.id}, cents, ${at}
      from due join released on released_id = due.id cross join ${ledgerAccounts} where ${ledgerAccounts.kind} = 'reserves_held'
    )
    select count(*)::int as released from released`);
  return rows[0]!.released;
}
