import { eq } from 'drizzle-orm';
import { claimRefundMail } from '#src/features/money/payment-events/server/mail-refund.ts';
import type { PaymentDependencies } from '#src/features/money/payment-events/server/payment-situation.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { endSubscription } from '#src/features/money/subscriptions/server/end-subscriptions.ts';
import type { EndingRefund } from '#src/features/money/subscriptions/server/subscription-mail-words.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  statusAfter,
  type OfficeAction,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { SubscriptionStatus } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { officeActions } from '../office-subscriptions.rules.ts';
import { lockSubscription, referenceOf } from './office-subscription.ts';

export type OfficeDependencies = Pick<PaymentDependencies, 'db' | 'payments' | 'mail' | 'config'>;
type Situation = OfficeDependencies & { tx: Db };
type Subscription = typeof userSubscriptions.$inferSelect;

const IS: Record<SubscriptionStatus, string> = {
  active: 'is active',
  paused: 'is paused',
  past_due: 'has a payment issue',
  cancelled: 'has ended',
};

const PROVIDER_CALLS: Record<
  OfficeAction,
  (payments: PaymentProvider, id: string) => Promise<void>
> = {
  suspend: (payments, id) => payments.pause(id),
  reactivate: (payments, id) => payments.resume(id),
  end: (payments, id) => payments.cancelNow(id),
};

/** Locks the posts at once, and has nothing charged until it is reactivated. The paid time runs on. */
export const suspendSubscription = (from: OfficeDependencies, actor: Actor, id: string) =>
  change(from, actor, { id, action: 'suspend' }, async (situation, subscription) => {
    await setStatus(situation, subscription, 'suspend');
    await mailFan(situation, id, { kind: 'suspended' });
  });

/** Opens the posts again. When the paid time is over, the provider charges the next month. */
export const reactivateSubscription = (from: OfficeDependencies, actor: Actor, id: string) =>
  change(from, actor, { id, action: 'reactivate' }, async (situation, subscription) => {
    await setStatus(situation, subscription, 'reactivate');
    await mailFan(situation, id, { kind: 'reactivated' });
  });

/** Ends it at once, whatever was paid for. @param refund what was asked to go back with it */
export const endSubscriptionNow = (
  from: OfficeDependencies,
  actor: Actor,
  id: string,
  refund?: EndingRefund & { id: string },
) =>
  change(from, actor, { id, action: 'end' }, async (situation) => {
    const reason = refund ? 'refund' : 'staff';
    await endSubscription(situation.tx, id, new Date(), reason);
    // A refund that was mailed before is not mentioned again.
    const isNews = refund !== undefined && (await claimRefundMail(situation.tx, refund.id));
    await mailFan(situation, id, { kind: 'ended', reason, refund: isNews ? refund : undefined });
  });

/**
 * The row stays locked while the provider is told, which never waits for us: what its webhook says
 * of this change comes after it, and two people change it one after the other. When the provider
 * refuses, nothing has changed.
 * @throws DomainError 'not-found', 'not-allowed-in-state', and what the provider says
 */
const change = (
  from: OfficeDependencies,
  actor: Actor,
  { id, action }: { id: string; action: OfficeAction },
  apply: (situation: Situation, subscription: Subscription) => Promise<void>,
): Promise<void> =>
  from.db.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, actor, id);
    if (!officeActions(subscription, new Date()).includes(action)) {
      throw new DomainError('not-allowed-in-state', `The subscription ${stateOf(subscription)}`);
    }
    const reference = referenceOf(from.payments, subscription);
    if (reference !== null) await PROVIDER_CALLS[action](from.payments, reference);
    await apply({ ...from, tx }, subscription);
  });

const stateOf = ({ status, cancelAt }: Subscription): string =>
  cancelAt !== null && cancelAt <= new Date() ? IS.cancelled : IS[status];

const setStatus = ({ tx }: Situation, { id, status }: Subscription, action: OfficeAction) =>
  tx
    .update(userSubscriptions)
    .set({ status: statusAfter(status, action)! })
    .where(eq(userSubscriptions.id, id));
