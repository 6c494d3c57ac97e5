import { randomInt } from 'node:crypto';
import { createCcbillProvider } from '#src/features/money/payments/server/ccbill/ccbill-provider.ts';
import { getProvider } from '#src/features/money/payments/server/payments.ts';
import { createVerotelProvider } from '#src/features/money/payments/server/verotel/verotel-provider.ts';
import { makeInfluencer } from '#src/features/money/subscriptions/server/subscriptions.testing.ts';
import { addMonths, DAY_MS } from '#src/lib/dates.ts';
import type { TestApp } from '#test/harness.ts';
import {
  CCBILL_ACCOUNT,
  CCBILL_ADDRESS,
  CCBILL_DATALINK,
  ccbillTime,
  ccbillWebhook,
  saleOf,
  startCcbill,
  type Exported,
} from '#test/providers/ccbill-server.ts';
import { postback, startVerotel, VEROTEL_SHOP, VEROTEL_USER } from '#test/verotel-server.ts';

export type SimulatedState = 'renewing' | 'stopping' | 'ended';
export const REPORTS = [
  'sale',
  'renewal',
  'refund',
  'chargeback',
  'cancellation',
  'expiry',
] as const;
export type Report = (typeof REPORTS)[number];

/** What a provider knows of a sale, and its webhooks, which it may deliver at any time. */
type Sold = {
  id: string;
  deliver: (report: Report) => Promise<void>;
  /** Adds a payment or reversal to the list that the provider exports, if it has one. */
  list: (report: Report) => void;
};

/** A simulated provider that answers about one subscription at a time. */
type SimulatedProvider = {
  environment: Record<string, string>;
  /** How it fails; see the simulated servers. */
  state: { isBroken: boolean; losesAnswers: boolean; isSilent: boolean };
  /** What it makes of a subscription whose payment was charged back. */
  afterChargeback: SimulatedState;
  set: (id: string, state: SimulatedState) => void;
  get: (id: string) => SimulatedState;
  /** Lets this many calls fail. */
  fail: (calls: number) => void;
  /** Lets the product wait for an answer only this long. */
  hurry: (app: TestApp, timeoutMs: number) => void;
  /**
   * A fan pays on the provider's page: the first period ended some days ago, by default two weeks, and
   * the second ends a month later. Of the renewal 50 cents are refunded, or all of it is charged back.
   */
  sell: (app: TestApp, checkout: string, endedDaysAgo?: number) => Sold;
  stop: () => Promise<void>;
};

/** A fan's checkout of a new influencer at the provider. */
export async function order(app: TestApp) {
  const [fan, influencer] = [await app.as('subscriber'), await makeInfluencer(app)];
  const body = { influencerId: influencer.id };
  const { status, json } = await app.call('POST', '/api/checkouts', { user: fan, body });
  if (status !== 200) throw new Error(`the checkout was refused: ${status}`);
  return { fan, influencer, url: json.url as string };
}

/** The end of the first period: noon of a day that every month has. */
function firstPeriodEnd(daysAgo = 14): Date {
  const end = new Date(Date.now() - daysAgo * DAY_MS);
  end.setUTCDate(Math.min(end.getUTCDate(), 28));
  end.setUTCHours(12, 0, 0, 0);
  return end;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function expectOk(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`webhook: ${response.status} ${await response.text()}`);
}

export async function openVerotel(): Promise<
  SimulatedProvider & Pick<Awaited<ReturnType<typeof startVerotel>>, 'sales'>
