import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { expireCheckoutsOf } from '#src/features/money/payments/server/checkouts.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { blocksPurchases } from '../disputes.rules.ts';
import type { PurchaseBlock } from '../disputes.schema.ts';
import { disputeInScope } from './dispute-list.ts';
import { disputes } from './disputes.table.ts';
import { purchaseBlocks } from './purchase-blocks.table.ts';

type Dispute = Pick<typeof disputes.$inferSelect, 'id' | 'chargeId' | 'stage' | 'status'>;

/** The reason for which a block ends by itself; a person's reason is another one. */
const SETTLED = 'The dispute was won or withdrawn';

/**
 * Blocks the fan of an open or lost dispute from buying, and lifts the block once the dispute is won or
 * withdrawn. A block that a person lifted remains lifted.
 */
export async function applyPurchaseBlock(tx: Db, dispute: Dispute): Promise<void> {
  const { id: disputeId } = dispute;
  if (!blocksPurchases(dispute)) {
    await tx
      .update(purchaseBlocks)
      .set({ liftedAt: sql`now()`, liftReason: SETTLED })
      .where(and(eq(purchaseBlocks.disputeId, disputeId), isNull(purchaseBlocks.liftedAt)));
    return;
  }
  const [fan] = await tx
    .select({ id: profiles.id })
    .from(ledgerTransactions)
    .innerJoin(profiles, eq(profiles.id, ledgerTransactions.subscriberId))
    .where(eq(ledgerTransactions.id, dispute.chargeId));
  // Deleted fans cannot buy.
  if (!fan) return;
  const blocked = await tx
    .insert(purchaseBlocks)
    .values({ fanId: fan.id, disputeId })
    .onConflictDoUpdate({
      target: [purchaseBlocks.disputeId, purchaseBlocks.fanId],
      set: { liftedAt: null, liftReason: null, blockedAt: sql`now()` },
      setWhere: and(isNull(purchaseBlocks.liftedBy), eq(purchaseBlocks.liftReason, SETTLED))!,
    })
    .returning({ id: purchaseBlocks.id });
  if (blocked.length > 0) await expireCheckoutsOf(tx, fan.id);
}

const isBlocked = (fanId: string) =>
  and(eq(purchaseBlocks.fanId, fanId), isNull(purchaseBlocks.liftedAt));

/** Whether a fan was blocked from buying at a time. */
export async function wasBlocked(tx: Db, fanId: string, at: Date): Promise<boolean> {
  const found = await tx
    .select({ id: purchaseBlocks.id })
    .from(purchaseBlocks)
    .where(and(isBlocked(fanId), lte(purchaseBlocks.blockedAt, at)))
    .limit(1);
  return found.length > 0;
}

/** @throws DomainError 'purchase-blocked' */
export async function refuseBlockedFan(db: Db, fanId: string): Promise<void> {
  const found = await db
    .select({ id: purchaseBlocks.id })
    .from(purchaseBlocks)
    .where(isBlocked(fanId))
    .limit(1);
  if (found.length === 0) return;
  throw new DomainError(
    'purchase-blocked',
    'You disputed a payment at your bank, so you can’t buy a new subscription. Contact us, and we’ll sort it out together.',
  );
}

/** The blocks of a fan, newest first. Call after checking that the actor may see the fan. */
export async function listPurchaseBlocks(
  db: Db,
  actor: Actor,
  fanId: string,
): Promise<(Omit<PurchaseBlock, 'blockedAt' | 'liftedAt'> & BlockTimes)[]> {
  return db
    .select({
      id: purchaseBlocks.id,
      blockedAt: purchaseBlocks.blockedAt,
      liftedAt: purchaseBlocks.liftedAt,
      liftedBy: nameOrEmail<string | null>(users),
      liftReason: purchaseBlocks.liftReason,
      disputeId: sql<
        string | null
      >`case when ${disputeInScope(actor) ?? sql`true`} then ${disputes.id} end`,
      disputeStatus: disputes.status,
      isByCard: sql<boolean>`${ledgerTransactions.subscriberId} is distinct from ${purchaseBlocks.fanId}`,
    })
    .from(purchaseBlocks)
    .innerJoin(disputes, eq(disputes.id, purchaseBlocks.disputeId))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, disputes.chargeId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerTransactions.shareAccountId))
    .leftJoin(users, eq(users.id, purchaseBlocks.liftedBy))
    .where(eq(purchaseBlocks.fanId, fanId))
    .orderBy(desc(purchaseBlocks.blockedAt), desc(purchaseBlocks.id));
}

type BlockTimes = { blockedAt: Date; liftedAt: Date | null };

/**
 * Lets a fan buy again: lifts all blocks. Call after checking that the actor may see the fan.
 * @throws DomainError 'forbidden' for staff who are limited to influencers, 'not-allowed-in-state' if
 * the fan is not blocked
 */
export async function liftPurchaseBlocks(
  db: Db,
  { userId, isLimited }: Pick<Actor, 'userId' | 'isLimited'>,
  fanId: string,
  liftReason: string,
): Promise<void> {
  if (isLimited) {
    const message = 'A block concerns the whole platform: ask a colleague who isn’t limited.';
    throw new DomainError('forbidden', message);
  }
  const lifted = await db
    .update(purchaseBlocks)
    .set({ liftedAt: sql`now()`, liftedBy: userId, liftReason })
    .where(isBlocked(fanId))
    .returning({ id: purchaseBlocks.id });
  if (lifted.length > 0) return;
  throw new DomainError('not-allowed-in-state', 'This fan isn’t blocked');
}
