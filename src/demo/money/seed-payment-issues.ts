import { and, desc, eq, sql } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import {
  lockTransaction,
  recordFailedRefund,
} from '#src/features/money/ledger/server/record-transaction.ts';
import {
  sandboxRecords,
  sandboxSubscriptions,
} from '#src/features/money/payments/server/billing.table.ts';
import { sandboxPortalPath } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Config } from '#src/platform/config/config.ts';

const FAILED_HOURS_AGO = 20;

/** Seeds a renewal that the demo fan has to confirm, and a refund that the fan's bank returned. */
export async function seedPaymentIssues(
  seed: Seed,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  await requireConfirmation(seed, publicUrl);
  await failRefund(seed);
}

async function requireConfirmation({ db, fans: [fan] }: Seed, publicUrl: string): Promise<void> {
  const isDue = and(
    eq(userSubscriptions.subscriberId, fan!.id),
    eq(userSubscriptions.status, 'past_due'),
  );
  const [due] = await db
    .select({ reference: userSubscriptions.providerSubscriptionId })
    .from(userSubscriptions)
    .where(isDue);
  await db
    .update(sandboxSubscriptions)
    .set({ card: 'authenticates' })
    .where(eq(sandboxSubscriptions.id, due!.reference!));
  await db
    .update(userSubscriptions)
    .set({ authenticationUrl: `${publicUrl}${sandboxPortalPath(due!.reference!)}` })
    .where(isDue);
}

async function failRefund({ db, now }: Seed): Promise<void> {
  const [newest] = await db
    .select({ reference: ledgerTransactions.providerReference })
    .from(ledgerTransactions)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, ledgerTransactions.subscriptionId))
    .where(
      and(
        eq(ledgerTransactions.kind, 'refund'),
        sql`${userSubscriptions.endReason} is distinct from 'refund'`,
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt))
    .limit(1);
  const reference = newest!.reference!;
  const refund = await lockTransaction(db, 'refund', 'sandbox', reference);
  const failedAt = new Date(now.getTime() - FAILED_HOURS_AGO * 60 * 60_000);
  await recordFailedRefund(db, refund!, { provider: 'sandbox', reference, occurredAt: failedAt });
  await db
    .update(refunds)
    .set({
      transactionId: null,
      byHand: true,
      failedAt,
      failureReason: 'expired_or_canceled_card',
    })
    .where(eq(refunds.transactionId, refund!.id));
  // The provider no longer lists it.
  await db
    .delete(sandboxRecords)
    .where(and(eq(sandboxRecords.kind, 'refund'), eq(sandboxRecords.reference, reference)));
}
