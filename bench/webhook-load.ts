// Sends renewal webhooks like the sandbox, from a separate process.
import { createSecretKey } from 'node:crypto';
import http from 'node:http';
import { signWebhook } from '#src/platform/http/webhook-signature.ts';
import { cpuOf } from './processes.ts';
import { summarizeRuns } from './studio-setup.ts';

/** A month that a subscription is renewed for; instants as text. */
export type Renewal = {
  name: string;
  amountCents: number;
  periodStart: string;
  periodEnd: string;
};
export type WebhookLoad = {
  url: string;
  /** The signing key in hex. */
  key: string;
  /** Each is sent once; the load ends early when all are sent. */
  renewals: Renewal[];
  connections: number;
  seconds: number;
};

const eventOf = ({ name, ...renewal }: Renewal) => ({
  type: 'renewal.paid',
  // Once for each month.
  id: `sandbox_renewal_${name}_${renewal.periodStart}`,
  occurredAt: new Date(),
  providerSubscriptionId: name,
  paymentId: `sandbox_payment_${name}_${renewal.periodStart}`,
  ...renewal,
});

async function sendAll({ url, key, renewals, connections, seconds }: WebhookLoad) {
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
  let next = 0;
  const cpuBefore = cpuOf(process.pid);
  const start = performance.now();
  const work = async () => {
    while (performance.now() - start < seconds * 1_000) {
      const renewal = renewals[next++];
      if (!renewal) return;
      const sent = performance.now();
      if ((await send(JSON.stringify(eventOf(renewal)))) !== 200) failures++;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  const wall = performance.now() - start;
  const loadShare = (cpuOf(process.pid) - cpuBefore) / wall;
  const perSecond = times.length / (wall / 1_000);
  return { ...summarizeRuns(times.length, times), perSecond, failures, loadShare };
}

process.on('message', (loadOptions: WebhookLoad) => {
  void sendAll(loadOptions).then((measured) => process.send!(measured));
});
process.once('disconnect', () => process.exit(0));
