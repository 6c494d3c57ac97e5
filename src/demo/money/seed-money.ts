import type { Seed } from '#src/demo/seed-context.ts';
import type { Config } from '#src/platform/config/config.ts';
import { seedFees } from './seed-fees.ts';
import type { InvoiceConfig } from './seed-invoices.ts';
import { seedLedger } from './seed-ledger.ts';
import { seedTaxDetails } from './seed-payees.ts';
import { seedPaymentEvents } from './seed-payment-events.ts';
import { seedPayouts } from './seed-payouts.ts';
import { seedReconciliation } from './seed-reconciliation.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

/**
 * Seeds the demo's ledger with payments and reversals, the payment events, the
 * comparison with the sandbox, and the payouts.
 */
export async function seedMoney(
  seed: Seed,
  subscriptions: DemoSubscription[],
  config: InvoiceConfig & Pick<Config, 'secrets'>,
): Promise<void> {
  const transactions = await seedLedger(seed, subscriptions);
  const unknown = await seedPaymentEvents(seed, transactions, subscriptions);
  await seedReconciliation(seed, transactions, subscriptions, unknown);
  await seedFees(seed);
  const firsts = subscriptions.map(({ billingAnchor }) => billingAnchor.getTime());
  await seedTaxDetails(seed, config);
  await seedPayouts(seed, new Date(Math.min(...firsts)), config);
}