> {
  const { url, sales, next, state, stop } = await startVerotel();
  const states = { renewing: {}, stopping: { cancelled: true }, ended: { expired: true } };
  return {
    environment: {
      PAYMENTS: 'verotel',
      VEROTEL_SHOP_ID: VEROTEL_SHOP.shopId,
      VEROTEL_SIGNATURE_KEY: VEROTEL_SHOP.signatureKey,
      VEROTEL_API_USER: VEROTEL_USER.apiUser,
      VEROTEL_API_PASSWORD: VEROTEL_USER.apiPassword,
      VEROTEL_ORDER_URL: `${url}/`,
      VEROTEL_API_URL: `${url}/api`,
    },
    state,
    afterChargeback: 'ended',
    set: (id, one) => void sales.set(id, { ...states[one] }),
    get: (id) =>
      sales.get(id)?.expired ? 'ended' : sales.get(id)?.cancelled ? 'stopping' : 'renewing',
    fail: (calls) => Array.from({ length: calls }, () => next({ status: 503 })),
    hurry({ config, payments }, timeoutMs) {
      const [one] = config.payments.connected;
      if (one?.kind !== 'verotel') throw new Error('Verotel is not connected');
      const provider = createVerotelProvider({ ...one, publicUrl: config.publicUrl }, timeoutMs);
      Object.assign(getProvider(payments, 'verotel'), provider);
    },
    sell: (app, checkout, endedDaysAgo) => {
      const id = String(randomInt(1_000_000, 9_000_000));
      sales.set(id, {});
      const calls = verotelCalls(id, new URL(checkout).searchParams, firstPeriodEnd(endedDaysAgo));
      const deliver = async (report: Report) =>
        expectOk(await app.app.request(`/webhooks/verotel?${postback(calls[report])}`));
      return { id, deliver, list: () => {} };
    },
    sales,
    stop,
  };
}

function verotelCalls(
  saleID: string,
  link: URLSearchParams,
  end: Date,
): Record<Report, Record<string, string>> {
  const price = link.get('priceAmount')!;
  const [first, second] = [dayOf(end), dayOf(addMonths(end, 1))];
  const sale = { saleID, transactionID: `${saleID}1` };
  const renewal = { saleID, transactionID: `${saleID}2`, subscriptionPhase: 'normal' };
  const reversal = { saleID, parentID: renewal.transactionID, priceCurrency: 'USD' };
  return {
    sale: {
      ...sale,
      event: 'initial',
      referenceID: link.get('referenceID')!,
      custom1: link.get('custom1')!,
      period: 'P1M',
      priceAmount: price,
      priceCurrency: 'USD',
      nextChargeOn: first,
    },
    renewal: { ...renewal, event: 'rebill', amount: price, currency: 'USD', nextChargeOn: second },
    refund: {
      ...reversal,
      event: 'credit',
      transactionID: `${saleID}3`,
      priceAmount: '0.50',
      subscriptionPhase: 'normal',
    },
    chargeback: {
      ...reversal,
      event: 'chargeback',
      transactionID: `${saleID}4`,
      priceAmount: price,
      subscriptionPhase: 'terminated',
    },
    cancellation: { event: 'cancel', saleID, cancelledBy: 'user', expiresOn: second },
    expiry: { event: 'expiry', saleID },
  };
}

const EXPORT_TYPES = {
  sale: 'NEW',
  renewal: 'REBILL',
  refund: 'REFUND',
  chargeback: 'CHARGEBACK',
  cancellation: 'EXPIRE',
  expiry: 'EXPIRE',
} as const satisfies Record<Report, Exported['type']>;

/** What the export says of what a webhook reports. */
function exportedOf(report: Report, calls: ReturnType<typeof ccbillCalls>): Exported {
  const values = calls[report][1] as Record<string, string>;
  const { subscriptionId, transactionId, timestamp } = values;
  return {
    type: EXPORT_TYPES[report],
    subscriptionId: subscriptionId!,
    at: new Date(`${timestamp!.replace(' ', 'T')}-07:00`),
    ...(transactionId && { transactionId }),
    amount: values.billedInitialPrice ?? values.billedAmount ?? values.amount ?? '0.00',
  };
}

/** CCBill as a simulated provider, which also exports what was added to its list. */
type SimulatedCcbill = SimulatedProvider &
  Pick<Awaited<ReturnType<typeof startCcbill>>, 'exported' | 'requests' | 'transactions'> & {
    /** Sets the response to the next call. */
    answer: (answer: 'no answer' | 'hang up') => void;
  };

