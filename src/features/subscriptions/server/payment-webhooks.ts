import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  handlePaymentEvent,
  listWaitingEventIds,
  storePaymentEvent,
  type ApplyPaymentEvent,
} from '#src/features/billing/server/payment-events.ts';
import type {
  PaymentEvent,
  PaymentProvider,
} from '#src/features/billing/server/payment-provider.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/db.ts';
import type { Log } from '#src/platform/log.ts';
import type { RequestEnv } from '#src/platform/operation.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';

const MAXIMUM_BODY = 256 * 1024;

export type WebhookDependencies = { db: Db; payments: PaymentProvider; log: Log };

/**
 * Where a payment provider tells what happened. Verified events are stored first, then handled
 * once; one that cannot be handled yet is kept and answered 202.
 */
export const paymentWebhooks = (dependencies: WebhookDependencies) =>
  new Hono<RequestEnv>().post(
    '/webhooks/:provider',
    bodyLimit({
      maxSize: MAXIMUM_BODY,
      onError: () => {
        throw new DomainError('payload-too-large');
      },
    }),
    async (c) => {
      const { payments } = dependencies;
      if (c.req.param('provider') !== payments.name) throw new DomainError('not-found');
      const rawBody = await c.req.text();
      const events = payments.verifyWebhook(rawBody, c.req.raw.headers);
      let handled = true;
      for (const event of events) {
        handled = (await receive(dependencies, event, rawBody)) && handled;
      }
      return c.json({ handled }, handled ? 200 : 202);
    },
  );

async function receive(
  dependencies: WebhookDependencies,
  event: PaymentEvent,
  rawBody: string,
): Promise<boolean> {
  const { db, payments, log } = dependencies;
  const { name } = payments;
  const apply: ApplyPaymentEvent = (...input) => applyPaymentEvent(dependencies, ...input);
  await storePaymentEvent(db, name, event, rawBody);
  const handled = await handlePaymentEvent(db, name, event.id, apply);
  if (!handled) {
    log.warn(
      { event: event.id, type: event.type },
      'a payment event waits: its subject is unknown',
    );
  } else if (event.type === 'checkout.completed') {
    // What came before the subscription was known can be handled now.
    for (const id of await listWaitingEventIds(db, name, event.providerSubscriptionId)) {
      await handlePaymentEvent(db, name, id, apply);
    }
  }
  return handled;
}
