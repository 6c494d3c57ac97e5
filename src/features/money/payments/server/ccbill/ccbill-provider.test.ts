import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CCBILL_ACCOUNT,
  CCBILL_ADDRESS,
  CCBILL_DATALINK,
  ccbillTime,
  ccbillWebhook,
  saleOf,
  startCcbill,
} from '#test/providers/ccbill-server.ts';
import { digestForm } from './ccbill-digests.ts';
import { createCcbillProvider } from './ccbill-provider.ts';

const CHECKOUT = '0198c9d0-0000-7000-8000-000000000001';
const SUBSCRIPTION = '0126057302000000017';
const ORDER = {
  checkoutId: CHECKOUT,
  priceCents: 1999,
  influencerId: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  influencerName: 'Bella',
  customerId: null,
  email: 'fan@example.test',
  successPath: '/my-subscriptions',
  cancelPath: '/marketplace/subscribe/bella',
};

let ccbill: Awaited<ReturnType<typeof startCcbill>>;
let provider: ReturnType<typeof createCcbillProvider>;
let impatient: typeof provider;
let form: URL;
beforeAll(async () => {
  ccbill = await startCcbill();
  const config = {
    ...CCBILL_ACCOUNT,
    ...CCBILL_DATALINK,
    webhookNetworks: ['64.38.212.0/24', '2001:db8::/32'],
    formUrl: 'https://form.test/flexforms',
    dataLinkUrl: ccbill.dataLinkUrl,
    supportUrl: 'https://support.test',
  };
  provider = createCcbillProvider(config);
  impatient = createCcbillProvider(config, 100);
  form = new URL((await provider.createCheckout(ORDER)).url);
});
afterAll(() => ccbill.stop());
beforeEach(() => {
  ccbill.subscriptions.clear();
  ccbill.requests.length = 0;
});

const AT = new Date('2026-03-05T15:18:17Z');
const sale = (values = {}) => ({
  ...saleOf(form, { subscriptionId: SUBSCRIPTION, nextRenewalDate: '2026-04-04' }),
  timestamp: ccbillTime(AT),
  ...values,
});
const about = (values = {}) => ({
  subscriptionId: SUBSCRIPTION,
  timestamp: ccbillTime(AT),
  ...values,
});
const incoming = (eventType: string, values: object) => ({
  ...ccbillWebhook(eventType, values as Record<string, string>),
  headers: new Headers(),
  secret: CCBILL_ACCOUNT.webhookSecret,
  address: CCBILL_ADDRESS,
});
type Incoming = Parameters<typeof provider.verifyWebhook>[0];
const verify = (eventType: string, values: object, changes: Partial<Incoming> = {}) =>
  provider.verifyWebhook({ ...incoming(eventType, values), ...changes });
const read = (eventType: string, values: object) =>
  provider.readWebhook(verify(eventType, values).content);

