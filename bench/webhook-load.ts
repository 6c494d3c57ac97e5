// Sends renewal webhooks like the sandbox, from a separate process.
import { createSecretKey } from 'node:crypto';
import http from 'node:http';
import type { PaymentEvent } from '#src/features/money/payments/server/payment-provider.ts';
import { addMonths } from '#src/lib/dates.ts';
import { signWebhook } from '#src/platform/http/webhook-signature.ts';
import { PRICE_CENTS } from './money-fill.ts';
import { summarizeRuns } from './studio-setup.ts';

export type WebhookLoad = {
  url: string;
  /** The signing key in hex. */
  key: string;
  /** The number of the first subscription to renew. */
  first: number;
  connections: number;
  seconds: number;
};

/** The next subscription by address. */
const next = new Map<string, number>();

function renewalOf(subscription: number): PaymentEvent {
  const now = new Date();
  const firstPeriodStart = Date.UTC(
    now.getUTCFullYear(),
    now.getUTCMonth() - 1,
    1 + (subscription % 27),
  );
  const periodStart = addMonths(new Date(firstPeriodStart), 1);
  const name = `sandbox_bench_${subscription}`;
  return {
    type: 'renewal.paid',
    id: `sandbox_renewal_${name}`,
    occurredAt: now,
    providerSubscriptionId: name,
    paymentId: `sandbox_payment_${name}`,
    periodStart,
    periodEnd: addMonths(periodStart, 1),
    amountCents: PRICE_CENTS,
  };
}

async function load({ url, key, first, connections, seconds }: WebhookLoad) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const signature = createSecretKey(Buffer.from(key, 'hex'));
  const times: number[] = [];
  let failures = 0;
  const send = (body: string): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-sandbox-signature': signWebhook(signature, body, new Date()),
    };
    http
      .request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!));
      })
      .once('error', reject)
      .end(body);
    return promise;
  };
  const start = performance.now();
  const work = async () => {
    while (performance.now() - start < seconds * 1_000) {
      const subscription = next.get(url) ?? first;
      next.set(url, subscription + 1);
      const sent = performance.now();
      if ((await send(JSON.stringify(renewalOf(subscription)))) !== 200) failures++;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  const perSecond = times.length / ((performance.now() - start) / 1_000);
  return { ...summarizeRuns(times.length, times), perSecond, failures };
}

process.on('message', (loadOptions: WebhookLoad) => {
  void load(loadOptions).then((measured) => process.send!(measured));
});
process.once('disconnect', () => process.exit(0));
