import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { Comparison, FoundDifference } from './compare-records.ts';
import { reconciliationItems } from './reconciliation.table.ts';

const BATCH = 500;
/** The note of a difference that was repaired. */
export const REPAIRED =
  'The event that never arrived was made from the provider’s data and processed.';
const DISAPPEARED = 'The difference was gone at the next comparison.';

/** The time of the transaction, in the precision of the columns. */
const NOW = sql`now()::timestamptz(3)`;

const { status, theirs, ours } = reconciliationItems;

/** Whether a person has explained exactly this difference; another one of the record is new. */
const isExplained = sql`(${status} = 'settled'
  and ${theirs} is not distinct from excluded.theirs and ${ours} is not distinct from excluded.ours)`;
const isStillOpen = sql`${status} = 'open'`;

const keepIf = (condition: SQL, column: SQL, otherwise: SQL) =>
  sql`case when ${condition} then ${column} else ${otherwise} end`;

/**
 * Opens an item for each difference, or finds the one that exists.
 * @returns how many were opened
 */
export async function openItems(
  tx: Db,
  { provider }: Comparison,
  differences: FoundDifference[],
): Promise<number> {
  let opened = 0;
  for (let start = 0; start < differences.length; start += BATCH) {
    const batch = differences.slice(start, start + BATCH);
    const rows = await tx
      .insert(reconciliationItems)
      .values(batch.map((found) => ({ ...valuesOf(found), provider, status: 'open' as const })))
      .onConflictDoUpdate({
        target: [
          reconciliationItems.provider,
          reconciliationItems.kind,
          reconciliationItems.reference,
        ],
        set: {
          ...NEWEST,
          status: keepIf(isExplained, sql`'settled'`, sql`'open'`),
          openedAt: keepIf(
            sql`(${isExplained} or ${isStillOpen})`,
            sql`${reconciliationItems.openedAt}`,
            NOW,
          ),
          resolvedAt: keepIf(isExplained, sql`${reconciliationItems.resolvedAt}`, sql`null`),
          settledBy: keepIf(isExplained, sql`${reconciliationItems.settledBy}`, sql`null`),
          reason: keepIf(isExplained, sql`${reconciliationItems.reason}`, sql`null`),
        },
      })
      .returning({
        isNew: sql<boolean>`${status} = 'open' and ${reconciliationItems.openedAt} = ${NOW}`,
      });
    opened += rows.filter(({ isNew }) => isNew).length;
  }
  return opened;
}

/** Records the differences that were repaired, so that people see what was lost. */
export async function saveRepairs(
  tx: Db,
  { provider }: Comparison,
  repaired: FoundDifference[],
): Promise<void> {
  for (let start = 0; start < repaired.length; start += BATCH) {
    const batch = repaired.slice(start, start + BATCH);
    const resolution = { status: 'repaired' as const, resolvedAt: NOW, reason: REPAIRED };
    await tx
      .insert(reconciliationItems)
      .values(batch.map((found) => ({ ...valuesOf(found), provider, ...resolution })))
      .onConflictDoUpdate({
        target: [
          reconciliationItems.provider,
          reconciliationItems.kind,
          reconciliationItems.reference,
        ],
        set: { ...NEWEST, ...resolution, settledBy: null },
      });
  }
}

/**
 * Closes the open items that the comparison covers and that were not found again, in the transaction
 * of {@link openItems}.
 */
export async function closeItems(
  tx: Db,
  { provider, kinds, from, until }: Comparison,
): Promise<number> {
  const rows = await tx
    .update(reconciliationItems)
    .set({ status: 'closed', resolvedAt: NOW, reason: DISAPPEARED })
    .where(
      and(
        eq(status, 'open'),
        eq(reconciliationItems.provider, provider),
        // What only the provider knows is found whenever it still is there.
        or(
          inArray(reconciliationItems.kind, [...kinds]),
          eq(reconciliationItems.difference, 'missing_here'),
        ),
        or(
          eq(reconciliationItems.kind, 'subscription'),
          sql`${reconciliationItems.occurredAt} between ${from} and ${until}`,
        ),
        // Those that were found again have the time of this transaction.
        sql`${reconciliationItems.lastSeenAt} < ${NOW}`,
      ),
    )
    .returning({ id: reconciliationItems.id });
  return rows.length;
}

const valuesOf = ({ report: _, ...found }: FoundDifference) => ({
  ...found,
  lastSeenAt: NOW,
});

/** What a repeated difference updates. */
const NEWEST = {
  difference: sql`excluded.difference`,
  theirs: sql`excluded.theirs`,
  ours: sql`excluded.ours`,
  paymentId: sql`excluded.payment_id`,
  subscriptionId: sql`excluded.subscription_id`,
  occurredAt: sql`excluded.occurred_at`,
  lastSeenAt: sql`excluded.last_seen_at`,
};
