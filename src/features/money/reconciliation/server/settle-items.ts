import { eq, sql } from 'drizzle-orm';
import type { BulkResult } from '#src/lib/listing.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { Settlement } from '../reconciliation.schema.ts';
import { requireUnlimited } from './list-reconciliation.ts';
import { reconciliationItems } from './reconciliation.table.ts';

/**
 * Settles differences that a person has explained. The same difference stays settled when it is found
 * again; another one of the same record is opened again.
 * @throws DomainError 'forbidden'
 */
export async function settleItems(
  db: Db,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  { ids, reason }: Settlement,
): Promise<BulkResult> {
  requireUnlimited(actor);
  const result = await changeEach(ids, (id) =>
    db.transaction(async (tx) => {
      const isIt = eq(reconciliationItems.id, id);
      const [item] = await tx
        .select({ status: reconciliationItems.status })
        .from(reconciliationItems)
        .where(isIt)
        .for('update');
      if (!item) throw new DomainError('not-found', 'Difference not found');
      if (item.status !== 'open') {
        throw new DomainError('not-allowed-in-state', `It is already ${item.status}`);
      }
      await tx
        .update(reconciliationItems)
        .set({ status: 'settled', resolvedAt: sql`now()`, settledBy: actor.userId, reason })
        .where(isIt);
    }),
  );
  await publishLiveEvent(db, { topic: 'notifications', backOffice: 'unlimited' });
  return result;
}
