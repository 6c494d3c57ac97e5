import { randomUUID } from 'node:crypto';
import { and, eq, inArray, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { sandboxRecords } from '#src/features/money/payments/server/billing.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import {
  count,
  pay,
  paymentOf,
  post,
  repeatIfUnknown,
  send,
  startCheckout,
  withStock,
  type Task,
  type Work,
} from './kill-client.ts';

/** A fan subscribes and pays. */
export function subscribe(app: TestApp, anyInfluencer: () => TestUser): Work {
  return async (url, sent) => {
    const fan = await app.as('subscriber');
    const checkout = await startCheckout(url, fan, anyInfluencer());
    const check = async () => {
      const ofFan = eq(userSubscriptions.subscriberId, fan.id);
      expect(await count(app, userSubscriptions, ofFan)).toBe(1);
      const paid = eq(ledgerTransactions.providerReference, paymentOf(checkout));
      expect(await count(app, ledgerTransactions, paid)).toBe(1);
    };
    await repeatIfUnknown(url, sent, async (at) => void (await pay(at, checkout, fan)), check);
  };
}

/** An open checkout of a new fan. */
async function openCheckout(app: TestApp, url: string, influencer: TestUser) {
  const fan = await app.as('subscriber');
  return { fan, checkout: await startCheckout(url, fan, influencer) };
}

/** A fan pays, and does not try again: only the reconciliation finds a payment that was cut off. */
export function payOnce(app: TestApp, anyInfluencer: () => TestUser): Task {
  const make = (url: string) => openCheckout(app, url, anyInfluencer());
  return withStock(make, ({ fan, checkout }) => async (url, sent) => {
    const paid = eq(ledgerTransactions.providerReference, paymentOf(checkout));
    const payments = () => count(app, ledgerTransactions, paid);
    try {
      await pay(url, checkout, fan);
      sent({ check: async () => expect(await payments()).toBe(1) });
    } catch (error) {
      sent({ isAbandoned: true, check: async () => expect(await payments()).toBeLessThan(2) });
      throw error;
    }
  });
}

/** A fan pays, and the sandbox loses the report: only the reconciliation finds the payment. */
export function loseReport(app: TestApp, anyInfluencer: () => TestUser): Task {
  const make = (url: string) => openCheckout(app, url, anyInfluencer());
  return withStock(make, ({ fan, checkout }) => async (url, sent) => {
    await send(url, checkout, fan, {
      method: 'POST',
      body: new URLSearchParams({ card: 'succeeds', daysAgo: '40', loseReport: 'on' }),
    });
    const isIt = eq(sandboxRecords.reference, paymentOf(checkout));
    const check = async () => expect(await count(app, sandboxRecords, isIt)).toBe(1);
    sent({ check });
  });
}

/** Staff refund a random payment for one of these influencers, and end its subscription. */
export function refund(app: TestApp, influencers: TestUser[]): Work {
  const ids = influencers.map(({ id }) => id);
  // Another request for the same payment would be refused, even while the outcome of the first is unknown.
  const requested: string[] = [];
  return async (url, sent) => {
    const reversal = alias(ledgerTransactions, 'reversal');
    const [charge] = await app.db
      .select({ id: ledgerTransactions.id, subscriptionId: ledgerTransactions.subscriptionId })
      .from(ledgerTransactions)
      .innerJoin(userSubscriptions, eq(userSubscriptions.id, ledgerTransactions.subscriptionId))
      .where(
        and(
          eq(ledgerTransactions.kind, 'charge'),
          inArray(userSubscriptions.influencerId, ids),
          notInArray(ledgerTransactions.id, requested),
          notExists(
            app.db.select().from(reversal).where(eq(reversal.reverses, ledgerTransactions.id)),
          ),
        ),
      )
      .orderBy(sql`random()`)
      .limit(1);
    if (!charge) return;
    requested.push(charge.id);
    const admin = await app.as('admin');
    const refundKey = randomUUID();
    const request = async (at: string) => {
      const body = { transactionId: charge.id, endNow: true, refundKey };
      await post(at, `/api/subscriptions/${charge.subscriptionId}/refunds`, admin, body);
    };
    const check = async () => {
      const reversals = () =>
        count(app, ledgerTransactions, eq(ledgerTransactions.reverses, charge.id));
      await expect.poll(reversals).toBe(1);
    };
    await repeatIfUnknown(url, sent, request, check);
  };
}