describe('the payment form', () => {
  test("has CCBill's documented digest", () => {
    const price = {
      initialPrice: '10.00',
      initialPeriod: '30',
      recurringPrice: '10.00',
      recurringPeriod: '30',
      numRebills: '99',
      currencyCode: '840',
    };
    const digest = digestForm(price, '7d901dad245fd0ff6bc20d06');
    expect(digest).toBe('48f0b12e4307e64edb781c479665c899');
  });

  test('asks for the price every 30 days without an end, and passes the checkout through', async () => {
    expect(form.origin + form.pathname).toBe(
      `https://form.test/flexforms/${CCBILL_ACCOUNT.flexId}`,
    );
    expect(Object.fromEntries(form.searchParams)).toEqual({
      clientSubacc: '0005',
      initialPrice: '19.99',
      initialPeriod: '30',
      recurringPrice: '19.99',
      recurringPeriod: '30',
      numRebills: '99',
      currencyCode: '840',
      formDigest: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: 'fan@example.test',
      checkoutId: CHECKOUT,
      checkoutDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await provider.createCheckout(ORDER)).toEqual({ url: form.href });
  });
});

describe('a call', () => {
  test('is stored with the time of its arrival and without personal data', () => {
    const { id, type, content } = verify('NewSaleSuccess', sale());
    expect({ id, type }).toEqual({ id: `NewSaleSuccess:${SUBSCRIPTION}`, type: 'NewSaleSuccess' });
    const { receivedAt, ...stored } = JSON.parse(content);
    expect(Math.abs(Date.parse(receivedAt) - Date.now())).toBeLessThan(10_000);
    expect(stored).toMatchObject({ cardType: 'VISA', billedInitialPrice: '19.99' });
    for (const text of ['Frida', 'Fan', 'fan@example.test', '192.0.2.27', 'chosen at CCBill']) {
      expect(content).not.toContain(text);
    }
  });

  const withBody = (change: (body: string) => string) => (call: Incoming) => ({
    body: change(call.body),
  });
  test.each<[string, (call: Incoming) => Partial<Incoming>]>([
    ['no secret', () => ({ secret: undefined })],
    ['another secret', () => ({ secret: CCBILL_ACCOUNT.webhookSecret.replace('k', 'K') })],
    ['a sender outside of CCBill’s networks', () => ({ address: '203.0.113.7' })],
    ['a sender that is not known', () => ({ address: 'local' })],
    ['the number of another account', withBody((body) => body.replace('900100', '900101'))],
    ['the number of another subaccount', withBody((body) => body.replace('0005', '0006'))],
    ['the digest of another sale', withBody((body) => body.replaceAll(SUBSCRIPTION, '0126057302'))],
    ['no digest', withBody((body) => body.replace('dynamicPricing', 'static'))],
    ['no event', () => ({ query: '' })],
    ['two events', (call) => ({ query: `${call.query}&eventType=Expiration` })],
    ['another event in the body', withBody((body) => body.replace('{', '{"eventType":"Void",'))],
    ['a form as its body', () => ({ body: 'clientAccnum=900100' })],
    ['a list as its body', withBody((body) => `[${body}]`)],
    [
      'a number that is read inexactly',
      withBody((body) => body.replace('{', '{"x":12345678901234567890,')),
    ],
  ])('with %s is refused', (_what, change) => {
    const call = incoming('NewSaleSuccess', sale());
    expect(() => provider.verifyWebhook({ ...call, ...change(call) })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });

  test('may come from any of the networks', () => {
    for (const address of ['64.38.212.254', '2001:db8::9']) {
      expect(verify('Expiration', about(), { address }).type).toBe('Expiration');
    }
  });

  test('that is delivered again has the same id, whatever the order of its values', () => {
    const call = incoming('Refund', about({ transactionId: '1', amount: '5.00' }));
    const reordered = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(call.body)).toReversed()),
    );
    expect(provider.verifyWebhook({ ...call, body: reordered }).id).toBe(
      provider.verifyWebhook(call).id,
    );
  });

  test('about another event has another id', () => {
    const later = { timestamp: ccbillTime(new Date(AT.getTime() + 1000)) };
    const ids = [
      verify('NewSaleSuccess', sale()),
      verify('RenewalSuccess', about({ transactionId: '2' })),
      verify('RenewalSuccess', about({ transactionId: '3' })),
      verify('Refund', about({ transactionId: '2' })),
      verify('Refund', about({ transactionId: '2', ...later })),
      verify('Cancellation', about()),
      verify('Cancellation', about(later)),
      verify('Expiration', about()),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the events of a call', () => {
  const common = { occurredAt: AT, providerSubscriptionId: SUBSCRIPTION };
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);

  test('NewSaleSuccess: the checkout is paid, from its time to the next charge', () => {
    expect(read('NewSaleSuccess', sale())).toEqual([
      {
        type: 'checkout.completed',
        id: `NewSaleSuccess:${SUBSCRIPTION}`,
        checkoutId: CHECKOUT,
        paymentId: SUBSCRIPTION,
        amountCents: 1999,
        periodStart: AT,
        periodEnd: noon('2026-04-04'),
        ...common,
      },
    ]);
  });

  test('NewSaleSuccess, for another product of the account: none', () => {
    const other = { 'X-checkoutId': undefined, dynamicPricingValidationDigest: undefined };
    expect(read('NewSaleSuccess', sale(other))).toEqual([]);
  });

  test.each([
    ['a lower price', { subscriptionInitialPrice: '1.99' }],
    ['a lower price for renewals', { subscriptionRecurringPrice: '1.99' }],
    ['less than the price', { billedInitialPrice: '1.99' }],
    ['the checkout of another order', { 'X-checkoutId': CHECKOUT.replace(/1$/, '2') }],
    ['another digest', { 'X-checkoutDigest': 'f'.repeat(64) }],
    ['another currency', { billedCurrencyCode: 978 }],
    ['another currency of the subscription', { subscriptionCurrencyCode: 978 }],
    ['an invalid amount', { billedInitialPrice: '19,99' }],
    ['no next charge', { nextRenewalDate: undefined }],
    ['a day that does not exist', { nextRenewalDate: '2026-02-30' }],
  ])('NewSaleSuccess with %s activates nothing', (_what, values) => {
    expect(() => read('NewSaleSuccess', sale(values))).toThrow();
  });

  test('an event is never later than its arrival, whatever zone its time has', () => {
    const timestamp = '2099-01-01 00:00:00';
    const [event] = read('Expiration', about({ timestamp }));
    expect(Math.abs(event!.occurredAt.getTime() - Date.now())).toBeLessThan(10_000);
    expect(() => read('Expiration', about({ timestamp: 'yesterday' }))).toThrow(/time/);
  });

  const renewal = { transactionId: '2', billedAmount: '19.99', billedCurrencyCode: '840' };
  test.each([
    ['with the day of the charge', { renewalDate: '2026-04-05' }, '2026-04-05'],
    ['without it', {}, '2026-04-04'],
  ])('RenewalSuccess %s: 30 days are paid', (_what, values, startsOn) => {
    const paid = { ...renewal, nextRenewalDate: '2026-05-04', ...values };
    expect(read('RenewalSuccess', about(paid))).toEqual([
      {
        type: 'renewal.paid',
        id: 'RenewalSuccess:2',
        paymentId: '2',
        amountCents: 1999,
        periodStart: noon(startsOn),
        periodEnd: noon('2026-05-04'),
        ...common,
      },
    ]);
  });

  test('RenewalSuccess in another currency is not guessed', () => {
    const values = { ...renewal, billedCurrencyCode: 978, nextRenewalDate: '2026-05-04' };
    expect(() => read('RenewalSuccess', about(values))).toThrow();
  });

  test('RenewalFailure: the payment failed, and may be tried again', () => {
    const values = about({ transactionId: '3', renewalDate: '2026-04-04' });
    const failed = {
      type: 'renewal.failed',
      ...common,
      periodStart: noon('2026-04-04'),
      periodEnd: noon('2026-05-04'),
    };
    expect(read('RenewalFailure', { ...values, nextRetryDate: '2026-04-07' })).toMatchObject([
      { ...failed, nextAttemptAt: noon('2026-04-07') },
    ]);
    expect(read('RenewalFailure', values)).toMatchObject([{ ...failed, nextAttemptAt: null }]);
  });

  test('Cancellation, UserReactivation, Expiration: renewals stop, resume, and it ends', () => {
    expect(read('Cancellation', about({ reason: 'Satisfied', source: 'FORM' }))).toMatchObject([
      { type: 'renewals.stopped', endsAt: null, ...common },
    ]);
    expect(read('UserReactivation', about({ transactionId: '1' }))).toMatchObject([
      { type: 'renewals.resumed', ...common },
    ]);
    expect(read('Expiration', about())).toMatchObject([
      { type: 'subscription.ended', reason: 'provider', ...common },
    ]);
  });

  const taken = { transactionId: '2', amount: '5.00', currencyCode: 840 };
  test.each(['Refund', 'Void'])('%s: a refund of the payment', (eventType) => {
    expect(read(eventType, about(taken))).toEqual([
      {
        type: 'payment.refunded',
        id: `${eventType}:2:${AT.toISOString()}`,
        refundId: `${eventType}:2:${AT.toISOString()}`,
        paymentId: '2',
        amountCents: 500,
        occurredAt: AT,
      },
    ]);
  });

  test.each(['Chargeback', 'Return'])('%s: the payment is disputed', (eventType) => {
    expect(read(eventType, about(taken))).toMatchObject([
      { type: 'dispute.opened', paymentId: '2', amountCents: 500, occurredAt: AT },
    ]);
    expect(() => read(eventType, about({ ...taken, currencyCode: 978 }))).toThrow();
  });

  test.each(['NewSaleFailure', 'BillingDateChange', 'CustomerDataUpdate', 'SomethingNew'])(
    '%s: none',
    (eventType) => expect(read(eventType, about({ nextRenewalDate: '2026-04-09' }))).toEqual([]),
  );
});

describe('a cancellation', () => {
  const actions = () => ccbill.requests.map(({ action }) => action);

  test.each(['cancelAtPeriodEnd', 'cancelNow'] as const)('%s stops the charges', async (call) => {
    ccbill.subscriptions.set(SUBSCRIPTION, { status: '2' });
    await provider[call](SUBSCRIPTION);
    expect(ccbill.subscriptions.get(SUBSCRIPTION)).toEqual({ status: '1' });
    expect(ccbill.requests).toEqual([
      {
        clientAccnum: '900100',
        clientSubacc: '0005',
        username: 'agency',
        password: 'test1234',
        action: 'cancelSubscription',
        subscriptionId: SUBSCRIPTION,
        returnXML: '1',
      },
    ]);
  });

  test.each(['1', '0'] as const)(
    'of one in state %s succeeds: nothing is left to do',
    async (status) => {
      ccbill.subscriptions.set(SUBSCRIPTION, { status });
      await expect(provider.cancelNow(SUBSCRIPTION)).resolves.toBeUndefined();
      expect(actions()).toEqual(['cancelSubscription', 'viewSubscriptionStatus']);
    },
  );

  test.each([
    ['the answer is lost', 'hang up afterwards'],
    ['CCBill answers 500', { status: 500, body: '<html>', afterwards: true }],
    [
      'CCBill answers with an internal error',
      { status: 200, body: '<results>-7</results>', afterwards: true },
    ],
  ] as const)('that was made although %s succeeds', async (_what, answer) => {
    ccbill.subscriptions.set(SUBSCRIPTION, { status: '2' });
    ccbill.next(answer);
    await expect(provider.cancelAtPeriodEnd(SUBSCRIPTION)).resolves.toBeUndefined();
    expect(ccbill.subscriptions.get(SUBSCRIPTION)).toEqual({ status: '1' });
  });

  test.each([
    ['is unreachable', 'hang up'],
    ['has an internal error', { status: 500 }],
    ['sends an unexpected answer', { status: 200, body: 'Welcome' }],
    ['redirects', { status: 302, location: '/elsewhere' }],
    ['refuses', { status: 200, body: '<results>0</results>' }],
  ] as const)('fails if CCBill %s and the subscription renews', async (_what, answer) => {
    ccbill.subscriptions.set(SUBSCRIPTION, { status: '2' });
    ccbill.next(answer);
    await expect(provider.cancelAtPeriodEnd(SUBSCRIPTION)).rejects.toMatchObject({
      code: 'provider-unavailable',
      cause: expect.any(Error),
    });
    expect(ccbill.subscriptions.get(SUBSCRIPTION)).toEqual({ status: '2' });
  });

  test('fails with the reason, which names no credentials', async () => {
    const failure = await provider.cancelNow('404').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'provider-unavailable',
      cause: { message: 'CCBill refused cancelSubscription: the subscription was not found' },
    });
    expect(String((failure as Error).cause)).not.toContain('test1234');
  });

  test('fails while CCBill does not answer at all', async () => {
    ccbill.subscriptions.set(SUBSCRIPTION, { status: '2' });
    for (let call = 0; call < 2; call++) ccbill.next('no answer');
    await expect(impatient.cancelNow(SUBSCRIPTION)).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
    expect(ccbill.subscriptions.get(SUBSCRIPTION)).toEqual({ status: '2' });
  });
});

test('names the alternative to an unsupported call', async () => {
  const refusal = (message: RegExp) => ({
    code: 'not-supported',
    message: expect.stringMatching(message),
  });
  await expect(provider.pause(SUBSCRIPTION)).rejects.toMatchObject(refusal(/Cancel it/));
  await expect(provider.resume(SUBSCRIPTION)).rejects.toMatchObject(refusal(/subscribe again/));
  await expect(provider.refund('2', 500, 'key')).rejects.toMatchObject(refusal(/Admin Portal/));
  expect(provider.resumeRenewals).toBeUndefined();
  await expect(
    provider.paymentMethodPage(
      { providerSubscriptionId: SUBSCRIPTION, providerCustomerId: null },
      '/',
    ),
  ).resolves.toEqual({ url: 'https://support.test' });
});
