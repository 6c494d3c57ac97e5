import { randomUUID } from 'node:crypto';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys } from '#src/platform/config/keys.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
  type PaymentProvider,
} from '../payment-provider.ts';
import { isSignedWebhook, signWebhook } from '../webhook-signature.ts';
import { sandboxCustomers } from './sandbox-customers.ts';
import { sandboxPortalPath } from './sandbox-subscriptions.ts';
import { readTestClocks } from './test-clock.ts';

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;
/** Sends a request to the product itself. */
export type Deliver = (request: Request) => Response | Promise<Response>;

const SIGNATURE_HEADER = 'x-sandbox-signature';
// It calls its own process, so the newest key is enough.
const webhookKey = (secrets: Secrets) => deriveKeys(secrets, 'sandbox webhook v1')[0];

/** Test mode: its own checkout page, which calls the product through the real webhook. */
export function createSandboxProvider(
  config: SandboxConfig,
  { db, deliver }: { db: Db; deliver: Deliver },
): PaymentProvider {
  const key = webhookKey(config.secrets);
  const deliverEvent = async (event: PaymentEvent): Promise<void> => {
    const response = await deliver(sandboxWebhook(config, event));
    if (!response.ok) throw new DomainError('provider-unavailable');
  };
  return {
    name: 'sandbox',
    customers: sandboxCustomers(db, deliverEvent),
    createCheckout: async ({ checkoutId }) => ({ url: `/sandbox/checkout/${checkoutId}` }),
    // Nothing to do: the sandbox's billing reads the subscriptions directly.
    cancelAtPeriodEnd: async () => {},
    cancelNow: async () => {},
    pause: async () => {},
    resume: async () => {},
    resumeRenewals: (providerSubscriptionId) =>
      deliverEvent({
        type: 'renewals.resumed',
        // A subscription can be cancelled and resumed any number of times.
        id: `sandbox_resumed_${randomUUID()}`,
        occurredAt: new Date(),
        providerSubscriptionId,
      }),
    refund: (paymentId, amountCents, refundKey) =>
      deliverEvent({
        type: 'payment.refunded',
        id: `sandbox_refund_${refundKey}`,
        occurredAt: new Date(),
        paymentId,
        refundId: `sandbox_refund_${refundKey}`,
        amountCents,
      }),
    paymentMethodPage: async ({ providerSubscriptionId }) => ({
      url: sandboxPortalPath(providerSubscriptionId),
    }),
    readTestClocks,
    verifyWebhook({ body, headers }) {
      const signature = headers.get(SIGNATURE_HEADER) ?? '';
      if (!isSignedWebhook(key, signature, body, new Date())) {
        throw new DomainError('invalid-input', 'The signature is not valid');
      }
      const { id, type } = paymentEventSchema.parse(JSON.parse(body));
      return { id, type, content: body };
    },
    readWebhook: (content) => [paymentEventSchema.parse(JSON.parse(content))],
  };
}

/** The signed webhook call of the sandbox. */
export function sandboxWebhook(
  { secrets, publicUrl }: SandboxConfig,
  event: PaymentEvent,
  signedAt = new Date(),
): Request {
  const body = JSON.stringify(event);
  return new Request(`${publicUrl}/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(webhookKey(secrets), body, signedAt),
    },
    body,
  });
}
