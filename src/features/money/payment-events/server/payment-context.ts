import { and, eq, getTableColumns, ne, sql, type SQL } from 'drizzle-orm';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { recordPaymentCard } from '#src/features/money/disputes/server/card-blocks.ts';
import {
  ledgerAccounts,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { recordCharge } from '#src/features/money/ledger/server/record-transaction.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import { commissionAt } from '#src/features/money/plans/server/commission-at.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { REFUND_UNWANTED_QUEUE } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { requestProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  mailAddressOf,
  mailFan,
} from '#src/features/money/subscriptions/server/subscription-mails.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import {
  paymentOutcome,
  type PaymentOutcome,
} from '#src/features/money/subscriptions/subscriptions.rules.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { orNull, prepareNamed } from '#src/platform/database/statement.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';

export type PaymentDependencies = {
  db: Db;
  payments: Payments;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
  mail: Mailer;
  config: Pick<Config, 'publicUrl' | 'secrets'>;
};

/** What applying a payment event needs. */
export type PaymentContext = PaymentDependencies & { tx: Db; provider: string };
export type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;
export type StoredSubscription = typeof userSubscriptions.$inferSelect;

/**
 * The commission and the share account of a payment; null where there is none. The commission is
 * null after the plan was deleted with its influencer.
 */
export type PaymentTerms = { commissionPercent: number | null; shareAccountId: number | null };

// The commission when the payment occurred: its event may arrive much later.
const terms = {
  commissionPercent: commissionAt(sql`${sql.placeholder('occurredAt')}::timestamptz`) as SQL<
    number | null
  >,
  shareAccountId: orNull(ledgerAccounts.id),
};

const lockByReference = prepareNamed(
  'subscription_lock',
  { ...getTableColumns(userSubscriptions), ...terms },
  (columns) => sql`
    select ${columns} from ${userSubscriptions}
    left join ${subscriptionPlans} on ${subscriptionPlans.id} = ${userSubscriptions.subscriptionPlanId}
    left join ${ledgerAccounts} on ${ledgerAccounts.influencerId} = ${userSubscriptions.influencerId}
    where ${userSubscriptions.provider} = ${sql.placeholder('provider')}
      and ${userSubscriptions.providerSubscriptionId} = ${sql.placeholder('reference')}
    for update of ${userSubscriptions}`,
);

/**
 * Finds and locks the subscription of an event, with its payment terms at that time; null if unknown.
 */
export async function lockSubscription(
  { tx, provider }: PaymentContext,
  { providerSubscriptionId, occurredAt }: { providerSubscriptionId: string; occurredAt: Date },
): Promise<(StoredSubscription & PaymentTerms) | null> {
  const reference = providerSubscriptionId;
  const [found] = await lockByReference(tx, { provider, reference, occurredAt });
  return found ?? null;
}

const findTermsOfPlan = prepareNamed(
  'subscription_terms',
  terms,
  (columns) => sql`
    select ${columns} from ${subscriptionPlans}
    left join ${ledgerAccounts} on ${ledgerAccounts.influencerId} = ${subscriptionPlans.influencerId}
    where ${subscriptionPlans.id} = ${sql.placeholder('planId')}`,
);

/** The payment terms of a plan at a time; both null after its deletion. */
export async function findTerms(tx: Db, planId: string, occurredAt: Date): Promise<PaymentTerms> {
  const [found] = await findTermsOfPlan(tx, { planId, occurredAt });
  return found ?? { commissionPercent: null, shareAccountId: null };
}

/**
 * Records a payment and sends the receipt. An automatic refund is stored in the same transaction,
 * under the id of the charge; a job requests it from the provider.
 * @returns what becomes of it
 */
