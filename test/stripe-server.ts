import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import {
  readForm,
  StripeRefusal,
  type Form,
} from '#src/features/money/payments/server/stripe/stripe-form.testing.ts';
import { openStripeAccount } from './stripe-account.ts';
import { answer } from './stripe-api.ts';
import { newId, seconds } from './stripe-values.ts';

const SECRET_KEY = 'sk_test_51velvetRope';
const WEBHOOK_SECRET = 'whsec_ofTheTests';

type Call = { method: string; path: string; form: Form; version: string; idempotencyKey: string };
type Answer = { status: number; body: string };

const refuse = ({ status, error }: StripeRefusal): Answer => ({
  status,
  body: JSON.stringify({
    error: { ...error, request_log_url: 'https://dashboard.stripe.com/logs' },
  }),
});

/**
 * Starts a server that simulates the Stripe API calls of the product. Events that Stripe or customers
 * trigger are functions of its account.
 */
export async function startStripe() {
  const account = openStripeAccount();
  const calls: Call[] = [];
  const answersByKey = new Map<string, { request: string; answer: Answer }>();
  const state = { isBroken: false, losesAnswers: false, isSilent: false };

  async function receive(request: IncomingMessage): Promise<Answer> {
    if (state.isBroken) {
      const error = { type: 'api_error', message: 'Something went wrong on our end' };
      return { status: 500, body: JSON.stringify({ error }) };
    }
    const { method = '', headers } = request;
    if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return refuse(new StripeRefusal(401, 'Invalid API Key provided: sk_test_*****'));
    }
    const url = new URL(request.url ?? '', 'http://stripe');
    const sent = method === 'POST' ? await text(request) : url.search.slice(1);
    const key = method === 'POST' ? String(headers['idempotency-key']) : '';
    const form = readForm(sent);
    const version = String(headers['stripe-version']);
    calls.push({ method, path: url.pathname, form, version, idempotencyKey: key });
    const made = answerOnce(key, `${url.pathname} ${sent}`, () => {
      const body = JSON.stringify(answer(account, method, url.pathname, form));
      return { status: 200, body };
    });
    if (method === 'GET') return made;
    if (state.isSilent) return new Promise(() => {});
    if (!state.losesAnswers) return made;
    const error = { type: 'api_error', message: 'Something went wrong on our end' };
    return { status: 500, body: JSON.stringify({ error }) };
  }

  /** Repeats the response for a known idempotency key; refused requests are not stored. */
  function answerOnce(key: string, request: string, run: () => Answer): Answer {
    const before = answersByKey.get(key);
    if (before && before.request !== request) {
      const message = 'Keys for idempotent requests can only be used with the same parameters';
      const refusal = new StripeRefusal(400, message);
      refusal.error.type = 'idempotency_error';
      return refuse(refusal);
    }
    if (before) return before.answer;
    try {
      const made = run();
      if (key) answersByKey.set(key, { request, answer: made });
      return made;
    } catch (error) {
      if (error instanceof StripeRefusal) return refuse(error);
      throw error;
    }
  }

  const server = createServer((request, response) => {
    void receive(request).then(({ status, body }) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': newId('req'),
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    account,
    /** The received calls, the oldest first. */
    calls,
    /** Forgets all idempotency keys, as Stripe does after a day. */
    expireIdempotencyKeys: () => answersByKey.clear(),
    /**
     * While `isBroken`, every call is answered with a server error; while `losesAnswers`, every change
     * after it was made. While `isSilent`, changes are made and never answered.
     */
    state,
    options: {
      // Of the product: hashes of cards need one.
      secrets: ['a-secret-of-the-product-for-tests-1'] as const,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: `http://127.0.0.1:${port}`,
    },
    /** Creates a webhook call with the signature of Stripe. */
    webhook(event: Stripe.Event, { secret = WEBHOOK_SECRET, signedAt = new Date() } = {}) {
      const body = JSON.stringify(event, null, 2);
      const timestamp = seconds(signedAt);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp,
      });
      return {
        body,
        query: '',
        headers: new Headers({ 'stripe-signature': signature }),
        address: '127.0.0.1',
      };
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
