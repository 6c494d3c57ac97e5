import type { Seed } from './seed-context.ts';
import { seedLedger } from './seed-ledger.ts';
import { seedPaymentEvents } from './seed-payment-events.ts';
import { seedPayouts } from './seed-payouts.ts';
import type { DemoSubscription } from './seed-subscriptions.ts';

/** Seeds the demo's ledger with payments and reversals, the payment events, and the payouts. */
export async function seedMoney(seed: Seed, subscriptions: DemoSubscription[]): Promise<void> {
  const transactions = await seedLedger(seed, subscriptions);
  await seedPaymentEvents(seed, transactions, subscriptions);
  const firsts = subscriptions.map(({ billingAnchor }) => billingAnchor.getTime());
  await seedPayouts(seed, new Date(Math.min(...firsts)));
}
