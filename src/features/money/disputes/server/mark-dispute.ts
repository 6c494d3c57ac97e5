import { and, eq } from 'drizzle-orm';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { isUndecided } from '../disputes.rules.ts';
import type { MarkDispute } from '../disputes.schema.ts';
import { disputeInScope } from './dispute-list.ts';
import { disputes } from './disputes.table.ts';
import { applyPurchaseBlock } from './purchase-blocks.ts';

/** Locks a dispute in the actor's scope. @throws DomainError 'not-found' */
async function lockDispute(tx: Db, actor: Actor, id: string) {
  const [found] = await tx
    .select({ status: disputes.status, stage: disputes.stage })
    .from(disputes)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, disputes.chargeId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerTransactions.shareAccountId))
    .where(and(eq(disputes.id, id), disputeInScope(actor)))
    .for('update', { of: disputes });
  if (!found) throw new DomainError('not-found', 'Dispute not found');
  return found;
}

/**
 * Records what a person did about a dispute at the provider. What the provider reports later counts.
 * @throws DomainError 'not-found', 'not-allowed-in-state' once it is decided
 */
export async function markDispute(
  db: Db,
  actor: Actor,
  id: string,
  { status, note }: MarkDispute,
): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await lockDispute(tx, actor, id);
    if (!isUndecided(known.status)) {
      throw new DomainError('not-allowed-in-state', 'This dispute has already been decided');
    }
    const [marked] = await tx
      .update(disputes)
      .set({ status, note, reportedAt: await readDatabaseTime(tx) })
      .where(eq(disputes.id, id))
      .returning();
    await applyPurchaseBlock(tx, marked!);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}
