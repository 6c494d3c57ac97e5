import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { payoutRequirement } from './payout-requirement.table.ts';

type Requirement = Omit<typeof payoutRequirement.$inferInsert, 'id'>;

/** Sets what payees need to be paid. */
export async function setPayoutRequirement(db: Db, requirement: Requirement): Promise<void> {
  await db.update(payoutRequirement).set(requirement);
}

/**
 * Whether tax details are required that a payee lacks: those of the influencer, or those retained for
 * the share account of a deleted one. The trigger `payouts_need_tax_details` refuses the same.
 */
export function lacksTaxDetails(payee: {
  influencerId: SQLWrapper;
  shareAccountId: SQLWrapper;
}): SQL<boolean> {
  return sql<boolean>`lacks_tax_details(${payee.influencerId}, ${payee.shareAccountId})`;
}

/** Whether payouts to an influencer wait for tax details. */
export async function isWaitingForTaxDetails(db: Db, influencerId: string): Promise<boolean> {
  const payee = { influencerId: sql`${influencerId}::uuid`, shareAccountId: sql`null` };
  const { rows } = await db.execute<{ lacks: boolean }>(
    sql`select ${lacksTaxDetails(payee)} as lacks`,
  );
  return rows[0]!.lacks;
}

/** Whether an influencer lacks the tax details that payouts need; null if they need none. */
export const areTaxDetailsMissing = sql<boolean | null>`(
  select lacks_tax_details(${profiles}.id, null) from ${payoutRequirement}
  where ${payoutRequirement.requiresTaxDetails})`;
