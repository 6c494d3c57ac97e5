import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { reportSandboxEvent } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { buy } from '#src/features/money/subscriptions/server/fan-billing.testing.ts';
import {
  refunded,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import type { BankAction } from './sandbox-bank.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Bought = Awaited<ReturnType<typeof buy>>;
const addressOf = ({ providerSubscriptionId }: Bought) =>
  `/sandbox/subscriptions/${providerSubscriptionId}`;

async function act(bought: Bought, action: BankAction | 'unknown', user: TestUser = bought.fan) {
  const response = await app.app.request(`${addressOf(bought)}/bank`, {
    method: 'POST',
    headers: {
      cookie: user.cookie,
      origin: app.config.publicUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ action }).toString(),
  });
  return /\?did=(.*)/.exec(response.headers.get('location') ?? '')?.[1] ?? response.status;
}

/** The actions that the page offers. */
const offered = async (bought: Bought) => {
  const { json } = await app.call('GET', addressOf(bought), { user: bought.fan });
  return [...(json as string).matchAll(/name="action" value="([\w-]+)"/g)].map(([, name]) => name);
};
const casesOf = async ({ event }: Bought) =>
  app.db
    .select({ stage: disputes.stage, status: disputes.status, reason: disputes.reason })
    .from(disputes)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, disputes.chargeId))
    .where(eq(ledgerTransactions.providerReference, event.paymentId))
    .orderBy(disputes.stage);

test('a payment is warned of, disputed and won, each once', async () => {
  const bought = await buy(app);
  expect(await offered(bought)).toEqual(['warn', 'dispute']);
  expect(await act(bought, 'win')).toBe('nothing');
  expect(await act(bought, 'warn')).toBe('warned');
  expect(await act(bought, 'warn')).toBe('nothing');
  const twice = await Promise.all([act(bought, 'dispute'), act(bought, 'dispute')]);
  expect(twice).toContain('disputed');
  expect(await subscriptionOf(app, bought.fan)).toMatchObject({
    status: 'cancelled',
    endReason: 'dispute',
  });
  expect(await casesOf(bought)).toEqual([
    { stage: 'dispute', status: 'opened', reason: 'fraudulent' },
    { stage: 'pre_dispute', status: 'opened', reason: 'made_with_stolen_card' },
  ]);
  // The subscription has ended, and the bank still decides.
  expect(await offered(bought)).toEqual(['win', 'lose']);
  expect(await act(bought, 'win')).toBe('dispute-won');
  expect((await casesOf(bought))[0]).toMatchObject({ status: 'won' });
  expect(await offered(bought)).toEqual([]);
  expect(await act(bought, 'lose')).toBe('nothing');
});

test('a lost dispute stays lost, and blocks the fan', async () => {
  const bought = await buy(app);
  await act(bought, 'dispute');
  expect(await act(bought, 'lose')).toBe('dispute-lost');
  expect(await casesOf(bought)).toMatchObject([{ status: 'lost' }]);
  const body = { influencerId: bought.influencer.id };
  const { json } = await app.call('POST', '/api/checkouts', { user: bought.fan, body });
  expect(json.code).toBe('purchase-blocked');
});

test('a refund that the bank returns is owed by hand, once', async () => {
  const bought = await buy(app);
  expect(await act(bought, 'fail-refund')).toBe('nothing');
  await reportSandboxEvent(app.services, refunded(bought.event));
  expect(await offered(bought)).toContain('fail-refund');
  expect(await act(bought, 'fail-refund')).toBe('refund-failed');
  expect(await act(bought, 'fail-refund')).toBe('nothing');
  const listed = await app.db
    .select({ kind: sandboxRecords.kind })
    .from(sandboxRecords)
    .where(eq(sandboxRecords.paymentReference, bought.event.paymentId));
  expect(listed).toEqual([]);
  const owed = await app.db
    .select({ byHand: refunds.byHand, failureReason: refunds.failureReason })
    .from(refunds)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, refunds.chargeId))
    .where(eq(ledgerTransactions.providerReference, bought.event.paymentId));
  expect(owed).toEqual([{ byHand: true, failureReason: 'expired_or_canceled_card' }]);
});

test('nobody else is the bank of a fan, and unknown actions are refused', async () => {
  const bought = await buy(app);
  expect(await act(bought, 'dispute', await app.as('subscriber'))).toBe(404);
  expect(await act(bought, 'dispute', await app.as('admin'))).toBe(404);
  expect(await act(bought, 'unknown')).toBe(400);
  expect(await casesOf(bought)).toEqual([]);
});

test('after all of this, the ledger passes its checks', async () => {
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
