import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { cashAmount } from '#src/features/money/ledger/server/cash-amount.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { mailRefundWithoutEnd } from '#src/features/money/payment-events/server/mail-refund.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { refundableAmount } from '#src/features/money/refunds/server/refundable-amount.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import type { EndingRefund } from '#src/features/money/subscriptions/server/subscription-mail-text.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { refundIssue } from '../back-office-subscriptions.rules.ts';
import type { NewRefund, Refund } from '../back-office-subscriptions.schema.ts';
import {
  endSubscriptionNow,
  type BackOfficeDependencies,
} from './back-office-subscription-actions.ts';
import { requireSubscription } from './back-office-subscription.ts';

type Charge = typeof ledgerTransactions.$inferSelect;
type RefundRequest = NewRefund & { id: string };
type PendingRefund = Pick<typeof refunds.$inferInsert, 'id' | 'amountCents' | 'transactionId'>;

/**
 * Requests a refund from the provider, once for each key, and ends the subscription if requested.
 * The refund is recorded when the provider reports it. What the provider cannot refund on request is
 * owed until staff have made it there. The refund comes first: an end that fails can be repeated, and
 * the fan never loses both money and access.
 * @throws DomainError 'invalid-input' for more than is left, and the provider's errors
 */
export async function refundPayment(
  from: BackOfficeDependencies,
  actor: Actor,
  request: RefundRequest,
): Promise<Refund> {
  const { db, payments } = from;
  const { charge, pending } = await db.transaction((tx) =>
    saveRefundRequest({ ...from, tx }, actor, request),
  );
  if (!pending.transactionId) {
    // Outside of any transaction: the sandbox's webhook records it before the call returns.
    await getProvider(payments, charge.provider!)
      .refund(charge.providerReference!, pending.amountCents, pending.id)
      .catch((error: unknown) => oweOrDiscard(db, pending, error));
  }
  const [after] = await db.select().from(refunds).where(eq(refunds.id, pending.id));
  const isOwed = after?.byHand === true && after.transactionId === null;
  if (request.endNow) {
    const isWhole = pending.amountCents === (await amountOfCharge(db, charge));
    // The mail does not promise what has not been made.
    await endAfterRefund(from, actor, request.id, isOwed ? null : { ...pending, isWhole });
  }
  const state = after?.transactionId ? 'recorded' : 'requested';
  return { state: isOwed ? 'owed' : state, amountCents: pending.amountCents };
}

/** Deletes a pending refund that, according to the provider, was never made. */
export async function withdrawRefund(
  db: Db,
  actor: Actor,
  { id, refundId }: { id: string; refundId: string },
): Promise<void> {
  await requireSubscription(db, actor, id);
  const charges = db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.subscriptionId, id));
  const withdrawn = await db
    .delete(refunds)
    .where(
      and(
        eq(refunds.id, refundId),
        isNull(refunds.transactionId),
        inArray(refunds.chargeId, charges),
      ),
    )
    .returning({ id: refunds.id });
  if (withdrawn.length === 0)
    throw new DomainError('not-found', 'There’s no pending refund like this');
}

/**
 * Stores the refund before it is requested. Locks the charge, so that concurrent refunds never
 * exceed it, but not the subscription, which webhooks lock after the charge.
 */
async function saveRefundRequest(
  { tx, payments }: BackOfficeDependencies & { tx: Db },
  actor: Actor,
  { id, transactionId, refundKey, endNow, ...request }: RefundRequest,
): Promise<{ charge: Charge; pending: PendingRefund }> {
  await requireSubscription(tx, actor, id);
  const charge = await lockCharge(tx, id, transactionId);
  getProvider(payments, charge.provider!);
  const [earlier] = await tx.select().from(refunds).where(eq(refunds.id, refundKey));
  if (earlier) {
    const isSame = (request.amountCents ?? earlier.amountCents) === earlier.amountCents;
    if (isSame && earlier.chargeId === charge.id) return { charge, pending: earlier };
    throw new DomainError(
      'conflict',
      'This refund has already been requested with different values',
    );
  }
  const amountCents = await requestedAmount(tx, charge, request.amountCents);
  const pending = {
    id: refundKey,
    chargeId: charge.id,
    amountCents,
    requestedBy: actor.userId,
    endsSubscription: endNow,
  };
  await tx.insert(refunds).values(pending);
  return { charge, pending };
}

async function lockCharge(tx: Db, subscriptionId: string, transactionId: string): Promise<Charge> {
  const [charge] = await tx
    .select()
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.id, transactionId),
        eq(ledgerTransactions.kind, 'charge'),
        eq(ledgerTransactions.subscriptionId, subscriptionId),
      ),
    )
    .for('no key update');
  if (!charge) throw new DomainError('not-found', 'Payment not found');
  return charge;
}

async function requestedAmount(
  tx: Db,
  { id }: Charge,
  request: number | undefined,
): Promise<number> {
  const { rows } = await tx.execute<{ left: number }>(
    sql`select ${refundableAmount(sql`${id}::uuid`)} as "left"`,
  );
  const { left } = rows[0]!;
  if (left <= 0) {
    throw new DomainError('not-allowed-in-state', 'This payment has already been refunded in full');
  }
  const amountCents = request ?? left;
  const issue = refundIssue(amountCents, left);
  if (!issue) return amountCents;
  throw new DomainError('invalid-input', issue, [{ path: 'amountCents', message: issue }]);
}

/**
 * Without a clear answer the refund may have been made: the request stays pending and can be
 * repeated. A request that the provider rejects is deleted, and one that it cannot fulfil is owed.
 */
async function oweOrDiscard(
  db: Db,
  { id, amountCents }: PendingRefund,
  cause: unknown,
): Promise<void> {
  if (cause instanceof DomainError && cause.code === 'not-supported') {
    // A mail of its own confirms it once it is made.
    const owed = { byHand: true, endsSubscription: false };
    await db.update(refunds).set(owed).where(eq(refunds.id, id));
    await publishLiveEvent(db, { topic: 'notifications', backOffice: 'unlimited' });
    return;
  }
  if (cause instanceof DomainError && cause.code !== 'provider-unavailable') {
    await db.delete(refunds).where(and(eq(refunds.id, id), isNull(refunds.transactionId)));
    throw cause;
  }
  const detail = cause instanceof DomainError ? ` (${cause.message})` : '';
  const message = `We can’t tell whether ${formatCents(amountCents)} was refunded${detail}. Request the same refund again: it will only be made once.`;
  throw new DomainError('provider-unavailable', message, undefined, { cause });
}

async function amountOfCharge(db: Db, { id }: Charge): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select ${cashAmount(sql`${id}::uuid`)} as cents`,
  );
  return rows[0]!.cents;
}

async function endAfterRefund(
  from: BackOfficeDependencies,
  actor: Actor,
  id: string,
  refund: (EndingRefund & { id: string }) | null,
): Promise<void> {
  try {
    await endSubscriptionNow(from, actor, id, refund ?? undefined);
  } catch (cause) {
    if (refund) {
      await from.db.transaction((tx) => mailRefundWithoutEnd({ ...from, tx }, id, refund.id));
    }
    // It has ended already.
    if (cause instanceof DomainError && cause.code === 'not-allowed-in-state') return;
    const reason = cause instanceof DomainError ? cause.message : 'Something went wrong';
    const message = `The refund was requested, but the subscription couldn’t be cancelled: ${reason}`;
    throw new DomainError('provider-unavailable', message, undefined, { cause });
  }
}
