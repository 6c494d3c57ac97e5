import { randomUUID } from 'node:crypto';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys } from '#src/platform/config/keys.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { isSignedWebhook, signWebhook } from '#src/platform/http/webhook-signature.ts';
import { RECORD_KINDS } from '../../provider-records.schema.ts';
import type { DisputeEvidencePort } from '../dispute-evidence-port.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
  type PaymentProvider,
} from '../payment-provider.ts';
import { sandboxCustomers } from './sandbox-customers.ts';
import { listSandboxRecords, saveSandboxEvent, setSandboxState } from './sandbox-records.ts';
import { sandboxPortalPath } from './sandbox-subscriptions.ts';
import { readTestClocks } from './test-clock.ts';

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;
/** Sends a request to the product itself. */
export type Deliver = (request: Request) => Response | Promise<Response>;
/** What the sandbox needs to act as a provider: its own records, and the webhook. */
export type Sandbox = { config: SandboxConfig; db: Db; deliver: Deliver };

const SIGNATURE_HEADER = 'x-sandbox-signature';
// It calls its own process, so the newest key is enough.
const webhookKey = (secrets: Secrets) => deriveKeys(secrets, 'sandbox webhook v1')[0];

const recordsOf = (db: Db): NonNullable<PaymentProvider['records']> => ({
  kinds: RECORD_KINDS,
  listRecords: (range, cursor) => listSandboxRecords(db, range, cursor),
});

// There is no bank: what is submitted is only counted as submitted.
const EVIDENCE: DisputeEvidencePort = {
  read: async () => ({ isOpen: true, isSubmitted: false }),
  attach: async () => {},
  submit: async () => {},
};

/** Test mode: its own checkout page, which calls the product through the real webhook. */
export function createSandboxProvider(sandbox: Sandbox): PaymentProvider {
  const { config, db } = sandbox;
  const key = webhookKey(config.secrets);
  const deliverEvent = async (event: PaymentEvent): Promise<void> => {
    const response = await reportSandboxEvent(sandbox, event);
    if (!response.ok) throw new DomainError('provider-unavailable');
  };
  return {
    name: 'sandbox',
    customers: sandboxCustomers(sandbox, deliverEvent),
    createCheckout: async ({ checkoutId }) => ({ url: `/sandbox/checkout/${checkoutId}` }),
    // Only for its own records: the sandbox's billing reads our subscriptions directly.
    cancelAtPeriodEnd: (id) => setSandboxState(db, id, 'stopping'),
    cancelNow: (id) => setSandboxState(db, id, 'ended'),
    // Its billing reads the price of our subscription.
    changePrice: async () => {},
    pause: (id) => setSandboxState(db, id, 'paused'),
    resume: (id) => setSandboxState(db, id, 'renewing'),
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
    disputeEvidence: EVIDENCE,
    readTestClocks,
    verifyWebhook({ body, headers }) {
      const signature = headers.get(SIGNATURE_HEADER) ?? '';
      if (!isSignedWebhook(key, signature, body, new Date())) {
        throw new DomainError('invalid-input', 'The signature is not valid');
      }
      const { id, type } = paymentEventSchema.parse(JSON.parse(body));
      return { id, type, content: body };
    },
    records: recordsOf(db),
    readWebhook: (content) => [paymentEventSchema.parse(JSON.parse(content))],
  };
}

/**
 * Stores an event in the sandbox's own records and reports it to the product, or loses the report on
 * purpose. @returns the response of the webhook
 */
export async function reportSandboxEvent(
  { config, db, deliver }: Sandbox,
  event: PaymentEvent,
): Promise<Response> {
  const isLost = await saveSandboxEvent(db, event);
  return isLost ? new Response(null, { status: 204 }) : deliver(sandboxWebhook(config, event));
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
