import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const VEROTEL_SHOP = { shopId: '68849', signatureKey: 'a-signature-key' };
export const VEROTEL_USER = { apiUser: 'desk', apiPassword: 'pa55word' };

type Sale = { cancelled?: boolean; expired?: boolean; nextChargeOn?: string };
type Answer = { status: number; body?: string; location?: string };

/** Signs the query of a postback like Verotel, independently of the implementation under test. */
export function signQuery(params: Record<string, string>, key = VEROTEL_SHOP.signatureKey) {
  const names = Object.keys(params).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  let text = key;
  for (const name of names) text += `:${name}=${params[name]}`;
  const signature = createHash('sha256').update(text, 'utf8').digest('hex');
  return new URLSearchParams({ ...params, signature }).toString();
}

/** Creates a postback about a recurring sale of the shop. */
export function postback(params: Record<string, string>, key?: string): string {
  return signQuery(
    {
      shopID: VEROTEL_SHOP.shopId,
      saleID: '433456',
      type: 'subscription',
      subscriptionType: 'recurring',
      paymentMethod: 'CC',
      CCBrand: 'VISA',
      ...params,
    },
    key,
  );
}

const json = (status: number, value: unknown): Answer => ({ status, body: JSON.stringify(value) });
const refused = (title: string): Answer => json(412, { error: { title } });

function send(response: ServerResponse, { status, body = '', location }: Answer): void {
  response.writeHead(status, location ? { location } : {});
  response.end(body);
}

/** Starts a simulated Verotel: the Control Center API (`/api`) and the status page of sales. */
export async function startVerotel() {
  const sales = new Map<string, Sale>();
  const requests: { method: string; address: string; accept: string | undefined }[] = [];
  const answers: (Answer | 'hang up')[] = [];
  const state = { isBroken: false, losesAnswers: false, isSilent: false };
  const login = Buffer.from(`${VEROTEL_USER.apiUser}:${VEROTEL_USER.apiPassword}`);

  function cancel(saleId: string, authorization: string | undefined): Answer {
    if (authorization !== `Basic ${login.toString('base64')}`) return { status: 401 };
    const sale = sales.get(saleId);
    if (!sale) return json(404, { error: { title: 'Sale not found.' } });
    if (sale.cancelled) return refused('This sale is already cancelled.');
    if (sale.expired) return refused('This sale cannot be cancelled.');
    sale.cancelled = true;
    return json(200, { is_success: true });
  }

  function status(query: URLSearchParams): Answer {
    const { signature, ...params } = Object.fromEntries(query);
    if (!signQuery(params).endsWith(`signature=${signature}`)) {
      return { status: 200, body: 'response: ERROR\nerror: Invalid signature' };
    }
    const sale = sales.get(query.get('saleID') ?? '');
    if (!sale) return { status: 200, body: 'response: NOTFOUND' };
    const yesOrNo = (value = false) => (value ? 'yes' : 'no');
    const { nextChargeOn } = sale;
    const lines = [
      ...(nextChargeOn ? [`nextChargeOn: ${nextChargeOn}`, 'priceAmount: 19.99'] : []),
      `cancelled: ${yesOrNo(sale.cancelled)}`,
      `expired: ${yesOrNo(sale.expired)}`,
    ];
    return { status: 200, body: ['response: FOUND', ...lines].join('\n') };
  }

  const server = createServer(({ method = '', url: address = '', headers }, response) => {
    requests.push({ method, address, accept: headers.accept });
    const answer = answers.shift();
    if (answer === 'hang up') return void response.destroy();
    if (answer) return send(response, answer);
    if (state.isBroken) return send(response, { status: 503 });
    const { pathname, searchParams } = new URL(address, 'http://verotel.test');
    const sale = /^\/api\/sale\/([^/]+)\/cancel$/.exec(pathname)?.[1];
    if (sale && method === 'POST') {
      const made = cancel(sale, headers.authorization);
      // The connection stays open without an answer.
      if (state.isSilent) return;
      return send(response, state.losesAnswers ? { status: 500 } : made);
    }
    if (pathname === '/salestatus' && method === 'GET') return send(response, status(searchParams));
    return send(response, { status: 404 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sales,
    requests,
    /**
     * While `isBroken`, every call is answered with a server error; while `losesAnswers`, every change
     * after it was made. While `isSilent`, changes are made and never answered.
     */
    state,
    /** Sets the response to the next request. */
    next: (answer: Answer | 'hang up') => void answers.push(answer),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