export async function recordPayment(
  context: PaymentContext,
  subscription: StoredSubscription & PaymentTerms,
  event: PaidEvent,
): Promise<PaymentOutcome> {
  const { tx, provider, jobs, log } = context;
  const { id, subscriberId, influencerId, commissionPercent, shareAccountId } = subscription;
  const { paymentId, occurredAt, amountCents, periodStart, periodEnd } = event;
  const circumstances = await findCircumstances(context, subscription, event);
  const outcome = await outcomeOf(context, { subscription, event, circumstances });
  const transactionId = await recordCharge(tx, {
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
  const isRefunded = outcome === 'refunded' || outcome === 'repeated';
  if (outcome === 'refunded' || outcome === 'honoured') {
    await requestProviderChange(tx, jobs, id);
  }
  if (!transactionId) return outcome;
  await recordPaymentCard(tx, transactionId, event.cardHashes);
  const { email, influencerName } = circumstances;
  const period = { occurredAt, periodStart, periodEnd };
  const payment = { chargeId: transactionId, amountCents, influencerName, ...period };
  await mailFan(context, id, { kind: 'receipt', email, subscription, payment, outcome });
  if (isRefunded) {
    log.warn({ subscription: id, transactionId, outcome }, 'a payment has to be refunded');
    await tx.insert(refunds).values({ id: transactionId, chargeId: transactionId, amountCents });
    await jobs.enqueue(tx, REFUND_UNWANTED_QUEUE, { transactionId });
  }
  return outcome;
}

const [from, to] = ['periodStart', 'periodEnd'].map(
  (name) => sql`${sql.placeholder(name)}::timestamptz`,
) as [SQL, SQL];
const { periodStart: start, periodEnd: end } = ledgerTransactions;

// Periods that touch or overlap by some days are not the same: providers may charge a little early.
const readCircumstances = prepareNamed(
  'payment_circumstances',
  {
    now: sql<Date>`now()`.mapWith(ledgerTransactions.occurredAt),
    /** Whether another payment covers most of the same period. */
    isPaid: sql<boolean>`exists (
      select from ${ledgerTransactions}
      where ${ledgerTransactions.subscriptionId} = ${sql.placeholder('subscriptionId')}
        and ${ledgerTransactions.kind} = 'charge'
        and ${ledgerTransactions.providerReference} <> ${sql.placeholder('paymentId')}
        and ${start} < ${to} and ${end} > ${from}
        and least(${end}, ${to}) - greatest(${start}, ${from}) > (${to} - ${from}) / 2
        and not exists (select from ${refunds} where ${refunds.id} = ${ledgerTransactions.id})
    )`,
    /** Of the receipt. */
    email: mailAddressOf(sql`${sql.placeholder('subscriberId')}`),
    influencerName: sql<string>`coalesce((
      select ${profiles.fullName} from ${profiles}
      where ${profiles.id} = ${sql.placeholder('influencerId')}), '')`,
  },
  (columns) => sql`select ${columns}`,
);

type PaidEvent = EventOf<'checkout.completed' | 'renewal.paid'>;
type Circumstances = Awaited<ReturnType<typeof findCircumstances>>;

/** What decides about a payment, and the names on its receipt; read once the subscription is locked. */
async function findCircumstances(
  { tx }: PaymentContext,
  subscription: StoredSubscription,
  { paymentId, periodStart, periodEnd }: PaidEvent,
) {
  const { id: subscriptionId, subscriberId, influencerId } = subscription;
  const about = { subscriptionId, subscriberId, influencerId };
  const [found] = await readCircumstances(tx, { ...about, paymentId, periodStart, periodEnd });
  return found!;
}

type Payment = {
  subscription: StoredSubscription;
  event: PaidEvent;
  circumstances: Circumstances;
};

async function outcomeOf(
  { tx }: PaymentContext,
  { subscription, event, circumstances: { now, isPaid } }: Payment,
): Promise<PaymentOutcome> {
  const outcome = paymentOutcome(subscription, event, now);
  if (outcome !== 'refunded' && isPaid) return 'repeated';
  if (outcome !== 'honoured' || subscription.status !== 'cancelled') return outcome;
  // It cannot be reopened next to a new one.
  const { subscriberId, influencerId, status } = userSubscriptions;
  const live = await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(
      and(
        eq(subscriberId, subscription.subscriberId),
        eq(influencerId, subscription.influencerId),
        ne(status, 'cancelled'),
      ),
    );
  return live.length > 0 ? 'refunded' : outcome;
}
