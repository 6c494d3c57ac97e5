import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
} from '#src/features/money/payments/server/payment-provider.ts';
import { sandboxWebhook } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { saveSandboxEvent } from '#src/features/money/payments/server/sandbox/sandbox-records.ts';
import {
  disputed,
  disputeWon,
  refunded,
  renewed,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import type { TestApp } from '#test/harness.ts';
import {
  count,
  createInfluencer,
  pay,
  paymentOf,
  repeatIfUnknown,
  send,
  startCheckout,
  withStock,
  type Task,
} from './kill-client.ts';

/** Delivers an event that the sandbox knows, as a provider does. @throws Error unless it is accepted */
export async function deliverReport(app: TestApp, url: string, event: PaymentEvent): Promise<void> {
  const { headers, body } = sandboxWebhook(app.config, event);
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  await send(url, '/webhooks/sandbox', null, init);
}

type Purchase = Awaited<ReturnType<typeof findPurchase>>;

/** The sandbox's event of a paid checkout, by its own records. */
export async function findPurchase(app: TestApp, checkout: string) {
  const isIt = eq(sandboxRecords.reference, paymentOf(checkout));
  const [record] = await app.db.select().from(sandboxRecords).where(isIt);
  const event = paymentEventSchema.parse(JSON.parse(record!.event!));
  if (event.type !== 'checkout.completed') throw new Error('not a purchase');
  return event;
}

/** Webhooks about a renewal and a refund of it, or about a dispute that is won; some come twice. */
export function deliverReports(app: TestApp): Task {
  const make = async (url: string) => {
    const [fan, influencer] = [await app.as('subscriber'), await createInfluencer(app)];
    const checkout = await startCheckout(url, fan, influencer);
    await pay(url, checkout, fan, 0);
    return findPurchase(app, checkout);
  };
  return withStock(make, (purchase) => async (url, sent) => {
    for (const { event, kind, reference } of reportsAfter(purchase)) {
      await saveSandboxEvent(app.db, event);
      const deliver = async (at: string) => {
        await deliverReport(app, at, event);
        if (randomInt(2) === 0) await deliverReport(app, at, event);
      };
      const isRecorded = and(
        eq(ledgerTransactions.kind, kind),
        eq(ledgerTransactions.providerReference, reference),
      );
      await repeatIfUnknown(url, sent, deliver, async () =>
        expect(await count(app, ledgerTransactions, isRecorded)).toBe(1),
      );
    }
  });
}

/** What the sandbox reports after a purchase, and what the ledger has of it then. */
function reportsAfter(purchase: Purchase) {
  const { occurredAt } = purchase;
  if (randomInt(2) === 0) {
    const [dispute, won] = [disputed(purchase), disputeWon(purchase)];
    return [
      { event: dispute, kind: 'dispute', reference: dispute.disputeId },
      { event: won, kind: 'dispute_won', reference: won.disputeId },
    ] as const;
  }
  const renewal = { ...renewed(purchase), occurredAt };
  const refund = { ...refunded(renewal, 300), occurredAt };
  return [
    { event: renewal, kind: 'charge', reference: renewal.paymentId },
    { event: refund, kind: 'refund', reference: refund.refundId },
  ] as const;
}
