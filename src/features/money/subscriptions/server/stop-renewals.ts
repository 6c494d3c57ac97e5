import { and, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { expireCheckoutsOf } from '#src/features/money/payments/server/checkouts.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { leftUntil } from '../subscriptions.rules.ts';
import type { EndReason } from '../subscriptions.schema.ts';
import { findBillingTimes } from './billing-time.ts';
import { endSubscription } from './end-subscriptions.ts';
import { requestProviderChange } from './provider-changes.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

/** What stopping the renewals of a user needs. */
export type StopRenewals = {
  jobs: Pick<Jobs, 'enqueue'>;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
  payments: Payments;
};
/** Why a user's renewals are stopped: a suspension, or a change of role by staff. */
export type StopReason = Extract<EndReason, 'suspension' | 'staff'>;

const { id, subscriberId, influencerId, status, cancelAt } = userSubscriptions;
const renews = and(ne(status, 'cancelled'), isNull(cancelAt));
const involves = (userId: string | typeof users.id) =>
  or(eq(subscriberId, userId), eq(influencerId, userId));

/**
 * Stops the renewals of what a user buys or sells, and their open checkouts, in the caller's
 * transaction: each subscription runs until the end of its paid period, or ends at once without
 * one. A job notifies the provider, so that an outage does not block the change; a renewal that is
 * charged anyway is refunded. Repeating it is harmless.
 */
export async function stopRenewals(
  tx: Db,
  { jobs, mail, config, payments }: StopRenewals,
  userId: string,
  reason: StopReason,
): Promise<void> {
  const now = await readDatabaseTime(tx);
  const live = await tx
    .select()
    .from(userSubscriptions)
    .where(and(involves(userId), renews))
    .orderBy(id)
    .for('update');
  const billingTimeOf = await findBillingTimes(tx, payments, live, now);
  for (const subscription of live) {
    const endsAt = leftUntil(subscription, now, billingTimeOf(subscription));
    if (endsAt) {
      await tx
        .update(userSubscriptions)
        .set({ cancelAt: endsAt, cancelReason: reason })
        .where(eq(id, subscription.id));
      await mailFan({ tx, mail, config }, subscription.id, { kind: 'cancelled', endsAt, reason });
    } else {
      await endSubscription(tx, subscription.id, now, reason);
      await mailFan({ tx, mail, config }, subscription.id, { kind: 'ended', reason });
    }
    await requestProviderChange(tx, jobs, subscription.id);
  }
  await expireCheckoutsOf(tx, userId);
}

/** Stops the renewals of suspended users that were bought or resumed during the suspension. */
export async function stopRenewalsOfSuspended({
  db,
  ...dependencies
}: { db: Db } & StopRenewals): Promise<void> {
  const renewing = db
    .select({ one: sql`1` })
    .from(userSubscriptions)
    .where(and(involves(users.id), renews));
  const suspended = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isSuspendedNow, exists(renewing)));
  for (const user of suspended) {
    await db.transaction((tx) => stopRenewals(tx, dependencies, user.id, 'suspension'));
  }
}
