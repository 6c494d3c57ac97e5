import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const CCBILL_ACCOUNT = {
  account: '900100',
  subaccount: '0005',
  flexId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9',
  salt: '7d901dad245fd0ff6bc20d06',
  webhookSecret: 'k3XqT7vB1nZw9LrY5pHs2JdF8mGc4WaE',
};
export const CCBILL_DATALINK = { dataLinkUser: 'agency', dataLinkPassword: 'test1234' };
/** An address from which CCBill sends webhooks. */
export const CCBILL_ADDRESS = '64.38.212.7';

/** CCBill's digest of an approved sale, independently of the implementation under test. */
function saleDigest(subscriptionId: string): string {
  return createHash('md5').update(`${subscriptionId}1${CCBILL_ACCOUNT.salt}`).digest('hex');
}

/** The time of an event as CCBill writes it: in Arizona, without a zone. */
export function ccbillTime(at: Date): string {
  const local = new Date(at.getTime() - 7 * 60 * 60 * 1000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

type Values = Record<string, string | number | null | undefined>;

/** The query and the JSON body of a webhook about a subscription of the account. */
export function ccbillWebhook(eventType: string, values: Values) {
  const { account: clientAccnum, subaccount: clientSubacc } = CCBILL_ACCOUNT;
  const group = { clientAccnum, clientSubacc, eventType, eventGroupType: 'Subscription' };
  const body = {
    clientAccnum,
    clientSubacc,
    timestamp: ccbillTime(new Date()),
    paymentType: 'CREDIT',
    cardType: 'VISA',
    ...values,
  };
  return { query: new URLSearchParams(group).toString(), body: JSON.stringify(body) };
}

/** What CCBill reports after a fan has paid with the form at this address. */
export function saleOf(form: URL, sale: { subscriptionId: string; nextRenewalDate: string }) {
  const price = form.searchParams.get('initialPrice')!;
  const recurringPrice = form.searchParams.get('recurringPrice')!;
  const currency = Number(form.searchParams.get('currencyCode'));
  return {
    ...sale,
    transactionId: sale.subscriptionId,
    firstName: 'Frida',
    lastName: 'Fan',
    email: form.searchParams.get('email')!,
    ipAddress: '192.0.2.27',
    password: 'chosen at CCBill',
    billedInitialPrice: price,
    billedRecurringPrice: recurringPrice,
    billedCurrencyCode: currency,
    subscriptionInitialPrice: price,
    subscriptionRecurringPrice: recurringPrice,
    subscriptionCurrencyCode: currency,
    initialPeriod: Number(form.searchParams.get('initialPeriod')),
    recurringPeriod: Number(form.searchParams.get('recurringPeriod')),
    rebills: Number(form.searchParams.get('numRebills')),
    dynamicPricingValidationDigest: saleDigest(sale.subscriptionId),
    'X-checkoutId': form.searchParams.get('checkoutId')!,
    'X-checkoutDigest': form.searchParams.get('checkoutDigest')!,
    'X-formDigest': form.searchParams.get('formDigest')!,
    'X-currencyCode': String(currency),
  };
}

/** The documented states of a subscription: it renews, it does not renew, or it has ended. */
type Subscription = { status: '2' | '1' | '0' };
/** The answer to the next call, in place of the usual one. */
type Answer =
  | { status: number; body?: string; location?: string; afterwards?: boolean }
  | 'hang up'
  | 'hang up afterwards'
  | 'no answer';

const xml = (content: string) => `<?xml version='1.0' standalone='yes'?>\n${content}`;
const result = (code: number) => xml(`<results>${code}</results>`);

/** A transaction of the export; a renewal has a number of its own. */
export type Exported = {
  type: 'NEW' | 'REBILL' | 'REFUND' | 'VOID' | 'CHARGEBACK' | 'EXPIRE';
  subscriptionId: string;
  at: Date;
  transactionId?: string;
  amount: string;
};

const HOUR_MS = 60 * 60 * 1000;
/** A time of the export's range, as CCBill reads it. */
const exportTime = (text: string): number =>
  Date.parse(text.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6-07:00'));

/** A line in the order of columns that CCBill's documentation gives. */
function exportLine({ type, subscriptionId, at, transactionId, amount }: Exported): string {
  const about = [type, CCBILL_ACCOUNT.account, CCBILL_ACCOUNT.subaccount, subscriptionId];
  const person = ['Frida, the', 'Fan', 'frida', 'chosen at CCBill', '1 Main Street', 'Tempe', 'AZ'];
  const contact = ['85281', 'US', 'frida@example.test', '0', '1'];
  const terms = [amount, '30', amount, '30', '1', 'VISA', '1', '1'];
  const columns = {
    NEW: [ccbillTime(at), ...person, ...contact, ...terms],
    REBILL: [ccbillTime(at), transactionId!, amount],
    REFUND: [ccbillTime(at), amount],
    VOID: [ccbillTime(at), amount],
    CHARGEBACK: [ccbillTime(at), amount],
    EXPIRE: [ccbillTime(at).slice(0, 10), '', 'N'],
  }[type];
  return [...about, ...columns].map((column) => `"${column}"`).join(',');
}

/** Starts a simulated Data Link: `/utils/subscriptionManagement.cgi`, and the export `/data/main.cgi`. */
export async function startCcbill() {
  const subscriptions = new Map<string, Subscription>();
  const requests: Record<string, string>[] = [];
  const answers: Answer[] = [];
  const state = { isBroken: false, losesAnswers: false, isSilent: false };
  const transactions: Exported[] = [];
  const exported = { now: () => Date.now(), at: -Infinity, text: null as string | null };

  /** Answers once an hour, for a day at most. */
  function runExport(call: Record<string, string>): string {
    if (exported.text !== null) return exported.text;
    if (call.password !== CCBILL_DATALINK.dataLinkPassword) return 'Error:Authentication failed';
    const [start, end] = [exportTime(call.startTime!), exportTime(call.endTime!)];
    if (!(start < end && end - start <= 24 * HOUR_MS)) return 'Error:Invalid date range';
    if (exported.now() - exported.at < HOUR_MS) return 'Error:Too many requests';
    exported.at = exported.now();
    const types = call.transactionTypes!.split(',');
    const lines = transactions.filter(
      ({ type, at }) => types.includes(type) && +at >= start && +at < end + 1000,
    );
    return lines.map(exportLine).join('\n') || '1';
  }

  function run(call: Record<string, string>): string {
    const { username, password, clientAccnum, clientSubacc } = call;
    if (
      username !== CCBILL_DATALINK.dataLinkUser ||
      password !== CCBILL_DATALINK.dataLinkPassword
    ) {
      return result(-1);
    }
    const subscription = subscriptions.get(call.subscriptionId ?? '');
    if (!subscription) return result(-3);
    if (clientAccnum !== CCBILL_ACCOUNT.account || clientSubacc !== CCBILL_ACCOUNT.subaccount) {
      return result(-4);
    }
    if (call.action === 'viewSubscriptionStatus') {
      const status = `<subscriptionStatus>${subscription.status}</subscriptionStatus>`;
      return xml(`<results><recurringSubscription>1</recurringSubscription>${status}</results>`);
    }
    if (call.action !== 'cancelSubscription') return result(-6);
    if (subscription.status !== '2') return result(0);
    subscription.status = '1';
    return result(1);
  }

  function respondInState(call: Record<string, string>, response: ServerResponse): void {
    if (state.isBroken) return void response.writeHead(503).end();
    const made = run(call);
    if (call.action !== 'cancelSubscription') return void response.end(made);
    // The connection stays open without an answer.
    if (state.isSilent) return;
    if (state.losesAnswers) return void response.writeHead(500).end();
    response.end(made);
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const isExport = request.url === '/data/main.cgi';
    if (
      request.method !== 'POST' ||
      (!isExport && request.url !== '/utils/subscriptionManagement.cgi')
    ) {
      return void response.writeHead(404).end();
    }
    const call = Object.fromEntries(new URLSearchParams(await text(request)));
    requests.push(call);
    const answer = answers.shift();
    if (isExport && !answer) {
      if (state.isBroken) return void response.writeHead(503).end();
      return void response.end(runExport(call));
    }
    if (answer === 'no answer') return;
    if (answer === 'hang up') return void response.destroy();
    if (answer === 'hang up afterwards') {
      run(call);
      return void response.destroy();
    }
    if (!answer) return respondInState(call, response);
    if (answer.afterwards) run(call);
    const headers = answer.location ? { location: answer.location } : {};
    response.writeHead(answer.status, headers).end(answer.body);
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    dataLinkUrl: `${url}/utils/subscriptionManagement.cgi`,
    subscriptions,
    requests,
    /** What the export contains. */
    transactions,
    /** The export's clock, and a text that it answers instead. */
    exported,
    /**
     * While `isBroken`, every call is answered with a server error; while `losesAnswers`, every change
     * after it was made. While `isSilent`, changes are made and never answered.
     */
    state,
    /** Sets the response to the next call. */
    next: (answer: Answer) => void answers.push(answer),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
