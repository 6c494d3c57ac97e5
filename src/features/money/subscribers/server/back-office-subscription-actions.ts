import { eq } from 'drizzle-orm';
import { claimRefundMail } from '#src/features/money/payment-events/server/mail-refund.ts';
import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-context.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
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
  'db' | 'payments' | 'mail' | 'config'
>;
type ActionContext = BackOfficeDependencies & { tx: Db };
type Subscription = typeof userSubscriptions.$inferSelect;

const IS: Record<SubscriptionStatus, string> = {
  active: 'is active',
  paused: 'is paused',
  past_due: 'has a payment issue',
  cancelled: 'has ended',
};

const PROVIDER_CALLS: Record<
  BackOfficeAction,
  (provider: PaymentProvider, id: string) => Promise<void>
> = {
  suspend: (provider, id) => provider.pause(id),
  reactivate: (provider, id) => provider.resume(id),
  end: (provider, id) => provider.cancelNow(id),
};

/**
 * Locks the posts at once, and stops charges until it is reactivated. The paid period continues.
 */
export function suspendSubscription(from: BackOfficeDependencies, actor: Actor, id: string) {
  return change(from, actor, { id, action: 'suspend' }, async (context, subscription) => {
    await setStatus(context, subscription, 'suspend');
    await mailFan(context, id, { kind: 'suspended' });
  });
}

/** Unlocks the posts. If the paid period is over, the provider charges the next month. */
export function reactivateSubscription(from: BackOfficeDependencies, actor: Actor, id: string) {
  return change(from, actor, { id, action: 'reactivate' }, async (context, subscription) => {
    await setStatus(context, subscription, 'reactivate');
    await mailFan(context, id, { kind: 'reactivated' });
  });
}

/**
 * Ends a subscription at once, regardless of the paid period.
 * @param refund the refund that was requested with it
 */
export function endSubscriptionNow(
  from: BackOfficeDependencies,
  actor: Actor,
  id: string,
  refund?: EndingRefund & { id: string },
) {
  return change(from, actor, { id, action: 'end' }, async (context) => {
    const reason = refund ? 'refund' : 'staff';
    await endSubscription(context.tx, id, await readDatabaseTime(context.tx), reason);
    // The mail does not mention a refund that had its own mail.
    const isMailPending = refund !== undefined && (await claimRefundMail(context.tx, refund.id));
    await mailFan(context, id, {
      kind: 'ended',
      reason,
      refund: isMailPending ? refund : undefined,
    });
  });
}

/**
 * The row stays locked during the call to the provider, which never waits for this transaction: the
 * provider's webhook comes after this change, and concurrent changes are serialized. If the
 * provider refuses, nothing changes.
 * @throws DomainError 'not-found', 'not-allowed-in-state', and the provider's errors
 */
const change = (
  from: BackOfficeDependencies,
  actor: Actor,
  { id, action }: { id: string; action: BackOfficeAction },
  apply: (context: ActionContext, subscription: Subscription) => Promise<void>,
): Promise<void> =>
  from.db.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, actor, id);
    if (!availableActions(subscription, new Date()).includes(action)) {
      throw new DomainError('not-allowed-in-state', `The subscription ${stateOf(subscription)}`);
    }
    const known = referenceOf(from.payments, subscription);
    if (known) await PROVIDER_CALLS[action](known.provider, known.reference);
    await apply({ ...from, tx }, subscription);
  });

const stateOf = ({ status, cancelAt }: Subscription): string =>
  cancelAt !== null && cancelAt <= new Date() ? IS.cancelled : IS[status];

const setStatus = ({ tx }: ActionContext, { id, status }: Subscription, action: BackOfficeAction) =>
  tx
    .update(userSubscriptions)
    .set({ status: statusAfter(status, action)! })
    .where(eq(userSubscriptions.id, id));
