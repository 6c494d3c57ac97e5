import { and, asc, eq, sql } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { SandboxCard } from '#src/features/money/payments/billing.schema.ts';
import {
  sandboxSubscriptionId,
  saveSandboxSubscription,
} from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { billSandbox } from '#src/features/money/sandbox-billing/server/sandbox-billing.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { runBilling } from './renewals.ts';
import { userSubscriptions } from './subscriptions.table.ts';
import { deliver, makeInfluencer, openCheckout, paid } from './subscriptions.testing.ts';

export const DAY_MS = 86_400_000;

/** The mails queued for a user, oldest first. */
export async function mailsFor(app: TestApp, { email }: TestUser): Promise<Mail[]> {
  const { rows } = await app.db.execute<{ data: Mail }>(sql`
    select data from jobs.job
    where name = 'mail' and data ->> 'to' = ${email} order by created_on, id`);
  return rows.map(({ data }) => data);
}

type Bought = { card?: SandboxCard; start?: Date; clockAt?: Date | null };

/** A fan who bought a subscription in the sandbox, with this card, at this time. */
export async function buy(
  app: TestApp,
  { card = 'succeeds', start = new Date(), clockAt = null }: Bought = {},
) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const checkoutId = await openCheckout(app, fan, influencer.id);
  const providerSubscriptionId = sandboxSubscriptionId(checkoutId);
  await saveSandboxSubscription(app.db, providerSubscriptionId, { card, clockAt });
  const event = { ...paid(checkoutId, start), providerSubscriptionId };
  await deliver(app, event);
  const [subscription] = await app.db
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.providerSubscriptionId, providerSubscriptionId));
  return { fan, influencer, event, id: subscription!.id, providerSubscriptionId };
}

/** Runs the hourly job at this time. */
export async function billAt({ services }: TestApp, now: Date): Promise<void> {
  await runBilling(services, now);
  await billSandbox(services, now);
}

/** The start of each period that was charged for a subscription, in order. */
export async function chargedPeriods(app: TestApp, subscriptionId: string): Promise<Date[]> {
  const rows = await app.db
    .select({ start: ledgerTransactions.periodStart })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.subscriptionId, subscriptionId),
        eq(ledgerTransactions.kind, 'charge'),
      ),
    )
    .orderBy(asc(ledgerTransactions.periodStart));
  return rows.map(({ start }) => start!);
}
