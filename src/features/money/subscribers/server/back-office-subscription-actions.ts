import { eq } from 'drizzle-orm';
import { claimRefundMail } from '#src/features/money/payment-events/server/mail-refund.ts';
import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-context.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import {
  callAtOnce,
  closeAfterCall,
  requestProviderChange,
} from '#src/features/money/subscriptions/server/provider-changes.ts';
import type { EndingRefund } from '#src/features/money/subscriptions/server/subscription-mail-text.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  statusAfter,
  type BackOfficeAction,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { availableActions } from '../back-office-subscriptions.rules.ts';
import { lockSubscription, referenceOf } from './back-office-subscription.ts';

export type BackOfficeDependencies = Pick<
  PaymentDependencies,
  'db' | 'payments' | 'jobs' | 'mail' | 'config'
>;
type ActionContext = BackOfficeDependencies & { tx: Db };
type Subscription = typeof userSubscriptions.$inferSelect;

const IS: Record<SubscriptionStatus, string> = {
  active: 'is active',
  paused: 'is paused',
  past_due: 'has a payment issue',
  cancelled: 'has ended',
};

/**
 * Locks the posts at once, and stops charges until it is reactivated. The paid period continues.
 */
export function suspendSubscription(from: BackOfficeDependencies, actor: Actor, id: string) {
  return changePause(from, actor, { id, action: 'suspend' }, async (context, subscription) => {
    await setStatus(context, subscription, 'suspend');
    await mailFan(context, id, { kind: 'suspended' });
  });
}

/** Unlocks the posts. If the paid period is over, the provider charges the next month. */
export function reactivateSubscription(from: BackOfficeDependencies, actor: Actor, id: string) {
  return changePause(from, actor, { id, action: 'reactivate' }, async (context, subscription) => {
    await setStatus(context, subscription, 'reactivate');
    await mailFan(context, id, { kind: 'reactivated' });
  });
}

/**
 * Ends a subscription at once, regardless of the paid period. A job notifies the provider.
 * @param refund the refund that was requested with it
 * @throws DomainError 'not-found', 'not-allowed-in-state', or 'provider-unavailable' if its provider,
 * which would continue to charge, is not connected
 */
export function endSubscriptionNow(
  from: BackOfficeDependencies,
  actor: Actor,
  id: string,
  refund?: EndingRefund & { id: string },
): Promise<void> {
  return from.db.transaction(async (tx) => {
    const context = { ...from, tx };
    await lockAvailable(context, actor, { id, action: 'end' });
    const reason = refund ? 'refund' : 'staff';
    await endSubscription(tx, id, await readDatabaseTime(tx), reason);
    await requestProviderChange(tx, from.jobs, id);
    // The mail does not mention a refund that had its own mail.
    const isMailPending = refund !== undefined && (await claimRefundMail(tx, refund.id));
    await mailFan(context, id, {
      kind: 'ended',
      reason,
      refund: isMailPending ? refund : undefined,
    });
  });
}

/** Locks a subscription for an action, with its provider's reference. */
async function lockAvailable(
  { tx, payments }: ActionContext,
  actor: Actor,
  { id, action }: { id: string; action: BackOfficeAction },
) {
  const subscription = await lockSubscription(tx, actor, id);
  if (!availableActions(subscription, new Date()).includes(action)) {
    throw new DomainError('not-allowed-in-state', `The subscription ${stateOf(subscription)}`);
  }
  return { subscription, known: referenceOf(payments, subscription) };
}

const PROVIDER_CALLS = { suspend: 'pause', reactivate: 'resume' } as const;
const CALLED = { concern: 'pause', isCalling: true } as const;

/**
 * Begins or ends a pause. The provider is called first and without a lock, as it may refuse: then
 * nothing changes. Afterwards the row must still allow the change.
 * @throws DomainError 'not-found', 'not-allowed-in-state', and the provider's errors
 */
async function changePause(
  from: BackOfficeDependencies,
  actor: Actor,
  change: { id: string; action: keyof typeof PROVIDER_CALLS },
  apply: (context: ActionContext, subscription: Subscription) => Promise<void>,
): Promise<void> {
  const { db, jobs } = from;
  const { id, action } = change;
  const requested = await db.transaction(async (tx) => {
    const { known } = await lockAvailable({ ...from, tx }, actor, change);
    return known && { ...known, version: await requestProviderChange(tx, jobs, id, CALLED) };
  });
  let called: { version: number; calledAt: Date } | null = null;
  if (requested) {
    const { provider, reference, version } = requested;
    const calledAt = await callAtOnce(db, { subscriptionId: id, version }, () =>
      provider[PROVIDER_CALLS[action]](reference),
    );
    called = { version, calledAt };
  }
  await db.transaction(async (tx) => {
    const context = { ...from, tx };
    const { subscription } = await lockAvailable(context, actor, change);
    await apply(context, subscription);
    if (!called) return;
    await closeAfterCall(tx, jobs, { subscriptionId: id, concern: 'pause', ...called });
  });
}

const stateOf = ({ status, cancelAt }: Subscription): string =>
  cancelAt !== null && cancelAt <= new Date() ? IS.cancelled : IS[status];

const setStatus = ({ tx }: ActionContext, { id, status }: Subscription, action: BackOfficeAction) =>
  tx
    .update(userSubscriptions)
    .set({ status: statusAfter(status, action)! })
    .where(eq(userSubscriptions.id, id));
