import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransactions,
} from '#src/features/money/ledger/server/ledger.table.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import { applyProviderChange } from '#src/features/money/subscriptions/server/provider-changes.ts';
import {
  makeInfluencer,
  subscriptionOf,
} from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths } from '#src/lib/dates.ts';
import { ConfigError } from '#src/platform/config/config-error.ts';
import { readConfig } from '#src/platform/config/config.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import {
  postback,
  signQuery,
  startVerotel,
  VEROTEL_SHOP,
  VEROTEL_USER,
} from '#test/verotel-server.ts';

const ENVIRONMENT = {
  PAYMENTS: 'verotel',
  VEROTEL_SHOP_ID: VEROTEL_SHOP.shopId,
  VEROTEL_SIGNATURE_KEY: VEROTEL_SHOP.signatureKey,
  VEROTEL_API_USER: VEROTEL_USER.apiUser,
  VEROTEL_API_PASSWORD: VEROTEL_USER.apiPassword,
};

let verotel: Awaited<ReturnType<typeof startVerotel>>;
let app: TestApp;
beforeAll(async () => {
  verotel = await startVerotel();
  app = await createTestApp({
    ...ENVIRONMENT,
    VEROTEL_ORDER_URL: `${verotel.url}/`,
    VEROTEL_API_URL: `${verotel.url}/api`,
  });
});
afterAll(async () => {
  await app.close();
  await verotel.stop();
});

const day = (months: number) => addMonths(new Date(), months).toISOString().slice(0, 10);
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

/** Calls the webhook as Verotel does. */
async function deliver(params: Record<string, string>) {
  const response = await app.app.request(`/webhooks/verotel?${postback(params)}`);
  return { status: response.status, text: await response.text() };
}
const OK = { status: 200, text: 'OK' };

/** A fan on the order page, and Verotel's postback for the payment. */
async function order() {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const { status, json } = await app.call('POST', '/api/checkouts', {
    user: fan,
    body: { influencerId: influencer.id },
  });
  expect(status).toBe(200);
  const link = new URL(json.url);
  const saleID = String(randomInt(1_000_000, 9_000_000));
  verotel.sales.set(saleID, {});
  const initial = {
    event: 'initial',
    saleID,
    transactionID: `${saleID}1`,
    referenceID: link.searchParams.get('referenceID')!,
    custom1: link.searchParams.get('custom1')!,
    period: 'P1M',
    priceAmount: link.searchParams.get('priceAmount')!,
    priceCurrency: 'USD',
    nextChargeOn: day(1),
  };
  const rebill = {
    event: 'rebill',
    saleID,
    transactionID: `${saleID}2`,
    amount: initial.priceAmount,
    currency: 'USD',
    nextChargeOn: day(2),
    subscriptionPhase: 'normal',
  };
  return { fan, link, saleID, initial, rebill };
}

/** A fan's payments and refunds in the ledger, in cents. */
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

test('a fan buys at the order page, and the postback makes the subscription active', async () => {
  const { fan, link, saleID, initial } = await order();
  const { email, signature: _ours, ...signed } = Object.fromEntries(link.searchParams);
  expect(link.origin).toBe(verotel.url);
  expect(email).toBe(fan.email);
  expect(signQuery(signed)).toContain(`signature=${link.searchParams.get('signature')}`);
  expect(await subscriptionOf(app, fan)).toBeUndefined();

  expect(await deliver(initial)).toEqual(OK);

  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    provider: 'verotel',
    providerSubscriptionId: saleID,
    priceCents: 1999,
    currentPeriodEnd: noon(initial.nextChargeOn),
    cancelAt: null,
  });
  const { json } = await app.call('GET', `/api/checkouts/${initial.custom1}`, { user: fan });
  expect(json).toEqual({ id: initial.custom1, status: 'completed' });
  expect(await recordedFor(fan)).toEqual([1999]);
});

test('a postback that arrives three times, also concurrently, counts once', async () => {
  const { fan, initial, rebill } = await order();
  const thrice = (params: Record<string, string>) =>
    Promise.all(Array.from({ length: 3 }, () => deliver(params)));
  expect(await thrice(initial)).toEqual([OK, OK, OK]);
  expect(await thrice(rebill)).toEqual([OK, OK, OK]);
  expect(await recordedFor(fan)).toEqual([1999, 1999]);
});

