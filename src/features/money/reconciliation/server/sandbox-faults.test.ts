import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { createSandboxProvider } from '#src/features/money/payments/server/sandbox/sandbox-provider.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { subscriptionOf } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DomainError } from '#src/lib/problem.ts';
import { createTestApp, type TestApp } from '#test/harness.ts';
import { reconcile, sell } from './reconciliation.testing.ts';

let app: TestApp;
/** While it is set, the sandbox does its work and answers 500. */
let losesAnswers = false;
beforeAll(async () => {
  app = await createTestApp();
  const { config, db } = app;
  const sandbox = createSandboxProvider({
    config,
    db,
    async deliver(request) {
      const response = await app.app.request(request);
      return losesAnswers ? new Response(null, { status: 500 }) : response;
    },
  });
  // The sandbox stops its own charges without a call.
  const { cancelAtPeriodEnd } = sandbox;
  Object.assign(getProvider(app.payments, 'sandbox'), sandbox, {
    async cancelAtPeriodEnd(id: string) {
      await cancelAtPeriodEnd(id);
      if (losesAnswers) throw new DomainError('provider-unavailable');
    },
  });
});
afterAll(() => app.close());

test('that answers 500 after it did the work, a refund and a cancellation happen once', async () => {
  const { fan } = await sell(app);
  const staff = await app.as('staff');
  const { id: subscriptionId } = (await subscriptionOf(app, fan))!;
  const ofKind = (kind: 'charge' | 'refund') =>
    app.db
      .select()
      .from(ledgerTransactions)
      .where(
        and(
          eq(ledgerTransactions.subscriptionId, subscriptionId),
          eq(ledgerTransactions.kind, kind),
        ),
      );
  const [charge] = await ofKind('charge');
  const refund = {
    transactionId: charge!.id,
    amountCents: 500,
    endNow: false,
    refundKey: crypto.randomUUID(),
  };
  const sendRefund = () =>
    app.call('POST', `/api/subscriptions/${subscriptionId}/refunds`, { user: staff, body: refund });

  losesAnswers = true;
  expect((await sendRefund()).status).toBe(502);
  const cancelled = await app.call('POST', `/api/subscriptions/${subscriptionId}/cancel`, {
    user: fan,
  });
  expect(cancelled.status).toBeLessThan(300);
  await expect(applyProviderChange(app.services, { subscriptionId })).rejects.toMatchObject({
    code: 'provider-unavailable',
  });
  losesAnswers = false;
  expect((await sendRefund()).status).toBeLessThan(300);
  await applyProviderChange(app.services, { subscriptionId });

  expect(await ofKind('refund')).toHaveLength(1);
  expect(await subscriptionOf(app, fan)).toMatchObject({ cancelAt: expect.any(Date) });
  const run = await reconcile(app);
  expect(run).toMatchObject({ status: 'completed', repaired: 0, opened: 0, error: null });
  expect(run.totals.filter(({ driftCents }) => driftCents !== 0)).toEqual([]);
  expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
});
