import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  postback,
  signQuery,
  startVerotel,
  VEROTEL_SHOP,
  VEROTEL_USER,
} from '#test/verotel-server.ts';
import { createVerotelProvider } from './verotel-provider.ts';
import { isSignedByVerotel, signVerotel } from './verotel-signature.ts';

const CHECKOUT = '0198c9d0-0000-7000-8000-000000000001';
const SALE = '433456';
const ORDER = {
  checkoutId: CHECKOUT,
  priceCents: 1999,
  influencerId: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  influencerName: 'Bella',
  customerId: null,
  email: 'fan@example.test',
  successPath: `/my-subscriptions?checkout=success&checkoutId=${CHECKOUT}`,
  cancelPath: '/marketplace/subscribe/bella',
};

let verotel: Awaited<ReturnType<typeof startVerotel>>;
let provider: ReturnType<typeof createVerotelProvider>;
beforeAll(async () => {
  verotel = await startVerotel();
  provider = createVerotelProvider({
    ...VEROTEL_SHOP,
    ...VEROTEL_USER,
    apiUrl: `${verotel.url}/api`,
    orderUrl: verotel.url,
    supportUrl: 'https://support.test/',
    publicUrl: 'https://velvet.test',
  });
});
afterAll(() => verotel.stop());
beforeEach(() => {
  verotel.sales.clear();
  verotel.requests.length = 0;
});

const verify = (query: string) =>
  provider.verifyWebhook({ body: '', query, headers: new Headers(), address: '127.0.0.1' });
const read = (params: Record<string, string>) =>
  provider.readWebhook(verify(postback(params)).content);
const INITIAL = {
  event: 'initial',
  transactionID: '99999991',
  custom1: CHECKOUT,
  referenceID: CHECKOUT,
  period: 'P1M',
  priceAmount: '19.99',
  priceCurrency: 'USD',
  nextChargeOn: '2030-03-05',
};
const REBILL = {
  event: 'rebill',
  transactionID: '99999992',
  amount: '19.99',
  currency: 'USD',
  nextChargeOn: '2030-04-05',
  subscriptionPhase: 'normal',
};

describe('the signature', () => {
  test("matches Verotel's documented example", () => {
    expect(signVerotel({ shopID: '123', saleID: '345' }, 'aaB')).toBe(
      'acb4dd91827bc79999a04ac2082d0e43bb018a9ce563dfd3e863fbae32e5f381',
    );
  });

  test('covers the unescaped values, in UTF-8, with capitals first', () => {
    const params = {
      saleID: '433456',
      custom1: 'Zoë & Čapek?',
      event: 'rebill',
      amount: '9.99',
      CCBrand: 'VISA',
      shopID: '68849',
    };
    // Computed with openssl.
    const signature = 'accee345be8887d6c4d9a838773926a3db4e0e643181ed0dd292dd55ec9f666a';
    expect(signVerotel(params, 'shop-key')).toBe(signature);
    expect(isSignedByVerotel({ ...params, signature: signature.toUpperCase() }, 'shop-key')).toBe(
      true,
    );
  });

  test.each(['', 'ab', 'z'.repeat(64), '7a1a4b6b582743029c4d28667db4b254f35d8ebd'])(
    'is never %j',
    (signature) => expect(isSignedByVerotel({ shopID: '1', signature }, 'key')).toBe(false),
  );
});

describe('the checkout', () => {
  test('is a signed link to the order page, the same each time', async () => {
    const { url } = await provider.createCheckout(ORDER);
    const link = new URL(url);
    expect(link.origin + link.pathname).toBe(`${verotel.url}/startorder`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      version: '4',
      shopID: '68849',
      type: 'subscription',
      subscriptionType: 'recurring',
      period: 'P1M',
      name: 'Monthly subscription to Bella',
      priceAmount: '19.99',
      priceCurrency: 'USD',
      referenceID: CHECKOUT,
      custom1: CHECKOUT,
      successURL: `https://velvet.test/my-subscriptions?checkout=success&checkoutId=${CHECKOUT}`,
      declineURL: 'https://velvet.test/marketplace/subscribe/bella',
      email: 'fan@example.test',
      // Computed with openssl; the email address is not signed.
      signature: '5ef672df56efa1b2a2d73af1962c974aa1c28e2423067d70bc3a4474a11398f2',
    });
    expect(await provider.createCheckout(ORDER)).toEqual({ url });
  });

  test('shortens a name that is too long for the order page, without splitting a character', async () => {
    const { url } = await provider.createCheckout({ ...ORDER, influencerName: '💋'.repeat(90) });
    const name = new URL(url).searchParams.get('name')!;
    expect([...name]).toHaveLength(100);
    expect(name.isWellFormed()).toBe(true);
  });
});

