import { and, eq, inArray } from 'drizzle-orm';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { findProvider, type Payments } from '#src/features/money/payments/server/payments.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Log } from '#src/platform/log/log.ts';

type PaidEvent = Extract<PaymentEvent, { type: 'checkout.completed' | 'renewal.paid' }>;

/** What the provider reported about a payment, for its invoice. */
export type PaymentReceipt = {
  cardLastFour: string | null;
  statementDescriptor: string | null;
  billingCountry: string | null;
  taxCents: number | null;
};

type Dependencies = { payments: Payments; log: Log };
type Payment = { provider: string; paymentId: string };

/** The key of a payment among those of all providers. */
export function receiptKey({ provider, paymentId }: Payment): string {
  return `${provider} ${paymentId}`;
}

/** Reads the stored events of payments again. Payments whose events are deleted have no receipt. */
export async function readReceipts(
  tx: Db,
  { payments, log }: Dependencies,
  paid: Payment[],
): Promise<Map<string, PaymentReceipt>> {
  const receipts = new Map<string, PaymentReceipt>();
  const byProvider = Map.groupBy(paid, ({ provider }) => provider);
  for (const [name, ofProvider] of byProvider) {
    const provider = findProvider(payments, name);
    if (!provider) continue;
    const ids = ofProvider.map(({ paymentId }) => paymentId);
    const stored = await tx
      .select({ id: paymentEvents.id, content: paymentEvents.content })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, name), inArray(paymentEvents.paymentReference, ids)));
    for (const { id, content } of stored) {
      try {
        for (const event of provider.readWebhook(content).filter(isPaid)) {
          receipts.set(
            receiptKey({ provider: name, paymentId: event.paymentId }),
            receiptOf(event),
          );
        }
      } catch (error) {
        // An invoice needs none of it; the payment itself is in the ledger.
        log.warn({ err: error, event: id }, 'a payment event cannot be read for its invoice');
      }
    }
  }
  return receipts;
}

const isPaid = (event: PaymentEvent): event is PaidEvent =>
  event.type === 'checkout.completed' || event.type === 'renewal.paid';

const receiptOf = (event: PaidEvent): PaymentReceipt => ({
  cardLastFour: event.cardLastFour ?? null,
  statementDescriptor: event.statementDescriptor ?? null,
  billingCountry: event.billingCountry ?? null,
  taxCents: event.taxCents ?? null,
});
