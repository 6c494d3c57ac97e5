import { eq, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ledgerAccounts } from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';

/**
 * Saves the name and address of an influencer in the ledger before deletion: what is still owed is
 * paid out under that name.
 */
export async function savePayee(tx: Db, userId: string): Promise<void> {
  await tx
    .update(ledgerAccounts)
    .set({
      payeeName: sql`(select ${profiles.fullName} from ${profiles} where ${profiles.id} = ${userId})`,
      payeeEmail: sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`,
    })
    .where(eq(ledgerAccounts.influencerId, userId));
}
