import { randomInt } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { DAY_MS } from '#src/lib/dates.ts';
import { ConfigError } from '#src/platform/config/config-error.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  CCBILL_ACCOUNT,
  CCBILL_ADDRESS,
  CCBILL_DATALINK,
  ccbillTime,
  ccbillWebhook,
  saleOf,
  startCcbill,
} from '#test/providers/ccbill-server.ts';

const ENVIRONMENT = {
  PAYMENTS: 'ccbill',
  CCBILL_ACCOUNT: CCBILL_ACCOUNT.account,
  CCBILL_SUBACCOUNT: CCBILL_ACCOUNT.subaccount,
  CCBILL_FLEX_ID: CCBILL_ACCOUNT.flexId,
  CCBILL_SALT: CCBILL_ACCOUNT.salt,
  CCBILL_WEBHOOK_SECRET: CCBILL_ACCOUNT.webhookSecret,
  CCBILL_DATALINK_USER: CCBILL_DATALINK.dataLinkUser,
  CCBILL_DATALINK_PASSWORD: CCBILL_DATALINK.dataLinkPassword,
};

let ccbill: Awaited<ReturnType<typeof startCcbill>>;
let app: TestApp;
beforeAll(async () => {
  ccbill = await startCcbill();
  app = await createTestApp({
    ...ENVIRONMENT,
    TRUST_PROXY: 'true',
    CCBILL_DATALINK_URL: ccbill.dataLinkUrl,
  });
});
afterAll(async () => {
  await app.close();
  await ccbill.stop();
});

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

type Call = { query: string; body: string };
type Sender = { secret?: string; address?: string };