describe('a postback', () => {
  test('of this shop is stored unchanged, below the time of its arrival', () => {
    const query = postback(INITIAL);
    const { id, type, content } = verify(query);
    expect(id).toBe('initial:433456:99999991');
    expect(type).toBe('initial');
    const [receivedAt, stored] = content.split('\n');
    expect(stored).toBe(query);
    expect(Math.abs(Date.parse(receivedAt!) - Date.now())).toBeLessThan(10_000);
  });

  const query = () => postback(INITIAL);
  test.each([
    ['nothing', () => ''],
    ['no signature', () => query().replace(/&signature=.*/, '')],
    ['another price', () => query().replace('19.99', '1.99')],
    ['an extra parameter', () => `${query()}&utm_source=mail`],
    ['an extra parameter with a meaning in JavaScript', () => `${query()}&__proto__=x`],
    ['a parameter twice', () => `${query()}&priceAmount=19.99`],
    ['a missing parameter', () => query().replace('&CCBrand=VISA', '')],
    ['invalid UTF-8', () => query().replace('VISA', 'VISA%80')],
    ['a broken encoding', () => query().replace('VISA', '%ZZ')],
    ['the key of another shop', () => postback(INITIAL, 'another-key')],
    ['the number of another shop', () => postback({ ...INITIAL, shopID: '68850' })],
    ['no sale', () => postback({ ...INITIAL, saleID: '' })],
  ])('with %s is rejected', (_what, forged) => {
    expect(() => verify(forged())).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  test('cannot be forged from a link to the order page, which has the same key', async () => {
    const { url } = await provider.createCheckout(ORDER);
    const { email: _unsigned, ...order } = Object.fromEntries(new URL(url).searchParams);
    const replayed = new URLSearchParams(order).toString();
    expect(isSignedByVerotel(order, VEROTEL_SHOP.signatureKey)).toBe(true);
    expect(() => verify(replayed)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  test('cannot be forged from a name that contains one', async () => {
    // With other separators, the signed text of this order would be a rebill.
    const influencerName = 'X:event=rebill:nextChargeOn=2099-01-01:saleID=1:shopID=68849:x=1';
    const { url } = await provider.createCheckout({ ...ORDER, influencerName });
    const { email: _unsigned, signature, ...order } = Object.fromEntries(new URL(url).searchParams);
    const names = Object.keys(order).sort();
    const text = names.map((name) => `${name}=${order[name]}`).join(':');
    const [swallowed, forged] = text.split(':event=') as [string, string];
    const rest = /^(.*?):nextChargeOn=(.*?):saleID=(.*?):shopID=(.*?):x=(.*)$/.exec(forged)!;
    const params = {
      custom1: swallowed.replace('custom1=', ''),
      event: rest[1]!,
      nextChargeOn: rest[2]!,
      saleID: rest[3]!,
      shopID: rest[4]!,
      x: rest[5]!,
    };
    expect(signVerotel(params, VEROTEL_SHOP.signatureKey)).toBe(signature);
    const query = new URLSearchParams({ ...params, signature: signature! }).toString();
    expect(() => verify(query)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });

  test('that is delivered again has the same id, whatever the order of its parameters', () => {
    const reordered = postback(INITIAL).split('&').toReversed().join('&');
    expect(verify(reordered).id).toBe(verify(postback(INITIAL)).id);
    const cancel = { event: 'cancel', expiresOn: '2030-03-05' };
    expect(verify(postback(cancel)).id).toBe(verify(postback(cancel)).id);
  });

  test('about another event has another id', () => {
    const happenings: Record<string, string>[] = [
      INITIAL,
      REBILL,
      { ...REBILL, transactionID: '99999993' },
      { ...INITIAL, saleID: '433457' },
      { event: 'cancel', expiresOn: '2030-03-05' },
      { event: 'cancel', expiresOn: '2030-04-05' },
      { event: 'expiry' },
    ];
    const ids = happenings.map((params) => verify(postback(params)).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is answered OK, as Verotel would refund the payment otherwise', () => {
    expect(provider.acknowledgement).toBe('OK');
  });
});

describe('the events of a postback', () => {
  const at = '2030-02-05T15:30:00.000Z';
  const readAt = (received: string, params: Record<string, string>) =>
    provider.readWebhook(`${received}\n${postback(params)}`);
  const common = { occurredAt: new Date(at), providerSubscriptionId: SALE };

  test('initial: the checkout is paid, from now to the next charge', () => {
    expect(readAt(at, INITIAL)).toEqual([
      {
        type: 'checkout.completed',
        id: 'initial:433456:99999991',
        checkoutId: CHECKOUT,
        paymentId: '99999991',
        amountCents: 1999,
        periodStart: new Date(at),
        periodEnd: new Date('2030-03-05T12:00:00Z'),
        ...common,
      },
    ]);
  });

  test('initial: empty parameters have no value', () => {
    const [plain] = readAt(at, INITIAL);
    expect(readAt(at, { ...INITIAL, expiresOn: '', custom2: '', amount: '' })).toEqual([plain]);
  });

  test('initial, for another product of the shop: none', () => {
    expect(readAt(at, { ...INITIAL, custom1: 'a t-shirt' })).toEqual([]);
  });

  test('rebill: a month is paid, until the next charge', () => {
    expect(readAt(at, REBILL)).toEqual([
      {
        type: 'renewal.paid',
        id: 'rebill:433456:99999992',
        paymentId: '99999992',
        amountCents: 1999,
        periodStart: new Date('2030-03-05T12:00:00Z'),
        periodEnd: new Date('2030-04-05T12:00:00Z'),
        ...common,
      },
    ]);
  });

  test.each([
    ['2030-02-28', '2030-01-28'],
    ['2030-03-31', '2030-02-28'],
    ['2032-03-31', '2032-02-29'],
    ['2031-01-31', '2030-12-31'],
  ])('rebill, next charge on %s: the month started on %s', (nextChargeOn, began) => {
    expect(readAt(at, { ...REBILL, nextChargeOn })).toMatchObject([
      { periodStart: new Date(`${began}T12:00:00Z`) },
    ]);
  });

  test('rebill without a transaction: the day identifies the payment', () => {
    const { transactionID: _none, ...rebill } = REBILL;
    expect(readAt(at, rebill)).toMatchObject([{ paymentId: '433456:2030-04-05' }]);
  });

  test.each([
    ['5', 500],
    ['5.5', 550],
    ['0.07', 7],
    ['1234.56', 123_456],
  ])('an amount of %s is %d cents', (amount, amountCents) => {
    expect(readAt(at, { ...REBILL, amount })).toMatchObject([{ amountCents }]);
  });

  test.each([
    ['in another currency', { ...REBILL, currency: 'EUR' }],
    ['with an invalid amount', { ...REBILL, amount: '1,99' }],
    ['without an amount', { ...REBILL, amount: '' }],
    ['without a next charge', { event: 'rebill', amount: '19.99' }],
    ['with a day that does not exist', { ...REBILL, nextChargeOn: '2030-02-30' }],
    ['of a refund without its payment', { event: 'credit', amount: '19.99', transactionID: '1' }],
  ])('an amount %s is not guessed', (_what, params) => {
    expect(() => readAt(at, params)).toThrow();
  });

  test('cancel: the renewals stop, the paid period remains', () => {
    const cancel = { event: 'cancel', cancelledBy: 'user', expiresOn: '2030-03-05' };
    expect(readAt(at, cancel)).toMatchObject([
      { type: 'renewals.stopped', endsAt: new Date('2030-03-05T12:00:00Z'), ...common },
    ]);
    expect(readAt(at, { event: 'cancel', nextChargeOn: '2030-03-05' })).toMatchObject([
      { endsAt: new Date('2030-03-05T12:00:00Z') },
    ]);
    expect(readAt(at, { event: 'cancel' })).toMatchObject([{ endsAt: null }]);
  });

  test('expiry: the subscription ends', () => {
    expect(readAt(at, { event: 'expiry' })).toMatchObject([
      { type: 'subscription.ended', reason: 'provider', ...common },
    ]);
  });

  const CREDIT = {
    event: 'credit',
    transactionID: '99999995',
    parentID: '99999992',
    priceAmount: '5.00',
    priceCurrency: 'USD',
  };
  test('credit: a refund, with or without an end', () => {
    const refund = {
      type: 'payment.refunded',
      id: 'credit:433456:99999995',
      occurredAt: new Date(at),
      paymentId: '99999992',
      refundId: '99999995',
      amountCents: 500,
    };
    expect(readAt(at, { ...CREDIT, subscriptionPhase: 'normal' })).toEqual([refund]);
    expect(readAt(at, { ...CREDIT, subscriptionPhase: 'terminated' })).toEqual([
      { ...refund, endsSubscription: true },
      expect.objectContaining({ type: 'subscription.ended', id: 'credit:433456:99999995:end' }),
    ]);
  });

  test('chargeback: the payment is disputed', () => {
    const chargeback = { ...CREDIT, event: 'chargeback', priceAmount: '19.99' };
    expect(readAt(at, chargeback)).toEqual([
      {
        type: 'dispute.opened',
        id: 'chargeback:433456:99999995',
        occurredAt: new Date(at),
        paymentId: '99999992',
        disputeId: '99999995',
        amountCents: 1999,
      },
    ]);
  });

  test('uncancel: the renewals resume', () => {
    expect(readAt(at, { event: 'uncancel' })).toMatchObject([{ type: 'renewals.resumed' }]);
  });

  test.each(['extend', 'downgrade', 'upgrade', 'somethingnew'])('%s: none', (event) =>
    expect(readAt(at, { event, nextChargeOn: '2030-03-05' })).toEqual([]),
  );

  test('are the same however often it is read', () => {
    const { content } = verify(postback(INITIAL));
    expect(provider.readWebhook(content)).toEqual(provider.readWebhook(content));
    expect(read(INITIAL)).toHaveLength(1);
  });
});

describe('a cancellation', () => {
  test.each(['cancelAtPeriodEnd', 'cancelNow'] as const)('%s stops the charges', async (call) => {
    verotel.sales.set(SALE, {});
    await provider[call](SALE);
    expect(verotel.sales.get(SALE)).toEqual({ cancelled: true });
    expect(verotel.requests).toEqual([
      {
        method: 'POST',
        address: `/api/sale/${SALE}/cancel`,
        accept: 'application/json; version=1.5.0',
      },
    ]);
  });

  test('may be repeated', async () => {
    verotel.sales.set(SALE, { cancelled: true });
    await expect(provider.cancelNow(SALE)).resolves.toBeUndefined();
  });

  test('of an ended sale succeeds, as the status page says that it ended', async () => {
    verotel.sales.set(SALE, { expired: true });
    await expect(provider.cancelNow(SALE)).resolves.toBeUndefined();
    expect(verotel.requests[1]?.address).toBe(
      `/salestatus?${signQuery({ saleID: SALE, shopID: VEROTEL_SHOP.shopId, version: '4' })}`,
    );
  });

  const refused = (title: string) => ({ status: 412, body: JSON.stringify({ error: { title } }) });
  test.each([
    ['does not know the sale', () => {}],
    ['is unreachable', () => verotel.next('hang up')],
    ['has an internal error', () => verotel.next({ status: 500, body: '<html>' })],
    ['refuses', () => verotel.next({ status: 200, body: '{"is_success":false}' })],
    ['sends an unexpected answer', () => verotel.next({ status: 200, body: 'Welcome' })],
    ['rejects the credentials', () => verotel.next({ status: 401 })],
    ['redirects', () => verotel.next({ status: 302, location: `${verotel.url}/elsewhere` })],
    [
      'refuses it for a sale that renews',
      () => {
        verotel.sales.set(SALE, {});
        verotel.next(refused('Not now.'));
      },
    ],
  ])('fails if Verotel %s', async (_what, prepare) => {
    prepare();
    await expect(provider.cancelAtPeriodEnd(SALE)).rejects.toMatchObject({
      code: 'provider-unavailable',
      cause: expect.any(Error),
    });
    expect(verotel.requests.map(({ address }) => address)).not.toContain('/elsewhere');
  });
});

test('names the alternative to an unsupported call', async () => {
  const refusal = (message: RegExp) => ({
    code: 'not-supported',
    message: expect.stringMatching(message),
  });
  await expect(provider.pause(SALE)).rejects.toMatchObject(refusal(/Cancel it/));
  await expect(provider.resume(SALE)).rejects.toMatchObject(refusal(/subscribe again/));
  await expect(provider.refund('99999992', 500, 'key')).rejects.toMatchObject(
    refusal(/Control Center/),
  );
  await expect(
    provider.paymentMethodPage({ providerSubscriptionId: SALE, providerCustomerId: null }, '/'),
  ).resolves.toEqual({ url: 'https://support.test/' });
});
