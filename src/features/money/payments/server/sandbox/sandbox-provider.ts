import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys } from '#src/platform/config/keys.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { SANDBOX_CARDS, type SandboxCard } from '../../billing.schema.ts';
import { sandboxSubscriptions } from '../billing.table.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
  type PaymentProvider,
} from '../payment-provider.ts';
import { isSignedWebhook, signWebhook } from '../webhook-signature.ts';
import { readTestClocks } from './test-clock.ts';

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;
/** Sends a request to the product itself. */
export type Deliver = (request: Request) => Response | Promise<Response>;

const SIGNATURE_HEADER = 'x-sandbox-signature';
// It calls its own process, so the newest key is enough.
const webhookKey = (secrets: Secrets) => deriveKeys(secrets, 'sandbox webhook v1')[0];

/** What each test card does at the first payment and at renewals. */
export const TEST_CARDS: Record<SandboxCard, { number: string; label: string }> = {
  succeeds: { number: '4242 4242 4242 4242', label: 'Pays now and at every renewal' },
  declined: { number: '4000 0000 0000 0002', label: 'Declined' },
  fails: { number: '4000 0000 0000 0341', label: 'Pays now, fails at renewals' },
  recovers: { number: '4000 0000 0000 3220', label: 'Pays now, fails once at each renewal' },
};

/** The sandbox's id of the subscription that a checkout starts. */
export function sandboxSubscriptionId(checkoutId: string): string {
  return `sandbox_${checkoutId}`;
}

/**
 * The card and the test clock of a subscription. The demo's historic ones have a card that
 * succeeds.
 */
export async function findSandboxSubscription(
  db: Db,
  id: string,
): Promise<{ card: SandboxCard; clockAt: Date | null }> {
  const [found] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id));
  return found ?? { card: SANDBOX_CARDS[0], clockAt: null };
}

/** Saves the card, the test clock, or both. */
export async function saveSandboxSubscription(
  db: Db,
  id: string,
  values: { card?: SandboxCard; clockAt?: Date | null },
): Promise<void> {
  await db
    .insert(sandboxSubscriptions)
    .values({ id, card: SANDBOX_CARDS[0], ...values })
    .onConflictDoUpdate({ target: sandboxSubscriptions.id, set: values });
}

/** Test mode: its own checkout page, which calls the product through the real webhook. */
export function createSandboxProvider(config: SandboxConfig, deliver: Deliver): PaymentProvider {
  const key = webhookKey(config.secrets);
  const deliverEvent = async (event: PaymentEvent): Promise<void> => {
    const response = await deliver(sandboxWebhook(config, event));
    if (!response.ok) throw new DomainError('provider-unavailable');
  };
  return {
    name: 'sandbox',
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
      url: `/sandbox/subscriptions/${encodeURIComponent(providerSubscriptionId)}`,
    }),
    // There is no bank: what is submitted is only counted as submitted.
    disputeEvidence: {
      read: async () => ({ isOpen: true, isSubmitted: false }),
      attach: async () => {},
      submit: async () => {},
    },
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
