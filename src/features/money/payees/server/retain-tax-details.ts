import { and, eq, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { taxDetails } from './tax-details.table.ts';

/**
 * Moves the confirmed tax details of an influencer to their share in the ledger before deletion: the
 * yearly reports still need them. An influencer without payments leaves none.
 */
export async function retainTaxDetails(tx: Db, userId: string): Promise<void> {
  await tx
    .update(taxDetails)
    .set({
      influencerId: null,
      retainedSince: sql`now()`,
      shareAccountId: sql`${ledgerAccounts.id}`,
    })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.influencerId, taxDetails.influencerId),
        eq(taxDetails.influencerId, userId),
        eq(taxDetails.status, 'confirmed'),
      ),
    );
}
