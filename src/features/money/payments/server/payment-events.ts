import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { ReplayedEvents } from '../payment-events.schema.ts';
import { paymentEvents } from './billing.table.ts';
import type { PaymentEvent, PaymentProvider, VerifiedWebhook } from './payment-provider.ts';

/** Changes what the event is about; false when that is not known (yet). */
export type ApplyPaymentEvent = (tx: Db, provider: string, event: PaymentEvent) => Promise<boolean>;

type References = Pick<
  typeof paymentEvents.$inferSelect,
  'subscriptionReference' | 'paymentReference'
>;
type Attempted = References & { id: string; isHandled: boolean };
type Handling = { db: Db; payments: PaymentProvider; apply: ApplyPaymentEvent };

const ERROR_LENGTH = 500;
/** Events that one replay handles. */
export const REPLAYED_AT_ONCE = 500;
/** An event that cannot be handled for so long has failed: somebody has to look at it. */
const RETRIED_FOR = sql`interval '3 days'`;
/** The first wait before the job tries again; each later one is twice as long. */
const FIRST_RETRY = sql`interval '10 minutes'`;
const LONGEST_RETRY = sql`interval '12 hours'`;

/** Keeps a verified call before anything else happens. A second delivery keeps the first. @returns its id */
export async function storePaymentEvent(
  db: Db,
  provider: string,
  { id: providerEventId, type, content }: VerifiedWebhook,
): Promise<string> {
  const [stored] = await db
    .insert(paymentEvents)
    .values({ provider, providerEventId, type, content })
    // Touched, not changed: so that the row of the first delivery is returned.
    .onConflictDoUpdate({
      target: [paymentEvents.provider, paymentEvents.providerEventId],
      set: { providerEventId },
    })
    .returning({ id: paymentEvents.id })
    .prepare('payment_event_store')
    .execute();
  return stored!.id;
}

/**
 * Handles a stored event, and then those that waited for it.
 * @returns whether it is handled now; what cannot be handled yet waits.
 * @throws whatever went wrong; it is noted with the event, which can be handled again.
 */
export async function handlePaymentEvent(handling: Handling, id: string): Promise<boolean> {
  let found = await attempt(handling, id);
  // What it waits for may have come just now, and not have seen it wait.
  if (found && !found.isHandled) found = await attempt(handling, id, { isRepeat: true });
  if (!found?.isHandled) return false;
  // Each that is handled may be what others wait for.
  const handled = [found];
  for (let about = handled.pop(); about; about = handled.pop()) {
    for (const waiting of await listWaiting(handling, about)) {
      // Its failure is noted with it, and is none of this one's.
      const after = await attempt(handling, waiting).catch(() => null);
      if (after?.isHandled) handled.push(after);
    }
  }
  return true;
}

/**
 * Handles events again, one after the other. Why one fails is stored with it, and not logged: it
 * may name people. @returns how many there are now of each state
 */
export async function replayPaymentEvents(
  handling: Handling,
  events: readonly { id: string }[],
): Promise<ReplayedEvents> {
  const outcome: ReplayedEvents = { handled: 0, waiting: 0, failed: 0 };
  for (const { id } of events) {
    const state = await handlePaymentEvent(handling, id).then(
      (isHandled) => (isHandled ? 'handled' : 'waiting'),
      () => 'failed' as const,
    );
    outcome[state]++;
  }
  return outcome;
}

/**
 * Handles again what is due, whatever has waited longest since its last try first: what cannot be
 * handled moves back and keeps nothing else waiting.
 */
export async function replayDuePaymentEvents(
  handling: Handling,
  now = new Date(),
): Promise<ReplayedEvents> {
  const rows = await handling.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, handling.payments.name),
        isNull(paymentEvents.handledAt),
        isNull(paymentEvents.failedAt),
        lte(paymentEvents.nextAttemptAt, now),
      ),
    )
    .orderBy(paymentEvents.nextAttemptAt)
    .limit(REPLAYED_AT_ONCE);
  return replayPaymentEvents(handling, rows);
}

