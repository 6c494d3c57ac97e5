import { and, eq, isNotNull } from 'drizzle-orm';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import type { EventOf, Situation } from './payment-situation.ts';

type RenewalNews = EventOf<'renewals.stopped' | 'renewals.resumed'>;

/**
 * Whether renewals were stopped or resumed later than this tells. Providers deliver in any order,
 * and a stop that comes last although it was taken back would leave a fan charged unawares.
 */
export async function isOutdated(
  { tx, provider, payments }: Pick<Situation, 'tx' | 'provider' | 'payments'>,
  { providerSubscriptionId, occurredAt }: RenewalNews,
): Promise<boolean> {
  const handled = await tx
    .select({ content: paymentEvents.content })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.subscriptionReference, providerSubscriptionId),
        isNotNull(paymentEvents.handledAt),
      ),
    );
  return handled
    .flatMap(({ content }) => payments.readWebhook(content))
    .some(
      (event) =>
        (event.type === 'renewals.stopped' || event.type === 'renewals.resumed') &&
        event.providerSubscriptionId === providerSubscriptionId &&
        event.occurredAt > occurredAt,
    );
}