test('postbacks may arrive in any order', async () => {
  const { fan, saleID, initial, rebill } = await order();
  const refund = {
    event: 'credit',
    saleID,
    transactionID: `${saleID}3`,
    parentID: rebill.transactionID,
    priceAmount: '5.00',
    priceCurrency: 'USD',
    subscriptionPhase: 'normal',
  };
  expect(await deliver(refund)).toEqual(OK);
  expect(await deliver(rebill)).toEqual(OK);
  expect(await deliver(initial)).toEqual(OK);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    currentPeriodEnd: noon(rebill.nextChargeOn),
  });
  expect((await recordedFor(fan)).toSorted((a, b) => a - b)).toEqual([-500, 1999, 1999]);
});

test('a fan who cancels is not charged again, and can view until the end of the paid period', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  const { id } = (await subscriptionOf(app, fan))!;
  const { status } = await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
  expect(status).toBeLessThan(300);
  await applyProviderChange(app.services, { subscriptionId: id });
  expect(verotel.sales.get(saleID)).toEqual({ cancelled: true });
  const cancel = { event: 'cancel', saleID, cancelledBy: 'merchant', expiresOn: day(1) };
  expect(await deliver(cancel)).toEqual(OK);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    cancelAt: noon(initial.nextChargeOn),
  });
  // An expiry before the end of the paid period does not shorten it.
  expect(await deliver({ event: 'expiry', saleID })).toEqual(OK);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    cancelAt: noon(initial.nextChargeOn),
  });
});

test('a cancellation does not wait for Verotel, and is repeated until it is confirmed', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  const { id } = (await subscriptionOf(app, fan))!;
  verotel.next('hang up');
  const { status } = await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
  expect(status).toBe(200);
  const runJob = () => applyProviderChange(app.services, { subscriptionId: id });
  await expect(runJob()).rejects.toThrow();
  expect(verotel.sales.get(saleID)).toEqual({});
  await runJob();
  expect(verotel.sales.get(saleID)).toEqual({ cancelled: true });
});

test('a cancellation at Verotel cancels the subscription', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  await deliver({ event: 'cancel', saleID, cancelledBy: 'user', expiresOn: initial.nextChargeOn });
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'active',
    cancelAt: noon(initial.nextChargeOn),
  });
});

test('a cancellation, its undoing and another cancellation are three events, and a repetition is none', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  const end = noon(initial.nextChargeOn);
  const cancel = { event: 'cancel', saleID, cancelledBy: 'user', expiresOn: initial.nextChargeOn };
  const uncancel = { event: 'uncancel', saleID };
  /** The state of the sale at Verotel, and its postback, twice. */
  const change = async (cancelled: boolean) => {
    verotel.sales.set(saleID, { cancelled });
    for (let delivery = 0; delivery < 2; delivery++) {
      expect(await deliver(cancelled ? cancel : uncancel)).toEqual(OK);
    }
    return (await subscriptionOf(app, fan))!.cancelAt;
  };
  expect(await change(true)).toEqual(end);
  expect(await change(false)).toBeNull();
  // Its response was lost, so that Verotel repeats the first postback late.
  expect(await deliver(cancel)).toEqual(OK);
  expect((await subscriptionOf(app, fan))!.cancelAt).toBeNull();
  expect(await change(true)).toEqual(end);
  const stored = await app.db
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(eq(paymentEvents.subscriptionReference, saleID))
    .orderBy(asc(paymentEvents.receivedAt));
  expect(stored.map(({ type }) => type)).toEqual(['initial', 'cancel', 'uncancel', 'cancel']);
});

test('postbacks count in their order of arrival while Verotel does not answer', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  const cancel = { event: 'cancel', saleID, expiresOn: initial.nextChargeOn };
  for (const postbackOf of [cancel, { event: 'uncancel', saleID }, cancel]) {
    verotel.next('hang up');
    expect(await deliver(postbackOf)).toEqual(OK);
  }
  expect((await subscriptionOf(app, fan))!.cancelAt).toEqual(noon(initial.nextChargeOn));
});

test('a cancellation cannot be undone at Verotel, and no such control is offered', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  const { id } = (await subscriptionOf(app, fan))!;
  await app.call('POST', `/api/subscriptions/${id}/cancel`, { user: fan });
  await applyProviderChange(app.services, { subscriptionId: id });
  const { json } = await app.call('GET', '/api/subscriptions', { user: fan });
  expect(json.subscriptions).toMatchObject([{ canResume: false }]);
  expect(await app.call('POST', `/api/subscriptions/${id}/resume`, { user: fan })).toMatchObject({
    status: 409,
    json: { code: 'not-supported' },
  });
  expect(verotel.sales.get(saleID)).not.toEqual({});
  expect((await subscriptionOf(app, fan))!.cancelAt).not.toBeNull();
});

