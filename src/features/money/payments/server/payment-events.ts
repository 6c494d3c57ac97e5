import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { isOutage } from '#src/platform/http/outage.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { ReplayedEvents } from '../payment-events.schema.ts';
import { paymentEvents } from './billing.table.ts';
import { identifyEvent } from './identify-event.ts';
import {
  findWaitingEvents,
  lockEventById,
  saveAttempt,
  storeEvent,
} from './payment-event-statements.ts';
import type { PaymentEvent } from './payment-provider.ts';
import { findProvider, getProvider, type Payments } from './payments.ts';
import type { VerifiedWebhook } from './provider-webhooks.ts';

/** Applies a verified event; false while its subject is unknown. */
export type ApplyPaymentEvent = (tx: Db, provider: string, event: PaymentEvent) => Promise<boolean>;

type References = Pick<
  typeof paymentEvents.$inferSelect,
  'subscriptionReference' | 'paymentReference'
>;
type Stored = References & { id: string; provider: string; isHandled: boolean };
/** The event after an attempt; `isOwn` is false if another one had already made it so. */
type Attempted = Stored & { isOwn: boolean };
/** An event to retry, with the number of its attempts so far. */
export type RetriedEvent = { id: string; attempts: number };
type Handling = { db: Db; payments: Payments; apply: ApplyPaymentEvent };

const ERROR_LENGTH = 500;
/** The maximum number of events of one replay. */
export const MAXIMUM_REPLAYED = 500;

/**
 * Stores a verified call before it is handled; a second delivery leaves the first unchanged.
 * @returns its id
 */
export async function storePaymentEvent(
  db: Db,
  provider: string,
  webhook: VerifiedWebhook,
): Promise<string> {
  const { type, content } = webhook;
  const providerEventId = await identifyEvent(db, provider, webhook);
  const [stored] = await storeEvent(db, { provider, providerEventId, type, content });
  return stored!.id;
}

type Handled = {
  /** Whether the event is handled; otherwise it waits. */
  isHandled: boolean;
  /** False if another attempt had already handled it, or tried it since it was read. */
  isOwn: boolean;
  /** The events that this call handled: the event, and those that waited for it. */
  handledIds: string[];
};

/**
 * Handles a stored event, and then the events that waited for it.
 * @param knownAttempts with it, an event that was tried in the meantime is not tried again
 * @throws any error, stored with the event, which can be retried
 */
export async function handlePaymentEvent(
  handling: Handling,
  id: string,
  knownAttempts?: number,
): Promise<Handled> {
  let found = await attempt(handling, id, { knownAttempts });
  // Its subject may have arrived in the meantime, without seeing this event wait.
  if (found?.isOwn && !found.isHandled) found = await attempt(handling, id, { isRepeat: true });
  if (!found?.isHandled) return { isHandled: false, isOwn: found?.isOwn ?? true, handledIds: [] };
  const handledIds = found.isOwn ? [id] : [];
  // Each handled event may be the subject of waiting ones.
  const handled = [found];
  for (let about = handled.pop(); about; about = handled.pop()) {
    for (const waiting of await listWaiting(handling, about)) {
      // The error is stored with the waiting event and does not concern this one.
      const after = await attempt(handling, waiting).catch(() => null);
      if (!after?.isHandled) continue;
      handled.push(after);
      if (after.isOwn) handledIds.push(waiting);
    }
  }
  return { isHandled: true, isOwn: found.isOwn, handledIds };
}

/**
 * Handles events one after the other. Errors are stored with the event and not logged, as they may
 * name people.
 * @returns the number of events by state, each counted once
 */
export async function replayPaymentEvents(
  handling: Handling,
  events: readonly RetriedEvent[],
): Promise<ReplayedEvents> {
  const handledIds = new Set<string>();
  const others = { waiting: [] as string[], failed: [] as string[] };
  let retriedElsewhere = 0;
  for (const { id, attempts } of events) {
    if (handledIds.has(id)) continue;
    try {
      const outcome = await handlePaymentEvent(handling, id, attempts);
      for (const handled of outcome.handledIds) handledIds.add(handled);
      if (!outcome.isOwn) retriedElsewhere++;
      else if (!outcome.isHandled) others.waiting.push(id);
    } catch {
      others.failed.push(id);
    }
  }
  if (events.length > 0) {
    await publishLiveEvent(handling.db, { topic: 'notifications', backOffice: 'unlimited' });
  }
  // A later event may have handled an earlier one.
  const countUnhandled = (ids: string[]) => ids.filter((id) => !handledIds.has(id)).length;
  return {
    handled: handledIds.size,
    waiting: countUnhandled(others.waiting),
    failed: countUnhandled(others.failed),
    retriedElsewhere,
  };
}

