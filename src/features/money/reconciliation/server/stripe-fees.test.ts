import { eq } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import {
  cardFee,
  DISPUTE_FEE_CENTS,
} from '#src/features/money/payments/server/stripe/stripe-balance.testing.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { makeInfluencer } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { startStripe } from '#test/stripe-server.ts';
import { seconds } from '#test/stripe-values.ts';
import { reconcile } from './reconciliation.testing.ts';

const DAY_SECONDS = 24 * 60 * 60;
const now = () => seconds(new Date());

let stripe: Awaited<ReturnType<typeof startStripe>>;
let app: TestApp;
beforeEach(async () => {
  stripe = await startStripe();
  app = await createTestApp({
    PAYMENTS: 'stripe',
    PUBLIC_URL: 'https://club.example',
    STRIPE_SECRET_KEY: stripe.options.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.options.webhookSecret,
    STRIPE_API_URL: stripe.options.apiUrl,
    STRIPE_FEES_SINCE: new Date(Date.now() - 2 * DAY_SECONDS * 1_000).toISOString().slice(0, 10),
  });
});
afterEach(async () => {
  await app.close();
  await stripe.stop();
});

/** A fan pays $19.99 on Stripe's page. */
async function buy(influencer: TestUser, at = now()) {
  const user = await app.as('subscriber');
  const body = { influencerId: influencer.id };
  const { json } = await app.call('POST', '/api/checkouts', { user, body });
  const { paid } = stripe.account.payCheckout((json.url as string).split('/').at(-1)!, at);
  return { paid, paymentId: stripe.account.paymentIntentOf(paid.data.object.id) };
}

async function deliver(event: Stripe.Event): Promise<void> {
  const { body, headers } = stripe.webhook(event);
  await app.app.request('/webhooks/stripe', { method: 'POST', headers, body });
}

/** The recorded fees: kind, cents, and whose share they belong to. */
async function listFees() {
  const rows = await app.db
    .select({
      kind: ledgerTransactions.kind,
      cents: ledgerEntries.amountCents,
      account: ledgerTransactions.shareAccountId,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.kind, 'provider_fees'));
  const holders = await app.db.select().from(ledgerAccounts);
  const holderOf = (id: number) => holders.find((holder) => holder.id === id)!.influencerId;
  return rows.map(({ kind, cents, account }) => `${kind} ${cents} ${holderOf(account)}`).toSorted();
}

test('what Stripe charges for a payment and a dispute is recorded once, for the influencer of the payment', async () => {
  const [nova, vera] = [await makeInfluencer(app), await makeInfluencer(app)];
  const [first, second] = [await buy(nova), await buy(vera)];
  await deliver(first.paid);
  const { data } = stripe.account.dispute(second.paymentId, 1_999);
  const fee = cardFee(1_999);
  // The payment of the second was never reported: the comparison records it before its fees.
  expect(await reconcile(app)).toMatchObject({
    status: 'completed',
    feesRecorded: 3,
    feeCents: 2 * fee + DISPUTE_FEE_CENTS,
    feesError: null,
  });
  const fees = [
    `dispute_fee ${DISPUTE_FEE_CENTS} ${vera.id}`,
    `provider_fee ${fee} ${nova.id}`,
    `provider_fee ${fee} ${vera.id}`,
  ];
  expect(await listFees()).toEqual(fees.toSorted());
  expect(await reconcile(app)).toMatchObject({ feesRecorded: 0, feeCents: 0 });
  stripe.account.changeDispute(data.object.id, 'won', 'charge.dispute.closed');
  expect(await reconcile(app)).toMatchObject({ feesRecorded: 1, feeCents: -DISPUTE_FEE_CENTS });
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  const admin = await app.as('admin');
  const { json } = await app.call('GET', '/api/reports/profit?range=all', { user: admin });
  expect(json.total).toMatchObject({ providerFeeCents: 2 * fee, disputeFeeCents: 0 });
});

test('fees of other services belong to no influencer', async () => {
  stripe.account.serviceFees.push({ id: 'txn_billing', cents: 14, created: now() });
  expect(await reconcile(app)).toMatchObject({ feesRecorded: 1, feeCents: 14 });
  expect(await listFees()).toEqual(['provider_fee 14 null']);
  const admin = await app.as('admin');
  const { json } = await app.call('GET', '/api/reports/profit?range=all', { user: admin });
  expect(json).toMatchObject({
    total: { providerFeeCents: 14, profitCents: -14 },
    rows: [{ influencerId: null, unassigned: 'provider_fees', profitCents: -14 }],
  });
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});

test('fees of days that people recorded are left alone, and every page is read', async () => {
  stripe.account.rules.pageSize = 1;
  const cents = [1, 2, 4];
  for (const each of cents) {
    const created = now() - each * DAY_SECONDS;
    stripe.account.serviceFees.push({ id: `txn_${each}`, cents: each, created });
  }
  expect(await reconcile(app)).toMatchObject({ feesRecorded: 2, feeCents: 3 });
});

test('the fee of a payment that is not in the ledger waits until it is', async () => {
  const { paid } = await buy(await makeInfluencer(app));
  const invoice = stripe.account.invoices.get(paid.data.object.id)!;
  stripe.account.invoices.delete(invoice.id);
  expect(await reconcile(app)).toMatchObject({ feesRecorded: 0, feesError: null });
  stripe.account.invoices.set(invoice.id, invoice);
  expect(await reconcile(app)).toMatchObject({ repaired: 1, feesRecorded: 1 });
});

test('fees in another currency are not recorded, and the comparison says so', async () => {
  stripe.account.rules.balanceCurrency = 'eur';
  await buy(await makeInfluencer(app));
  const run = await reconcile(app);
  expect(run).toMatchObject({ status: 'completed', repaired: 1, feesRecorded: 0 });
  expect(run.feesError).toContain('EUR');
  expect(await listFees()).toEqual([]);
});
