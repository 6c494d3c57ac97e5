import { inArray, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import {
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { selectRows, type SelectionOf } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { payoutReviewSchema } from '../../payout-changes.schema.ts';
import { needsTaxDetails } from '../payout-columns.ts';
import { payouts } from '../payouts.table.ts';
import { balanceOf, openDisputesOf, shareOf } from '../share-state.ts';

type PayoutReview = z.input<typeof payoutReviewSchema>;

const COLUMNS = {
  id: payouts.id,
  balanceCents: sql<number>`balance.cents::float8`,
  openDisputes: sql<number>`disputed.number::int`,
  disputedCents: sql<number>`disputed.cents::float8`,
  reversedSinceCents: sql<number>`since.cents::float8`,
  needsTaxDetails,
} satisfies SelectionOf<PayoutReview>;

/**
 * What the influencers of payouts are owed now, which disputes are open, and what was reversed since
 * the payouts were made. Payouts outside of the actor's scope are left out.
 */
export async function reviewPayouts(
  pool: Pool,
  actor: Actor,
  ids: readonly string[],
): Promise<{ payouts: PayoutReview[] }> {
  const rows = await selectRows(
    pool,
    COLUMNS,
    (columns) => sql`
      select ${columns} from ${payouts}
      cross join lateral (${balanceOf(payouts.shareAccountId)}) balance
      cross join lateral (${openDisputesOf(payouts.shareAccountId)}) disputed
      cross join lateral (
        select ${shareOf} as cents
        from ${ledgerTransactions}
        join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${ledgerTransactions.id}
          and ${ledgerEntries.accountId} = ${payouts.shareAccountId}
        where ${ledgerTransactions.shareAccountId} = ${payouts.shareAccountId}
          and ${ledgerTransactions.kind} in ('refund', 'refund_failed', 'dispute', 'dispute_won')
          and ${ledgerTransactions.recordedAt} > ${payouts.createdAt}) since
      where ${inArray(payouts.id, [...ids])} and ${inScope(actor, payouts.influencerId) ?? sql`true`}`,
  );
  return { payouts: rows };
}
