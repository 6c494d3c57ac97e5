import { and, desc, eq, ne } from 'drizzle-orm';
import { isUndecided } from '#src/features/money/disputes/disputes.rules.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { DisputeStatus } from '#src/features/money/payments/billing.schema.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { sandboxWebhook } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { SandboxDependencies } from './sandbox-billing.ts';

const CHALLENGE_MS = 7 * 24 * 60 * 60 * 1000;

/** What the sandbox's bank does about the last payment of a subscription. */
export const BANK_DECISIONS = ['opened', 'won', 'lost'] as const;
export type BankDecision = (typeof BANK_DECISIONS)[number];

/** The status of the dispute of a subscription's last payment; null without a dispute. */
export async function findDisputeStatus(db: Db, subscriptionId: string) {
  return (await findLastPayment(db, subscriptionId))?.status ?? null;
}

async function findLastPayment(db: Db, subscriptionId: string) {
  const [payment] = await db
    .select({ paymentId: ledgerTransactions.providerReference, status: disputes.status })
    .from(ledgerTransactions)
    .leftJoin(
      disputes,
      and(eq(disputes.chargeId, ledgerTransactions.id), ne(disputes.stage, 'pre_dispute')),
    )
    .where(
      and(
        eq(ledgerTransactions.subscriptionId, subscriptionId),
        eq(ledgerTransactions.kind, 'charge'),
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt), desc(ledgerTransactions.id))
    .limit(1);
  return payment ?? null;
}

/** What the bank can do about a payment whose dispute has this status. */
export function possibleDecisions(status: DisputeStatus | null): BankDecision[] {
  if (status === null) return ['opened'];
  return isUndecided(status) ? ['won', 'lost'] : [];
}

type Disputed = { id: string; priceCents: number };

/**
 * Disputes the last payment of a subscription, or decides its dispute, through the webhook.
 * @returns false if that is not possible now
 */
export async function decideAsBank(
  { config, db, deliver }: SandboxDependencies,
  { id, priceCents }: Disputed,
  decision: BankDecision,
): Promise<boolean> {
  const payment = await findLastPayment(db, id);
  if (!payment?.paymentId || !possibleDecisions(payment.status).includes(decision)) return false;
  const { paymentId } = payment;
  const disputeId = `sandbox_dispute_${paymentId}`;
  const occurredAt = await readDatabaseTime(db);
  const common = { paymentId, disputeId, occurredAt };
  const reported: PaymentEvent = {
    type: 'dispute.reported',
    ...common,
    id: `${disputeId}_is_${decision}`,
    stage: 'dispute',
    status: decision,
    providerStatus: decision,
    reason: 'fraudulent',
    reasonCode: '10.4',
    network: 'visa',
    ...(decision === 'opened' && { challengeBy: new Date(occurredAt.getTime() + CHALLENGE_MS) }),
  };
  for (const event of [...movementsOf(decision, common, priceCents), reported]) {
    const response = await deliver(sandboxWebhook(config, event));
    if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
  }
  return true;
}

/** The event that moves the money; a lost dispute moved it when it was opened. */
function movementsOf(
  decision: BankDecision,
  common: { paymentId: string; disputeId: string; occurredAt: Date },
  amountCents: number,
): PaymentEvent[] {
  const { disputeId } = common;
  if (decision === 'opened') {
    return [{ type: 'dispute.opened', ...common, id: `${disputeId}_opened`, amountCents }];
  }
  return decision === 'won' ? [{ type: 'dispute.won', ...common, id: `${disputeId}_won` }] : [];
}
