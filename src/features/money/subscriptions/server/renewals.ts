import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { expireCheckouts } from '#src/features/money/payments/server/checkouts.ts';
import {
  billSandbox,
  type SandboxDependencies,
} from '#src/features/money/sandbox-billing/server/sandbox-billing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { REMINDER_DAYS } from '../subscriptions.rules.ts';
import { endLapsedSubscriptions } from './end-subscriptions.ts';
import { stopRenewalsOfSuspended } from './stop-renewals.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = SandboxDependencies & {
  config: Pick<Config, 'payments' | 'secret' | 'publicUrl'>;
  mail: Mailer;
  jobs: Pick<Jobs, 'enqueue'>;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const REMINDED_AT_ONCE = 500;

/**
 * What comes with time: ends what was cancelled for now, closes checkouts that nobody paid, stops
 * what renews of suspended users, reminds of renewals, and renews where the sandbox stands for the
 * provider. Running it twice does it once.
 */
export async function runBilling(dependencies: Dependencies, now: Date): Promise<void> {
  const { config, db } = dependencies;
  await endLapsedSubscriptions(db, now);
  await expireCheckouts(db, now);
  await stopRenewalsOfSuspended(dependencies);
  while ((await remindFans(dependencies, now)) === REMINDED_AT_ONCE);
  if (config.payments === 'sandbox') await billSandbox(dependencies, now);
}

// Marked in the transaction that queues the mails: nobody is reminded twice of a renewal.
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