test.each(['postback', 'mark'])(
  'a refund that staff request is owed until they made it in the Control Center: first the %s counts',
  async (first) => {
    const { fan, saleID, initial } = await order();
    await deliver(initial);
    const { id } = (await subscriptionOf(app, fan))!;
    const staff = await app.as('staff');
    const call = (address: string, body?: object) =>
      app.call('POST', `/api/subscriptions/${id}/refunds${address}`, { user: staff, body });
    const { json } = await app.call('GET', `/api/subscribers/${id}/payments`, { user: staff });
    const refundKey = randomUUID();
    const request = { transactionId: json.rows[0].id, amountCents: 500, refundKey, endNow: false };
    expect((await call('', request)).json).toEqual({ state: 'owed', amountCents: 500 });
    expect(await recordedFor(fan)).toEqual([1999]);
    const credit = {
      event: 'credit',
      saleID,
      transactionID: `${saleID}4`,
      parentID: initial.transactionID,
      priceAmount: '5.00',
      priceCurrency: 'USD',
      subscriptionPhase: 'normal',
    };
    const report = async () => expect(await deliver(credit)).toEqual(OK);
    const mark = async () => expect((await call(`/${refundKey}/made`)).status).toBe(200);
    for (const step of first === 'mark' ? [mark, report] : [report, mark]) {
      await step();
      expect(await recordedFor(fan)).toEqual([1999, -500]);
    }
    expect(await checkLedger(app.db, ALL_LEDGER_RULES)).toEqual([]);
  },
);

test('a chargeback ends the subscription, even if Verotel ended it before', async () => {
  const { fan, saleID, initial } = await order();
  await deliver(initial);
  verotel.sales.set(saleID, { expired: true });
  const chargeback = {
    event: 'chargeback',
    saleID,
    transactionID: `${saleID}3`,
    parentID: initial.transactionID,
    priceAmount: '19.99',
    priceCurrency: 'USD',
    subscriptionPhase: 'terminated',
  };
  expect(await deliver(chargeback)).toEqual(OK);
  expect(await subscriptionOf(app, fan)).toMatchObject({
    status: 'cancelled',
    endReason: 'dispute',
  });
  expect(await recordedFor(fan)).toEqual([1999, -1999]);
});

test("a call without Verotel's signature changes nothing and is not stored", async () => {
  const { fan, initial } = await order();
  const stored = async () => (await app.db.select().from(paymentEvents)).length;
  const before = await stored();
  for (const query of [
    postback(initial, 'a-guessed-key'),
    postback(initial).replace('19.99', '1.00'),
    `${postback(initial)}&custom2=x`,
    '',
  ]) {
    expect((await app.app.request(`/webhooks/verotel?${query}`)).status).toBe(400);
  }
  expect(await stored()).toBe(before);
  expect(await subscriptionOf(app, fan)).toBeUndefined();
});

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: app.config.dataDir, ...ENVIRONMENT, ...env });

test.each([
  [{ VEROTEL_SHOP_ID: '' }, /VEROTEL_SHOP_ID: must be set when PAYMENTS names verotel/],
  [{ VEROTEL_SHOP_ID: 'my shop' }, /VEROTEL_SHOP_ID: must be the number of the website/],
  [{ VEROTEL_SIGNATURE_KEY: '' }, /VEROTEL_SIGNATURE_KEY: must be set when PAYMENTS names verotel/],
  [{ VEROTEL_API_USER: '' }, /VEROTEL_API_USER: must be set/],
  [{ VEROTEL_API_USER: 'a:b' }, /VEROTEL_API_USER: must be a name without a colon/],
  [{ VEROTEL_API_PASSWORD: '' }, /VEROTEL_API_PASSWORD: must be set/],
  [{ VEROTEL_ORDER_URL: 'verotel' }, /VEROTEL_ORDER_URL: must be an http\(s\) address/],
])('an invalid configuration of Verotel prevents the start and is named: %o', (env, message) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(message);
});

test("the addresses default to Verotel's own", () => {
  expect(read({}).payments.connected[0]).toMatchObject({
    orderUrl: 'https://secure.verotel.com',
    apiUrl: 'https://controlcenter.verotel.com/api',
    supportUrl: 'https://www.vtsup.com',
  });
});