/**
 * Retries the events that are due, least often tried first: however many are hopeless, they never
 * delay a new one.
 */
export async function replayDuePaymentEvents(
  handling: Handling,
  now = new Date(),
  limit = MAXIMUM_REPLAYED,
): Promise<ReplayedEvents> {
  const rows = await handling.db
    .select({ id: paymentEvents.id, attempts: paymentEvents.attempts })
    .from(paymentEvents)
    .where(
      and(
        inArray(paymentEvents.provider, connectedNames(handling.payments)),
        isNull(paymentEvents.handledAt),
        isNull(paymentEvents.failedAt),
        lte(paymentEvents.nextAttemptAt, now),
      ),
    )
    .orderBy(paymentEvents.attempts, paymentEvents.nextAttemptAt)
    .limit(limit);
  return replayPaymentEvents(handling, rows);
}

/** The names of the connected providers, whose events can be handled. */
export function connectedNames({ connected }: Payments): string[] {
  return connected.map(({ name }) => name);
}

type AttemptOptions = { isRepeat?: boolean; knownAttempts?: number | undefined };

// In one transaction with its changes. The row lock makes parallel deliveries wait, and then see
// that the event is handled.
async function attempt(
  { db, payments, apply }: Handling,
  id: string,
  { isRepeat = false, knownAttempts }: AttemptOptions = {},
): Promise<Attempted | null> {
  try {
    return await db.transaction(async (tx) => {
      const stored = await lockEvent(tx, id);
      if (!stored) return null;
      const isOutdated = knownAttempts !== undefined && knownAttempts !== stored.attempts;
      if (stored.isHandled || isOutdated) return { ...stored, isOwn: false };
      const { provider } = stored;
      const events = getProvider(payments, provider).readWebhook(stored.content);
      let isHandled = true;
      for (const event of events) isHandled = (await apply(tx, provider, event)) && isHandled;
      const references = referencesOf(events);
      await saveAttempt(tx, { id, isHandled, isRepeat, ...references, lastError: null });
      return { id, provider, isHandled, isOwn: true, ...references };
    });
  } catch (error) {
    await saveFailure(db, payments, { id, error, isRepeat });
    throw error;
  }
}

type LockedEvent = Stored & RetriedEvent & { content: string };

async function lockEvent(tx: Db, id: string): Promise<LockedEvent | null> {
  const [found] = await lockEventById(tx, { id });
  return found ?? null;
}

async function saveFailure(
  db: Db,
  payments: Payments,
  { id, error, isRepeat }: { id: string; error: unknown; isRepeat: boolean },
): Promise<void> {
  // An outage says nothing about the event, which stays due: the job tries it again within a minute.
  if (isOutage(error)) return;
  const isUnhandled = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt));
  const [stored] = await db.select().from(paymentEvents).where(isUnhandled);
  if (!stored) return;
  // The rollback removed the references, by which people search.
  let references: References = stored;
  try {
    const provider = findProvider(payments, stored.provider);
    if (provider) references = referencesOf(provider.readWebhook(stored.content));
  } catch {
    // Unreadable content is the failure itself.
  }
  const { subscriptionReference, paymentReference } = references;
  await saveAttempt(db, {
    id,
    isHandled: false,
    isRepeat,
    subscriptionReference,
    paymentReference,
    lastError: reasonOf(error).slice(0, ERROR_LENGTH),
  });
}

/** The database's own message: the outer one has the whole statement with its values. */
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
  { db }: Handling,
  { id, provider, subscriptionReference, paymentReference }: Stored,
): Promise<string[]> {
  if (subscriptionReference === null && paymentReference === null) return [];
  const about = { id, provider, subscriptionReference, paymentReference };
  return (await findWaitingEvents(db, about)).map((row) => row.id);
}
