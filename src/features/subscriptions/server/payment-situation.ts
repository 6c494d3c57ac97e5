import { and, eq, getTableColumns } from 'drizzle-orm';
import type {
  PaymentEvent,
  PaymentProvider,
} from '#src/features/billing/server/payment-provider.ts';
import { ledgerAccounts } from '#src/features/ledger/server/ledger.table.ts';
import { postCharge } from '#src/features/ledger/server/post.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import type { Jobs } from '#src/platform/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mailer } from '#src/platform/mail.ts';
import { isOwedBack } from '../subscriptions.rules.ts';
import { GIVE_BACK_QUEUE } from './give-back.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

export type PaymentDependencies = {
  db: Db;
  payments: PaymentProvider;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
  mail: Mailer;
  config: Pick<Config, 'publicUrl' | 'secret'>;
};

/** What there is while a payment event is applied. */
export type Situation = PaymentDependencies & { tx: Db; provider: string };
export type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;
export type Subscription = typeof userSubscriptions.$inferSelect;

/** At which commission a payment is booked, and to which account; none where there is none yet. */
export type Terms = { commissionPercent: number; shareAccountId: number | null };

const terms = {
  commissionPercent: subscriptionPlans.platformCommissionPercent,
  shareAccountId: ledgerAccounts.id,
};

/** The subscription that an event names, locked, with its terms now; null when it is not known. */
export async function lockSubscription(
  { tx, provider }: Situation,
  providerSubscriptionId: string,
): Promise<(Subscription & Terms) | null> {
  const [found] = await tx
    .select({ ...getTableColumns(userSubscriptions), ...terms })
    .from(userSubscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, userSubscriptions.subscriptionPlanId))
    .leftJoin(ledgerAccounts, eq(ledgerAccounts.influencerId, userSubscriptions.influencerId))
    .where(
      and(
        eq(userSubscriptions.provider, provider),
        eq(userSubscriptions.providerSubscriptionId, providerSubscriptionId),
      ),
    )
    .for('update', { of: userSubscriptions })
    .prepare('subscription_lock')
    .execute();
  return found ?? null;
}

/** The terms of a plan as it is now. */
export async function findTerms(tx: Db, planId: string): Promise<Terms> {
  const [found] = await tx
    .select(terms)
    .from(subscriptionPlans)
    .leftJoin(ledgerAccounts, eq(ledgerAccounts.influencerId, subscriptionPlans.influencerId))
    .where(eq(subscriptionPlans.id, planId))
    .prepare('subscription_terms')
    .execute();
  return found!;
}

/** Books a payment and sends the receipt. What should not have been paid is given back. */
export async function bookPayment(
  situation: Situation,
  subscription: Subscription & Terms,
  event: EventOf<'checkout.completed' | 'renewal.paid'>,
): Promise<void> {
  const { tx, provider, jobs, log } = situation;
  const { id, subscriberId, influencerId, commissionPercent, shareAccountId } = subscription;
  const { paymentId, occurredAt, amountCents, periodStart, periodEnd } = event;
  const transactionId = await postCharge(tx, {
    provider,
    paymentId,
    occurredAt,
    amountCents,
    periodStart,
    periodEnd,
    subscriptionId: id,
    subscriberId,
    influencerId,
    shareAccountId,
    commissionPercent,
  });
  if (!transactionId) return;
  await mailFan(situation, id, { kind: 'receipt', transactionId });
  if (isOwedBack(subscription, occurredAt)) {
    log.warn({ subscription: id, transactionId }, 'a payment for what was over is given back');
    await jobs.enqueue(tx, GIVE_BACK_QUEUE, { transactionId });
  }
}
