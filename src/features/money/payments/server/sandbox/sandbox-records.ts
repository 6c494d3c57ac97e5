import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import type { RenewalState } from '../../provider-records.schema.ts';
import { sandboxRecords, sandboxSubscriptions } from '../billing.table.ts';
import type { PaymentEvent } from '../payment-provider.ts';
import type { ProviderRecord, RecordPage, RecordRange } from '../provider-records.ts';

type Row = typeof sandboxRecords.$inferInsert;

const PAGE_SIZE = 500;

/**
 * Stores what an event is about in the sandbox's own records, as a provider does before it sends a
 * webhook.
 * @returns whether the webhook is lost on purpose; a repetition of the event is lost as well
 */
export function saveSandboxEvent(db: Db, event: PaymentEvent): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Repetitions wait, and find the record of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${event.id}, 0))`);
    // As at a real provider: a refund that failed is no longer listed.
    if (event.type === 'refund.failed') {
      await tx
        .delete(sandboxRecords)
        .where(isRecord({ kind: 'refund', reference: event.refundId }));
    }
    const record = await recordOf(tx, event);
    if (!record) return false;
    const [stored] = await tx
      .select({ eventId: sandboxRecords.eventId, isLost: sandboxRecords.isLost })
      .from(sandboxRecords)
      .where(isRecord(record))
      .for('update');
    // Payments are never changed; a subscription has the newest event about it.
    if (stored && (stored.eventId === event.id || record.kind !== 'subscription')) {
      return stored.isLost;
    }
    const isLost = await consumeLoss(tx, record.subscriptionReference);
    const values = { ...record, event: JSON.stringify(event), eventId: event.id, isLost };
    await tx
      .insert(sandboxRecords)
      .values(values)
      .onConflictDoUpdate({
        target: [sandboxRecords.kind, sandboxRecords.reference],
        set: { ...values, changedAt: sql`now()` },
      });
    if (event.type === 'checkout.completed') await openSubscription(tx, event);
    return isLost;
  });
}

const isRecord = ({ kind, reference }: Pick<Row, 'kind' | 'reference'>) =>
  and(eq(sandboxRecords.kind, kind), eq(sandboxRecords.reference, reference));

const STATES = {
  'renewals.stopped': 'stopping',
  'renewals.resumed': 'renewing',
  'subscription.ended': 'ended',
} as const satisfies Partial<Record<PaymentEvent['type'], RenewalState>>;

/** What an event is about; null if it moves no money. */
async function recordOf(tx: Db, event: PaymentEvent): Promise<Row | null> {
  const { occurredAt } = event;
  switch (event.type) {
    case 'checkout.completed':
    case 'renewal.paid':
      return {
        kind: 'charge',
        reference: event.paymentId,
        subscriptionReference: event.providerSubscriptionId,
        amountCents: event.amountCents,
        occurredAt,
      };
    case 'payment.refunded':
    case 'dispute.opened': {
      const isRefund = event.type === 'payment.refunded';
      return {
        kind: isRefund ? 'refund' : 'dispute',
        reference: isRefund ? event.refundId : event.disputeId,
        ...(await findPayment(tx, event.paymentId)),
        amountCents: event.amountCents,
        occurredAt,
      };
    }
    case 'dispute.won':
      return {
        kind: 'dispute_won',
        reference: event.disputeId,
        ...(await findPayment(tx, event.paymentId)),
        amountCents: await findDisputedCents(tx, event.disputeId),
        occurredAt,
      };
    case 'renewals.stopped':
    case 'renewals.resumed':
    case 'subscription.ended':
      return {
        kind: 'subscription',
        reference: event.providerSubscriptionId,
        subscriptionReference: event.providerSubscriptionId,
        state: STATES[event.type],
        occurredAt,
      };
    case 'renewal.failed':
    case 'dispute.reported':
    case 'renewal.action-required':
    case 'refund.failed':
      return null;
  }
}

async function findDisputedCents(tx: Db, disputeId: string): Promise<number> {
  const [dispute] = await tx
    .select({ amountCents: sandboxRecords.amountCents })
    .from(sandboxRecords)
    .where(isRecord({ kind: 'dispute', reference: disputeId }));
  return dispute?.amountCents ?? 0;
}

async function findPayment(tx: Db, paymentReference: string) {
  const [payment] = await tx
    .select({ subscriptionReference: sandboxRecords.subscriptionReference })
    .from(sandboxRecords)
    .where(isRecord({ kind: 'charge', reference: paymentReference }));
  return { paymentReference, subscriptionReference: payment?.subscriptionReference ?? null };
}

/** Whether this event of a subscription is to be lost; the next one is not. */
async function consumeLoss(tx: Db, id: string | null | undefined): Promise<boolean> {
  if (!id) return false;
  const rows = await tx
    .update(sandboxSubscriptions)
    .set({ losesNextEvent: false })
    .where(and(eq(sandboxSubscriptions.id, id), eq(sandboxSubscriptions.losesNextEvent, true)))
    .returning({ id: sandboxSubscriptions.id });
  return rows.length > 0;
}

async function openSubscription(
  tx: Db,
  {
    providerSubscriptionId: reference,
    occurredAt,
  }: { providerSubscriptionId: string; occurredAt: Date },
): Promise<void> {
  await tx
    .insert(sandboxRecords)
    .values({
      kind: 'subscription',
      reference,
      subscriptionReference: reference,
      state: 'renewing',
      occurredAt,
    })
    .onConflictDoNothing();
}

/** Sets the state of a subscription that we requested: no webhook reports it. */
export async function setSandboxState(db: Db, id: string, state: RenewalState): Promise<void> {
  await db
    .update(sandboxRecords)
    .set({ state, changedAt: sql`now()`, event: null, eventId: null, isLost: false })
    .where(
      and(isRecord({ kind: 'subscription', reference: id }), ne(sandboxRecords.state, 'ended')),
    );
}

/** A page of the sandbox's records; by a test clock, they may have occurred before the range. */
export async function listSandboxRecords(
  db: Db,
  { from, to }: RecordRange,
  cursor: string | null,
): Promise<RecordPage> {
  const { kind, reference, state, occurredAt, changedAt } = sandboxRecords;
  const after = cursor === null ? null : (JSON.parse(cursor) as [kind: string, reference: string]);
  const isInRange = (column: typeof occurredAt | typeof changedAt) =>
    sql`${column} between ${from}::timestamptz and ${to}::timestamptz`;
  const rows = await db
    .select()
    .from(sandboxRecords)
    .where(
      and(
        sql`(${state} <> 'ended' or ${isInRange(occurredAt)} or ${isInRange(changedAt)})`,
        after ? sql`(${kind}, ${reference}) > (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(kind, reference)
    .limit(PAGE_SIZE);
  const last = rows.length === PAGE_SIZE ? rows.at(-1)! : null;
  return {
    records: rows.map(toRecord),
    next: last && JSON.stringify([last.kind, last.reference]),
  };
}

function toRecord(row: typeof sandboxRecords.$inferSelect): ProviderRecord {
  const { kind, reference, subscriptionReference, paymentReference, amountCents, state } = row;
  return {
    kind,
    reference,
    subscriptionReference,
    paymentReference,
    amountCents,
    currency: amountCents === null ? null : 'usd',
    state,
    occurredAt: row.occurredAt,
    report:
      row.event && row.eventId
        ? { id: row.eventId, type: typeOf(row.event), content: row.event }
        : null,
  };
}

const typeOf = (event: string): string => (JSON.parse(event) as { type: string }).type;