/** What a row has after a try. @param isRepeat whether it belongs to the try before */
const tried = (isHandled: boolean, isRepeat = false) => ({
  attempts: sql`${paymentEvents.attempts} + ${isRepeat ? 0 : 1}`,
  nextAttemptAt: sql`now() + least(${FIRST_RETRY} * power(2, least(${paymentEvents.attempts} - ${isRepeat ? 1 : 0}, 10)), ${LONGEST_RETRY})`,
  failedAt: sql`case when ${isHandled}::boolean or ${paymentEvents.receivedAt} > now() - ${RETRIED_FOR}
    then null else coalesce(${paymentEvents.failedAt}, now()) end`,
});

// In one transaction with what it changes. The row's lock makes parallel deliveries wait, and then
// see that there is nothing left to do.
async function attempt(
  { db, payments, apply }: Handling,
  id: string,
  { isRepeat = false } = {},
): Promise<Attempted | null> {
  try {
    return await db.transaction(async (tx) => {
      const stored = await lockEvent(tx, id);
      if (!stored || stored.isHandled) return stored;
      const events = payments.readWebhook(stored.content);
      let isHandled = true;
      for (const event of events) isHandled = (await apply(tx, payments.name, event)) && isHandled;
      const references = referencesOf(events);
      await tx
        .update(paymentEvents)
        .set({
          ...references,
          ...tried(isHandled, isRepeat),
          handledAt: sql`case when ${isHandled}::boolean then now() end`,
          lastError: null,
        })
        .where(eq(paymentEvents.id, id))
        .prepare('payment_event_attempt')
        .execute();
      return { id, isHandled, ...references };
    });
  } catch (error) {
    await noteFailure(db, payments, { id, error, isRepeat });
    throw error;
  }
}

async function lockEvent(tx: Db, id: string): Promise<(Attempted & { content: string }) | null> {
  const { subscriptionReference, paymentReference, content, handledAt } = paymentEvents;
  const [found] = await tx
    .select({ id: paymentEvents.id, content, handledAt, subscriptionReference, paymentReference })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, id))
    .for('update')
    .prepare('payment_event_lock')
    .execute();
  return found ? { ...found, isHandled: found.handledAt !== null } : null;
}

async function noteFailure(
  db: Db,
  payments: PaymentProvider,
  { id, error, isRepeat }: { id: string; error: unknown; isRepeat: boolean },
): Promise<void> {
  const isUnhandled = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt));
  const [stored] = await db.select().from(paymentEvents).where(isUnhandled);
  if (!stored) return;
  // What it is about went with the transaction, and is what people look for.
  let about = {};
  try {
    about = referencesOf(payments.readWebhook(stored.content));
  } catch {
    // That it cannot be read is why it failed.
  }
  await db
    .update(paymentEvents)
    .set({
      ...about,
      ...tried(false, isRepeat),
      lastError: reasonOf(error).slice(0, ERROR_LENGTH),
    })
    .where(isUnhandled);
}

/** The database's own words: those around them are the whole statement, with its values. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function referencesOf(events: PaymentEvent[]): References {
  const references: References = { subscriptionReference: null, paymentReference: null };
  for (const event of events) {
    if ('providerSubscriptionId' in event) {
      references.subscriptionReference = event.providerSubscriptionId;
    }
    if ('paymentId' in event) references.paymentReference = event.paymentId;
  }
  return references;
}

async function listWaiting(
  { db, payments }: Handling,
  { id, subscriptionReference, paymentReference }: Attempted,
): Promise<string[]> {
  if (subscriptionReference === null && paymentReference === null) return [];
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        isNull(paymentEvents.handledAt),
        eq(paymentEvents.provider, payments.name),
        ne(paymentEvents.id, id),
        // Nothing equals a reference that is not there.
        or(
          sql`${paymentEvents.subscriptionReference} = ${subscriptionReference}`,
          sql`${paymentEvents.paymentReference} = ${paymentReference}`,
        ),
      ),
    )
    .orderBy(paymentEvents.receivedAt)
    .prepare('payment_events_waiting')
    .execute();
  return rows.map((row) => row.id);
}