async function send(call: Call, sender: Sender = {}) {
  const { secret = CCBILL_ACCOUNT.webhookSecret, address = CCBILL_ADDRESS } = sender;
  const { status } = await app.app.request(`/webhooks/ccbill/${secret}?${call.query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: call.body,
  });
  return status;
}
const deliver = (...call: Parameters<typeof ccbillWebhook>) => send(ccbillWebhook(...call));

/** A fan with the payment form, and CCBill's report of the payment. */
async function order() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const { status, json } = await app.call('POST', '/api/checkouts', {
    user: fan,
    body: { influencerId: influencer.id },
  });
  expect(status).toBe(200);
  const form = new URL(json.url);
  const subscriptionId = `0126${randomInt(1_000_000, 9_000_000)}000001`;
  ccbill.subscriptions.set(subscriptionId, { status: '2' });
  const sale = saleOf(form, { subscriptionId, nextRenewalDate: day(30) });
  const renewal = {
    subscriptionId,
    transactionId: subscriptionId.replace(/1$/, '2'),
    billedAmount: sale.billedInitialPrice,
    billedCurrencyCode: '840',
    renewalDate: day(30),
    nextRenewalDate: day(60),
  };
  return { fan, form, subscriptionId, sale, renewal };
}

/** A fan's payments and reversals in the ledger, in cents. */
async function recordedFor({ id }: TestUser): Promise<number[]> {
  const rows = await app.db
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerTransactions.subscriberId, id), eq(ledgerAccounts.kind, 'cash')))
    .orderBy(asc(ledgerTransactions.recordedAt));
  return rows.map(({ cents }) => cents);
}

test('a fan pays with the form, renews, and every delivery counts once', async () => {
  const { fan, subscriptionId, sale, renewal } = await order();
  expect(await subscriptionOf(app, fan)).toBeUndefined();
  const thrice = (...call: Parameters<typeof ccbillWebhook>) =>
    Promise.all(Array.from({ length: 3 }, () => deliver(...call)));
  expect(await thrice('NewSaleSuccess', sale)).toEqual([200, 200, 200]);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    provider: 'ccbill',
    providerSubscriptionId: subscriptionId,
    priceCents: 1999,
    currentPeriodEnd: noon(sale.nextRenewalDate),
    cancelAt: null,
  });
  expect(await thrice('RenewalSuccess', renewal)).toEqual([200, 200, 200]);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    currentPeriodStart: noon(renewal.renewalDate),
    currentPeriodEnd: noon(renewal.nextRenewalDate),
  });
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

test('events may arrive in any order', async () => {
  const { fan, subscriptionId, sale, renewal } = await order();
  const { transactionId } = renewal;
  const refund = { subscriptionId, transactionId, amount: '5.00', currencyCode: 840 };
  expect(await deliver('Refund', refund)).toBe(202);
  expect(await deliver('RenewalSuccess', renewal)).toBe(202);
  expect(await deliver('NewSaleSuccess', sale)).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    currentPeriodEnd: noon(renewal.nextRenewalDate),
  });
  expect((await recordedFor(fan)).toSorted((a, b) => a - b)).toEqual([-500, 1999, 1999]);
});

test('a failed renewal is past due until the payment arrives', async () => {
  const { fan, subscriptionId, sale, renewal } = await order();
  await deliver('NewSaleSuccess', sale);
  const retry = { renewalDate: day(30), nextRetryDate: day(33), transactionId: '1' };
  expect(await deliver('RenewalFailure', { subscriptionId, ...retry })).toBe(200);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'past_due',
    nextAttemptAt: noon(retry.nextRetryDate),
  });
  await deliver('RenewalSuccess', renewal);
  expect(await subscriptionOf(app, fan)).toMatchObject({ status: 'active', pastDueSince: null });
});

test('a fan who cancels is not charged again, and can view until the end of the paid period', async () => {
  const { fan, subscriptionId, sale } = await order();
  await deliver('NewSaleSuccess', sale);
  const { id } = (await subscriptionOf(app, fan))!;
  ccbill.next('hang up afterwards');
  const { status } = await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
  expect(status).toBeLessThan(300);
  await applyProviderChange(app.services, { subscriptionId: id });
  expect(ccbill.subscriptions.get(subscriptionId)).toEqual({ status: '1' });
  expect(await deliver('Cancellation', { subscriptionId })).toBe(200);
  const cancelled = { status: 'active', cancelAt: noon(sale.nextRenewalDate) };
  expect(await subscriptionOf(app, fan)).toMatchObject(cancelled);
  const { json } = await app.call('GET', '/api/subscriptions', { user: fan });
  expect(json.subscriptions).toMatchObject([{ canResume: false }]);
});

test('a cancellation, its undoing and another cancellation at CCBill are three events', async () => {
  const { fan, subscriptionId, sale } = await order();
  await deliver('NewSaleSuccess', sale);
  const cancelAt = async () => (await subscriptionOf(app, fan))!.cancelAt;
  const end = noon(sale.nextRenewalDate);
  const reactivation = { subscriptionId, transactionId: subscriptionId, timestamp: undefined };
  for (const seconds of [30, 60]) {
    // A clock that is ahead: such an event counts as of its arrival.
    const timestamp = ccbillTime(new Date(Date.now() + seconds * 1000));
    await deliver('Cancellation', { subscriptionId, timestamp });
    expect(await cancelAt()).toEqual(end);
    await deliver('UserReactivation', reactivation);
    await deliver('UserReactivation', reactivation);
    expect(await cancelAt()).toBeNull();
  }
  const stored = await app.db
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(eq(paymentEvents.subscriptionReference, subscriptionId));
  expect(stored.filter(({ type }) => type === 'UserReactivation')).toHaveLength(2);
});

test('a chargeback ends the subscription, and CCBill charges no more', async () => {
  const { fan, subscriptionId, sale } = await order();
  await deliver('NewSaleSuccess', sale);
  const taken = { subscriptionId, transactionId: subscriptionId, amount: '19.99' };
  expect(await deliver('Chargeback', { ...taken, currencyCode: '840' })).toBe(200);
  const ended = { status: 'cancelled', endReason: 'dispute' };
  expect(await subscriptionOf(app, fan)).toMatchObject(ended);
  expect(await recordedFor(fan)).toEqual([1999, -1999]);
  const { id } = (await subscriptionOf(app, fan))!;
  await applyProviderChange(app.services, { subscriptionId: id });
  expect(ccbill.subscriptions.get(subscriptionId)).toEqual({ status: '1' });
});

test('a call that is not from CCBill changes nothing and is not stored', async () => {
  const { fan, sale } = await order();
  const stored = async () => (await app.db.select().from(paymentEvents)).length;
  const before = await stored();
  const call = ccbillWebhook('NewSaleSuccess', sale);
  const forged: [Call, Sender][] = [
    [call, { secret: 'a'.repeat(32) }],
    [call, { address: '203.0.113.9' }],
    [{ ...call, body: call.body.replace('900100', '900101') }, {}],
    [ccbillWebhook('NewSaleSuccess', { ...sale, dynamicPricingValidationDigest: 'f' }), {}],
  ];
  for (const [one, sender] of forged) expect(await send(one, sender)).toBe(400);
  const withoutSecret = await app.app.request(`/webhooks/ccbill?${call.query}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': CCBILL_ADDRESS },
    body: call.body,
  });
  expect(withoutSecret.status).toBe(400);
  expect(await send({ ...call, body: call.body.padEnd(300_000) })).toBe(413);
  expect(await stored()).toBe(before);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