export async function openCcbill(): Promise<SimulatedCcbill> {
  const { dataLinkUrl, subscriptions, requests, transactions, exported, next, state, stop } =
    await startCcbill();
  const states = { renewing: '2', stopping: '1', ended: '0' } as const;
  const names = { '2': 'renewing', '1': 'stopping', '0': 'ended' } as const;
  return {
    environment: {
      PAYMENTS: 'ccbill',
      TRUST_PROXY: 'true',
      CCBILL_ACCOUNT: CCBILL_ACCOUNT.account,
      CCBILL_SUBACCOUNT: CCBILL_ACCOUNT.subaccount,
      CCBILL_FLEX_ID: CCBILL_ACCOUNT.flexId,
      CCBILL_SALT: CCBILL_ACCOUNT.salt,
      CCBILL_WEBHOOK_SECRET: CCBILL_ACCOUNT.webhookSecret,
      CCBILL_DATALINK_USER: CCBILL_DATALINK.dataLinkUser,
      CCBILL_DATALINK_PASSWORD: CCBILL_DATALINK.dataLinkPassword,
      CCBILL_DATALINK_URL: dataLinkUrl,
    },
    state,
    afterChargeback: 'renewing',
    set: (id, one) => void subscriptions.set(id, { status: states[one] }),
    get: (id) => names[subscriptions.get(id)!.status],
    fail: (calls) => Array.from({ length: calls }, () => next({ status: 503 })),
    hurry({ config, payments }, timeoutMs) {
      const [one] = config.payments.connected;
      if (one?.kind !== 'ccbill') throw new Error('CCBill is not connected');
      Object.assign(getProvider(payments, 'ccbill'), createCcbillProvider(one, timeoutMs));
    },
    sell: (app, checkout, endedDaysAgo) => {
      const id = `0126${randomInt(1_000_000, 9_000_000)}000001`;
      subscriptions.set(id, { status: '2' });
      const calls = ccbillCalls(id, new URL(checkout), firstPeriodEnd(endedDaysAgo));
      const deliver = async (report: Report) => {
        const { query, body } = ccbillWebhook(...calls[report]);
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': CCBILL_ADDRESS };
        const address = `/webhooks/ccbill/${CCBILL_ACCOUNT.webhookSecret}?${query}`;
        await expectOk(await app.app.request(address, { method: 'POST', headers, body }));
      };
      const list = (report: Report) => void transactions.push(exportedOf(report, calls));
      return { id, deliver, list };
    },
    requests,
    transactions,
    exported,
    answer: next,
    stop,
  };
}

function ccbillCalls(
  subscriptionId: string,
  form: URL,
  end: Date,
): Record<Report, Parameters<typeof ccbillWebhook>> {
  const after = (days: number) => new Date(end.getTime() + days * DAY_MS);
  const sale = saleOf(form, { subscriptionId, nextRenewalDate: dayOf(end) });
  const renewal = {
    subscriptionId,
    transactionId: subscriptionId.replace(/1$/, '2'),
    billedAmount: sale.billedInitialPrice,
    billedCurrencyCode: '840',
    renewalDate: dayOf(end),
    nextRenewalDate: dayOf(after(30)),
  };
  const { transactionId } = renewal;
  const reversal = { subscriptionId, transactionId, currencyCode: '840' };
  const at = (days: number) => ({ timestamp: ccbillTime(after(days)) });
  return {
    sale: ['NewSaleSuccess', { ...sale, ...at(-30) }],
    renewal: ['RenewalSuccess', { ...renewal, ...at(0) }],
    refund: ['Refund', { ...reversal, amount: '0.50', ...at(1) }],
    chargeback: ['Chargeback', { ...reversal, amount: renewal.billedAmount, ...at(2) }],
    cancellation: ['Cancellation', { subscriptionId, ...at(3) }],
    expiry: ['Expiration', { subscriptionId, ...at(4) }],
  };
}
