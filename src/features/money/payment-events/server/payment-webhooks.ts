import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  handlePaymentEvent,
  storePaymentEvent,
} from '#src/features/money/payments/server/payment-events.ts';
import { findProvider } from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { requireStorableText } from '#src/platform/http/storable-text.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import type { PaymentDependencies } from './payment-context.ts';

const MAXIMUM_BODY = 256 * 1024;

/** What {@link handlePaymentEvent} needs, with the function that applies an event. */
export function paymentHandling(dependencies: PaymentDependencies) {
  return {
    db: dependencies.db,
    payments: dependencies.payments,
    apply: applyPaymentEvent(dependencies),
  };
}

/**
 * Receives the webhooks of the connected payment providers, by POST or, for some providers, by GET. Verified
 * calls are stored unchanged, then handled once; one that cannot be handled yet is answered 202.
 */
export function paymentWebhooks(dependencies: PaymentDependencies) {
  const { db, payments, log } = dependencies;
  const handling = paymentHandling(dependencies);
  const receive = async (c: Context<RequestEnv>) => {
    const provider = findProvider(payments, c.req.param('provider') ?? '');
    if (!provider) throw new DomainError('not-found');
    const verified = provider.verifyWebhook({
      body: await c.req.text(),
      query: new URL(c.req.url).search.slice(1),
      headers: c.req.raw.headers,
      secret: c.req.param('secret'),
      address: c.var.clientAddress,
    });
    const webhook = (await provider.completeWebhook?.(verified)) ?? verified;
    requireStorableText(webhook);
    const id = await storePaymentEvent(db, provider.name, webhook);
    const { isHandled: handled } = await handlePaymentEvent(handling, id);
    if (!handled) log.warn({ event: webhook.id, type: webhook.type }, 'a payment event waits');
    const { acknowledgement } = provider;
    return acknowledgement ? c.text(acknowledgement) : c.json({ handled }, handled ? 200 : 202);
  };
  const limit = bodyLimit({
    maxSize: MAXIMUM_BODY,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });
  return new Hono<RequestEnv>()
    .get('/webhooks/:provider', receive)
    .post('/webhooks/:provider/:secret?', limit, receive);
}
