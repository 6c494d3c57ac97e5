import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { deliver } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths, DAY_MS } from '#src/lib/dates.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { createSubscriptionRow } from '#test/subscriptions.ts';

type Row = typeof userSubscriptions.$inferInsert;
type Values = Partial<Row> & { fan?: TestUser; from?: Date };

const PRICE = 1999;

/** The services with a sandbox whose calls behave differently: by itself it supports every call. */
export function withSandbox(app: TestApp, calls: Partial<PaymentProvider>) {
  const sandbox = { ...getProvider(app.payments, 'sandbox'), ...calls };
  return { ...app.services, payments: { ...app.payments, connected: [sandbox], sales: [sandbox] } };
}

/** The columns of each status. */
const STATES = {
  active: { status: 'active' },
  cancelling: { cancelAt: new Date(Date.now() + 20 * DAY_MS) },
  lapsed: { cancelAt: new Date(Date.now() - DAY_MS) },
  paused: { status: 'paused' },
  past_due: {
    status: 'past_due',
    pastDueSince: new Date(Date.now() - DAY_MS),
    failedAttempts: 1,
    nextAttemptAt: new Date(Date.now() + DAY_MS),
  },
  cancelled: { status: 'cancelled', endedAt: new Date(), endReason: 'fan' },
} satisfies Record<string, Partial<Row>>;
export type TestState = keyof typeof STATES;
export const TEST_STATES = Object.keys(STATES) as TestState[];

/** A subscription to an influencer with its last payment recorded, `from` ten days ago. */
export async function addSubscription(
  app: TestApp,
  influencer: Pick<TestUser, 'id'>,
  state: TestState = 'active',
  { fan, from = new Date(Date.now() - 10 * DAY_MS), ...values }: Values = {},
) {
  const buyer = fan ?? (await app.as('subscriber'));
  const priceCents = values.priceCents ?? PRICE;
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: priceCents, isActive: false })
    .returning();
  const people = { subscriberId: buyer.id, influencerId: influencer.id };
  const row = createSubscriptionRow({
    ...people,
    subscriptionPlanId: plan!.id,
    priceCents,
    currentPeriodStart: addMonths(from, -1),
    currentPeriodEnd: from,
    providerSubscriptionId: `sub-${randomUUID()}`,
  });
  const [{ id } = { id: '' }] = await app.db.insert(userSubscriptions).values(row).returning();
  const paymentId = `payment-${id}`;
  await deliver(app, {
    type: 'renewal.paid',
    id: paymentId,
    paymentId,
    providerSubscriptionId: row.providerSubscriptionId!,
    occurredAt: from,
    periodStart: from,
    periodEnd: addMonths(from, 1),
    amountCents: priceCents,
  });
  await app.db
    .update(userSubscriptions)
    .set({ ...STATES[state], ...values })
    .where(eq(userSubscriptions.id, id));
  const [charge] = await app.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.providerReference, paymentId));
  return { id, fan: buyer, plan: plan!, paymentId, chargeId: charge!.id };
}

export async function storedSubscription(app: TestApp, id: string) {
  const [row] = await app.db.select().from(userSubscriptions).where(eq(userSubscriptions.id, id));
  return row!;
}

/** The subjects of the mails queued for a user, oldest first. */
export async function listMailSubjects(app: TestApp, { email }: TestUser): Promise<string[]> {
  const { rows } = await app.db.execute<{ subject: string }>(sql`
    select data ->> 'subject' as subject from jobs.job
    where name = 'mail' and data ->> 'to' = ${email} order by created_on`);
  return rows.map(({ subject }) => subject);
}

/** Makes every ledger transaction fail while `run` is running. */
export async function whileLedgerFails<T>(app: TestApp, run: () => Promise<T>): Promise<T> {
  await app.db.execute(
    sql`alter table ledger_transactions add constraint closed check (false) not valid`,
  );
  try {
    return await run();
  } finally {
    await app.db.execute(sql`alter table ledger_transactions drop constraint closed`);
  }
}
