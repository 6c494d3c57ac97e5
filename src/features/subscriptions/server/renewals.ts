import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import { expireCheckouts } from '#src/features/billing/server/checkouts.ts';
import type { PaymentEvent } from '#src/features/billing/server/payment-provider.ts';
import { failsAtRenewal, sandboxWebhook } from '#src/features/billing/server/sandbox-provider.ts';
import { addMonths } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import { endLapsedSubscriptions } from './end-lapsed.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = {
  config: Pick<Config, 'payments' | 'secret' | 'publicUrl'>;
  db: Db;
  /** Sends a request to the product itself. */
  deliver: (request: Request) => Response | Promise<Response>;
};
type Due = { providerSubscriptionId: string; priceCents: number; currentPeriodEnd: Date };

/**
 * Ends what was cancelled for a time that has come, and renews the sandbox's subscriptions whose
 * period is over, through the webhook. Running it twice renews once.
 */
export async function renewDueSubscriptions(dependencies: Dependencies, now: Date): Promise<void> {
  const { config, db, deliver } = dependencies;
  await endLapsedSubscriptions(db, now);
  await expireCheckouts(db, now);
  if (config.payments !== 'sandbox') return;
  for (const due of await listDue(db, now)) {
    const response = await deliver(sandboxWebhook(config, renewal(due, now)));
    if (!response.ok) {
      throw new Error(`The webhook refused a renewal with status ${response.status}`);
    }
  }
}

async function listDue(db: Db, now: Date): Promise<Due[]> {
  const { providerSubscriptionId, priceCents, currentPeriodEnd } = userSubscriptions;
  const rows = await db
    .select({ providerSubscriptionId, priceCents, currentPeriodEnd })
    .from(userSubscriptions)
    .where(
      and(
        eq(userSubscriptions.provider, 'sandbox'),
        isNotNull(providerSubscriptionId),
        // Nobody pays for a pause.
        eq(userSubscriptions.status, 'active'),
        isNull(userSubscriptions.cancelAt),
        lte(currentPeriodEnd, now),
      ),
    )
    .orderBy(currentPeriodEnd);
  return rows.map((row) => ({ ...row, providerSubscriptionId: row.providerSubscriptionId! }));
}

function renewal(
  { providerSubscriptionId, priceCents, currentPeriodEnd }: Due,
  now: Date,
): PaymentEvent {
  // After a long pause or outage the months that went by are not charged.
  const periodStart = addMonths(currentPeriodEnd, 1) > now ? currentPeriodEnd : now;
  return {
    type: failsAtRenewal(providerSubscriptionId) ? 'renewal.failed' : 'renewal.paid',
    // One renewal for each period that ended, however often it is asked for.
    id: `renewal_${providerSubscriptionId}_${currentPeriodEnd.toISOString()}`,
    providerSubscriptionId,
    periodStart,
    periodEnd: addMonths(periodStart, 1),
    amountCents: priceCents,
  };
}
