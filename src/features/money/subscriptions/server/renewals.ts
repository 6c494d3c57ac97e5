import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import { REMINDER_DAYS } from '../subscriptions.rules.ts';
import { endLapsedSubscriptions } from './end-subscriptions.ts';
import { runPriceChanges } from './price-changes/run-price-changes.ts';
import { stopRenewalsOfSuspended, type StopRenewals } from './stop-renewals.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = { db: Db } & StopRenewals;

const REMINDED_AT_ONCE = 500;

/**
 * The hourly job: ends cancelled subscriptions, stops renewals of suspended users, changes prices,
 * and reminds of renewals. Repeating it is harmless.
 */
export async function runBilling(dependencies: Dependencies, now: Date): Promise<void> {
  const { db } = dependencies;
  await endLapsedSubscriptions(db, now);
  await stopRenewalsOfSuspended(dependencies);
  // Before the reminders, which have the price.
  await runPriceChanges(dependencies, now);
  while ((await remindFans(dependencies, now)) === REMINDED_AT_ONCE);
}

// Marked in the transaction that queues the mails: nobody gets a second reminder of a renewal.
const remindFans = ({ db, mail, config }: Dependencies, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const soon = and(
      eq(userSubscriptions.status, 'active'),
      isNull(userSubscriptions.cancelAt),
      gt(userSubscriptions.priceCents, 0),
      gt(userSubscriptions.currentPeriodEnd, now),
      lte(userSubscriptions.currentPeriodEnd, new Date(now.getTime() + REMINDER_DAYS * DAY_MS)),
      sql`${userSubscriptions.remindedFor} is distinct from ${userSubscriptions.currentPeriodEnd}`,
    );
    const rows = await tx
      .select({ id: userSubscriptions.id })
      .from(userSubscriptions)
      .where(soon)
      .orderBy(userSubscriptions.currentPeriodEnd)
      .limit(REMINDED_AT_ONCE)
      .for('update', { skipLocked: true });
    for (const { id } of rows) {
      await tx
        .update(userSubscriptions)
        .set({ remindedFor: sql`${userSubscriptions.currentPeriodEnd}` })
        .where(eq(userSubscriptions.id, id));
      await mailFan({ tx, mail, config }, id, { kind: 'reminder' });
    }
    return rows.length;
  });
