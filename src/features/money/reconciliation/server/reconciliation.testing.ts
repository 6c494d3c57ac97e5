import { eq, isNull, or } from 'drizzle-orm';
import type {
  PaymentEvent,
  PaymentProvider,
} from '#src/features/money/payments/server/payment-provider.ts';
import type { ListedRecords } from '#src/features/money/payments/server/provider-records.ts';
import { reportSandboxEvent } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { saveSandboxSubscription } from '#src/features/money/payments/server/sandbox/sandbox-subscriptions.ts';
import { refundUnwantedPayment } from '#src/features/money/refunds/server/refund-unwanted-payment.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  makeInfluencer,
  openCheckout,
  paid,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import type { TestApp } from '#test/harness.ts';
import { reconciliationItems, reconciliationRuns } from './reconciliation.table.ts';
import { requestReconciliation, runReconciliation } from './run-reconciliation.ts';

const HOUR_MS = 60 * 60_000;

/** The sandbox reports an event, or loses it on purpose. */
export async function report(app: TestApp, event: PaymentEvent, loses = false): Promise<void> {
  if (loses && 'providerSubscriptionId' in event) {
    await saveSandboxSubscription(app.db, event.providerSubscriptionId, { losesNextEvent: true });
  }
  const response = await reportSandboxEvent(app.services, event);
  if (!response.ok) throw new Error(`refused with status ${response.status}`);
}

/** A fan pays for a subscription to a new influencer. @param loses whether its report is lost */
export async function sell(app: TestApp, { loses = false, start = new Date() } = {}) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const event = paid(await openCheckout(app, fan, influencer.id), start);
  await report(app, event, loses);
  return { fan, influencer, event };
}

/** The services with another provider in place of the sandbox. */
export function withRecords(app: TestApp, records: Partial<ListedRecords>) {
  const connected = app.services.payments.connected.map((provider): PaymentProvider => ({
    ...provider,
    records: { ...provider.records!, ...records },
  }));
  return { ...app.services, payments: { ...app.services.payments, connected } };
}

/**
 * Compares the two months before an instant with the providers, an hour later, so that nothing is on its way.
 * @returns the run of the sandbox
 */
export async function reconcile(app: TestApp, services = app.services, at = new Date()) {
  // The test runs it: a worker of another process must not.
  await requestReconciliation({ ...services, jobs: { enqueue: async () => {} } }, null);
  const isRunning = eq(reconciliationRuns.status, 'running');
  const [run] = await app.db
    .update(reconciliationRuns)
    .set({ fromAt: addMonths(at, -2), toAt: new Date(at.getTime() + HOUR_MS) })
    .where(isRunning)
    .returning({ id: reconciliationRuns.id });
  await runReconciliation(services, { runId: run!.id });
  const [ended] = await app.db
    .select()
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.id, run!.id));
  return ended!;
}

/** Runs the jobs that wait for a provider: refunds of unwanted payments, and changes of subscriptions. */
export async function runProviderJobs({ db, services }: TestApp): Promise<void> {
  for (const { id } of await db.select().from(refunds).where(isNull(refunds.transactionId))) {
    await refundUnwantedPayment(services, { transactionId: id });
  }
  const { concernsRenewals, concernsPause, concernsPrice } = providerChanges;
  const isOpen = or(concernsRenewals, concernsPause, concernsPrice);
  for (const { subscriptionId } of await db.select().from(providerChanges).where(isOpen)) {
    await applyProviderChange(services, { subscriptionId });
  }
}

/** The differences about a record. */
export async function itemsOf(app: TestApp, reference: string) {
  return app.db
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.reference, reference));
}
