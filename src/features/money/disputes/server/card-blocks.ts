import { and, eq, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { Db } from '#src/platform/database/db.ts';
import { blocksPurchases } from '../disputes.rules.ts';
import { disputes } from './disputes.table.ts';
import { paymentCards } from './payment-cards.table.ts';
import { purchaseBlocks } from './purchase-blocks.table.ts';

const cardOwner = alias(ledgerTransactions, 'card_owner');

/** Remembers the card of a payment, if the provider reports it. */
export async function recordPaymentCard(
  tx: Db,
  chargeId: string,
  hashes: readonly string[] | null | undefined,
): Promise<void> {
  const cardHash = hashes?.[0];
  if (cardHash) await tx.insert(paymentCards).values({ chargeId, cardHash }).onConflictDoNothing();
}

/**
 * Blocks a fan who pays with the card of another account whose dispute about a subscription paid with it
 * is open or lost. Staff who lifted the block of that dispute trust the card.
 */
export async function blockOwnerOfCard(
  tx: Db,
  fanId: string,
  hashes: readonly string[] | null | undefined,
): Promise<void> {
  if (!hashes || hashes.length === 0) return;
  const lifted = tx
    .select({ id: purchaseBlocks.id })
    .from(purchaseBlocks)
    .where(and(eq(purchaseBlocks.disputeId, disputes.id), isNotNull(purchaseBlocks.liftedAt)));
  const found = await tx
    .select({
      id: disputes.id,
      stage: disputes.stage,
      status: disputes.status,
      openedAt: disputes.openedAt,
    })
    .from(paymentCards)
    .innerJoin(cardOwner, eq(cardOwner.id, paymentCards.chargeId))
    // A renewal may be disputed whose card is not known: that of the subscription counts.
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.subscriptionId, cardOwner.subscriptionId))
    .innerJoin(disputes, eq(disputes.chargeId, ledgerTransactions.id))
    .where(
      and(
        inArray(paymentCards.cardHash, [...hashes]),
        ne(cardOwner.subscriberId, fanId),
        notExists(lifted),
      ),
    );
  for (const { id: disputeId, openedAt, ...dispute } of found) {
    if (!blocksPurchases(dispute)) continue;
    await tx
      .insert(purchaseBlocks)
      // What was paid before the dispute is honoured.
      .values({ fanId, disputeId, blockedAt: sql`${openedAt}::timestamptz` })
      .onConflictDoNothing();
  }
}
