import { and, eq, exists, isNotNull, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { SANDBOX_CARDS } from '#src/features/money/payments/billing.schema.ts';
import { sandboxSubscriptions } from '#src/features/money/payments/server/billing.table.ts';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import {
  reportSandboxEvent,
  type Sandbox,
} from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { sandboxPortalPath } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { cardLastFour } from '#src/features/money/payments/server/sandbox/test-cards.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { RETRY_DAYS } from '#src/features/money/subscriptions/subscriptions.rules.ts';
import { addMonths, DAY_MS, nextBillingDay } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';

const columns = {
  id: userSubscriptions.id,
  providerSubscriptionId: sql<string>`${userSubscriptions.providerSubscriptionId}`,
  status: userSubscriptions.status,
  priceCents: userSubscriptions.priceCents,
  currentPeriodEnd: userSubscriptions.currentPeriodEnd,
  cancelAt: userSubscriptions.cancelAt,
  billingAnchor: userSubscriptions.billingAnchor,
  pastDueSince: userSubscriptions.pastDueSince,
  failedAttempts: userSubscriptions.failedAttempts,
  nextAttemptAt: userSubscriptions.nextAttemptAt,
  card: sandboxSubscriptions.card,
  clockAt: sandboxSubscriptions.clockAt,
  losesNextEvent: sql<boolean>`coalesce(${sandboxSubscriptions.losesNextEvent}, false)`,
};
type Billed = Pick<
  typeof userSubscriptions.$inferSelect,
  Exclude<keyof typeof columns, 'providerSubscriptionId' | 'card' | 'clockAt' | 'losesNextEvent'>
> & {
  providerSubscriptionId: string;
  losesNextEvent: boolean;
  card: (typeof sandboxSubscriptions.$inferSelect)['card'] | null;
  clockAt: Date | null;
};

const select = (db: Db, ...conditions: (SQL | undefined)[]): Promise<Billed[]> =>
  db
    .select(columns)
    .from(userSubscriptions)
    .leftJoin(
      sandboxSubscriptions,
      eq(sandboxSubscriptions.id, userSubscriptions.providerSubscriptionId),
    )
    .where(
      and(
        eq(userSubscriptions.provider, 'sandbox'),
        isNotNull(userSubscriptions.providerSubscriptionId),
        ...conditions,
      ),
    )
    .orderBy(userSubscriptions.currentPeriodEnd);

/**
 * Renews the sandbox subscriptions whose period is over and retries failed payments, as a provider
 * does, through the webhook. Repeating it charges nothing twice.
 */
export async function billSandbox(dependencies: Sandbox, now: Date): Promise<void> {
  const clock = sql`coalesce(${sandboxSubscriptions.clockAt}, ${now}::timestamptz)`;
  const { db } = dependencies;
  const isOfSuspended = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(
        and(
          sql`${users.id} in (${userSubscriptions.subscriberId}, ${userSubscriptions.influencerId})`,
          isSuspendedNow,
        ),
      ),
  );
  const due = await select(
    db,
    // A real provider has to stop these.
    not(isOfSuspended),
    or(
      // A pause is not charged.
      and(
        eq(userSubscriptions.status, 'active'),
        isNull(userSubscriptions.cancelAt),
        lte(userSubscriptions.currentPeriodEnd, clock),
      ),
      and(eq(userSubscriptions.status, 'past_due'), lte(userSubscriptions.nextAttemptAt, clock)),
    ),
  );
  const failures: unknown[] = [];
  for (const one of due) {
    // A failure must not prevent the billing of the others.
    await bill(dependencies, one, one.clockAt ?? now).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some renewals were refused');
}

/** The billing data of a sandbox subscription; null for other providers. @param id the product's */
export async function findSandboxBilling(db: Db, id: string): Promise<Billed | null> {
  const [found] = await select(db, eq(userSubscriptions.id, id));
  return found ?? null;
}

/** Charges the payment that is due for a sandbox subscription to the current card. */
export async function bill(from: Sandbox, due: Billed, at: Date): Promise<void> {
  for (const event of attempt(from, due, at)) await deliverEvent(from, event);
}

/** Ends a cancelled subscription at the end of its paid period. */
export function endCancelled(
  from: Sandbox,
  { providerSubscriptionId, currentPeriodEnd }: Billed,
): Promise<void> {
  return deliverEvent(from, {
    type: 'subscription.ended',
    id: `sandbox_end_${providerSubscriptionId}`,
    occurredAt: currentPeriodEnd,
    providerSubscriptionId,
    reason: 'provider',
  });
}

/** Reports an event through the webhook. @throws Error if the product refuses it */
export async function deliverEvent(sandbox: Sandbox, event: PaymentEvent): Promise<void> {
  const response = await reportSandboxEvent(sandbox, event);
  if (response.ok) return;
  throw new Error(`The webhook refused ${event.type} with status ${response.status}`);
}

function attempt({ config }: Sandbox, due: Billed, at: Date): PaymentEvent[] {
  const { providerSubscriptionId, currentPeriodEnd, priceCents, failedAttempts } = due;
  // After a long pause or outage the missed months are not charged.
  const isLate = addMonths(currentPeriodEnd, 1) <= at;
  const periodStart = isLate ? at : currentPeriodEnd;
  // One attempt of each number for each ended period, however often it is requested.
  const name = `${providerSubscriptionId}_${currentPeriodEnd.toISOString()}_${failedAttempts}`;
  const renewal = {
    id: `sandbox_renewal_${name}`,
    occurredAt: at,
    providerSubscriptionId,
    periodStart,
    periodEnd: isLate ? addMonths(at, 1) : nextBillingDay(due.billingAnchor, periodStart),
    amountCents: priceCents,
  };
  if (isPaid(due)) {
    const card = { cardLastFour: cardLastFour(due.card ?? SANDBOX_CARDS[0]) };
    return [{ type: 'renewal.paid', ...renewal, ...card, paymentId: `sandbox_payment_${name}` }];
  }
  const days = RETRY_DAYS[failedAttempts];
  const since = due.pastDueSince ?? at;
  const nextAttemptAt = days === undefined ? null : new Date(since.getTime() + days * DAY_MS);
  const failed: PaymentEvent = { type: 'renewal.failed', ...renewal, nextAttemptAt };
  if (nextAttemptAt && due.card === 'authenticates') {
    const url = `${config.publicUrl}${sandboxPortalPath(providerSubscriptionId)}`;
    const id = `sandbox_confirm_${name}`;
    return [{ ...renewal, type: 'renewal.action-required', id, url }, failed];
  }
  if (nextAttemptAt) return [failed];
  const id = `sandbox_unpaid_${name}`;
  return [
    failed,
    { type: 'subscription.ended', id, occurredAt: at, providerSubscriptionId, reason: 'unpaid' },
  ];
}

function isPaid({ card, failedAttempts }: Billed): boolean {
  if (card === 'recovers') return failedAttempts > 0;
  return card === 'succeeds' || card === null;
}
