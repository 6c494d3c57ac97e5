import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { openStripeAccount, StripeRefusal } from './stripe-account.ts';
import { answer, readForm, type Form } from './stripe-api.ts';
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
 * A server that answers like Stripe's API, for the calls that the product makes, and keeps what they
 * bring about. What happens at Stripe by itself is told by the functions of its account.
 */
export async function startStripe() {
  const account = openStripeAccount();
  const calls: Call[] = [];
  const kept = new Map<string, { request: string; answer: Answer }>();
  const state = { isBroken: false };

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
    return answerOnce(key, `${url.pathname} ${sent}`, () => {
      const body = JSON.stringify(answer(account, method, url.pathname, form));
      return { status: 200, body };
    });
  }

  /** The same key has the same answer; what was refused for its form is not kept. */
  function answerOnce(key: string, request: string, run: () => Answer): Answer {
    const before = kept.get(key);
    if (before && before.request !== request) {
      const words = 'Keys for idempotent requests can only be used with the same parameters';
      const refusal = new StripeRefusal(400, words);
      refusal.error.type = 'idempotency_error';
      return refuse(refusal);
    }
    if (before) return before.answer;
    try {
      const made = run();
      if (key) kept.set(key, { request, answer: made });
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
    /** The calls that came, the oldest first. */
    calls,
    /** What Stripe does after a day: a key that comes again is new. */
    forgetKeys: () => kept.clear(),
    /** Answers every call with an error of the server's own, while it is true. */
    state,
    options: {
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: `http://127.0.0.1:${port}`,
    },
    /** A call of the webhook, signed as Stripe signs it. */
    webhook(event: Stripe.Event, { secret = WEBHOOK_SECRET, signedAt = new Date() } = {}) {
      const body = JSON.stringify(event, null, 2);
      const timestamp = seconds(signedAt);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp,
      });
      return { body, query: '', headers: new Headers({ 'stripe-signature': signature }) };
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
