import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/db.ts';
import { paymentEvents } from './billing.table.ts';
import { paymentEventSchema, type PaymentEvent } from './payment-provider.ts';

/** Changes what the event is about; false when that is not known (yet). */
export type ApplyPaymentEvent = (tx: Db, provider: string, event: PaymentEvent) => Promise<boolean>;

/** Keeps a verified event before anything else happens. A second delivery keeps the first. */
export async function storePaymentEvent(
  db: Db,
  provider: string,
  event: PaymentEvent,
  rawBody: string,
): Promise<void> {
  await db
    .insert(paymentEvents)
    .values({
      provider,
      providerEventId: event.id,
      type: event.type,
      payload: { event, raw: rawBody },
    })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.providerEventId] });
}

/**
 * Applies a stored event and marks it handled in one transaction. The row's lock makes parallel
 * deliveries wait, and then see that there is nothing left to do.
 * @returns whether the event is handled now.
 */
export const handlePaymentEvent = (
  db: Db,
  provider: string,
  eventId: string,
  apply: ApplyPaymentEvent,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [stored] = await tx
      .select()
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.providerEventId, eventId)))
      .for('update');
    if (!stored || stored.handledAt) return Boolean(stored);
    const { event } = stored.payload as { event: unknown };
    if (!(await apply(tx, provider, paymentEventSchema.parse(event)))) return false;
    await tx
      .update(paymentEvents)
      .set({ handledAt: sql`now()` })
      .where(eq(paymentEvents.id, stored.id));
    return true;
  });

/** Ids of the events of one subscription that came before it was known, oldest period first. */
export async function listWaitingEventIds(
  db: Db,
  provider: string,
  providerSubscriptionId: string,
): Promise<string[]> {
  const event = sql`${paymentEvents.payload}->'event'`;
  const rows = await db
    .select({ id: paymentEvents.providerEventId })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        isNull(paymentEvents.handledAt),
        sql`${event}->>'providerSubscriptionId' = ${providerSubscriptionId}`,
      ),
    )
    .orderBy(sql`${event}->>'periodStart' nulls last`);
  return rows.map((row) => row.id);
}