test('a sale with another price than ordered activates nothing and waits for a person', async () => {
  const [cheap, other] = [await order(), await order()];
  const checkout = { 'X-checkoutId': other.sale['X-checkoutId'] };
  const forged = { ...cheap.sale, ...checkout };
  expect(await deliver('NewSaleSuccess', forged)).toBe(500);
  const euros = { ...cheap.sale, billedCurrencyCode: 978, transactionId: '1' };
  expect(await deliver('NewSaleSuccess', euros)).toBe(500);
  for (const { fan } of [cheap, other]) expect(await subscriptionOf(app, fan)).toBeUndefined();
  const [event] = await app.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.providerEventId, `NewSaleSuccess:${forged.transactionId}`));
  expect(event).toMatchObject({
    handledAt: null,
    lastError: 'The price is not that of the order: refund the sale at CCBill',
  });
});

test('no personal data of a sale is stored', async () => {
  const { sale } = await order();
  await deliver('NewSaleSuccess', sale);
  const [event] = await app.db
    .select({ content: paymentEvents.content })
    .from(paymentEvents)
    .where(eq(paymentEvents.providerEventId, `NewSaleSuccess:${sale.transactionId}`));
  for (const text of [sale.email, sale.lastName, sale.ipAddress, sale.password]) {
    expect(event!.content).not.toContain(text);
  }
});

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: app.config.dataDir, ...ENVIRONMENT, ...env });

test.each([
  [{ CCBILL_ACCOUNT: '' }, /CCBILL_ACCOUNT: must be set when PAYMENTS names ccbill/],
  [{ CCBILL_ACCOUNT: '900100-0005' }, /CCBILL_ACCOUNT: must be the account’s six digits/],
  [{ CCBILL_SUBACCOUNT: '5' }, /CCBILL_SUBACCOUNT: must be the subaccount’s four digits/],
  [{ CCBILL_SALT: '' }, /CCBILL_SALT: must be set/],
  [{ CCBILL_WEBHOOK_SECRET: 'short' }, /CCBILL_WEBHOOK_SECRET: must be at least 32 letters/],
  [{ CCBILL_WEBHOOK_NETWORKS: 'everywhere' }, /CCBILL_WEBHOOK_NETWORKS.*must be networks such as/],
  [{ CCBILL_DATALINK_PASSWORD: '' }, /CCBILL_DATALINK_PASSWORD: must be set/],
])('an invalid configuration of CCBill prevents the start and is named: %o', (env, message) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(message);
});

test("the addresses and networks default to CCBill's own", () => {
  expect(read({}).payments.connected[0]).toMatchObject({
    formUrl: 'https://api.ccbill.com/wap-frontflex/flexforms',
    dataLinkUrl: 'https://datalink.ccbill.com/utils/subscriptionManagement.cgi',
    supportUrl: 'https://support.ccbill.com',
    webhookNetworks: ['64.38.212.0/24', '64.38.215.0/24', '64.38.240.0/24', '64.38.241.0/24'],
  });
});
