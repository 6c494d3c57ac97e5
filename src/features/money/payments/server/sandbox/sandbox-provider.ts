import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { deriveKeys } from '#src/platform/config/keys.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import type { Db } from '#src/platform/database/db.ts';
import { SANDBOX_CARDS, type SandboxCard } from '../../billing.schema.ts';
import { RECORD_KINDS } from '../../provider-records.schema.ts';
import { sandboxSubscriptions } from '../billing.table.ts';
import {
  paymentEventSchema,
  type PaymentEvent,
  type PaymentProvider,
} from '../payment-provider.ts';
import { isSignedWebhook, signWebhook } from '../webhook-signature.ts';
import { listSandboxRecords, saveSandboxEvent, setSandboxState } from './sandbox-records.ts';
import { readTestClocks } from './test-clock.ts';

type SandboxConfig = Pick<Config, 'secrets' | 'publicUrl'>;
/** Sends a request to the product itself. */
export type Deliver = (request: Request) => Response | Promise<Response>;
/** What the sandbox needs to act as a provider: its own records, and the webhook. */
export type Sandbox = { config: SandboxConfig; db: Db; deliver: Deliver };

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

type Settings = Omit<typeof sandboxSubscriptions.$inferSelect, 'id'>;

/**
 * The card and the test clock of a subscription. The demo's historic ones have a card that
 * succeeds.
 */
export async function findSandboxSubscription(db: Db, id: string): Promise<Settings> {
  const [found] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id));
  return found ?? { card: SANDBOX_CARDS[0], clockAt: null, losesNextEvent: false };
}

/** Saves the card, the test clock, or both. */
export async function saveSandboxSubscription(
  db: Db,
  id: string,
  values: { card?: SandboxCard; clockAt?: Date | null; losesNextEvent?: boolean },
): Promise<void> {
  await db
    .insert(sandboxSubscriptions)
    .values({ id, card: SANDBOX_CARDS[0], ...values })
    .onConflictDoUpdate({ target: sandboxSubscriptions.id, set: values });
}

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
    createCheckout: async ({ checkoutId }) => ({ url: `/sandbox/checkout/${checkoutId}` }),
    // Only for its own records: the sandbox's billing reads our subscriptions directly.
    cancelAtPeriodEnd: (id) => setSandboxState(db, id, 'stopping'),
    cancelNow: (id) => setSandboxState(db, id, 'ended'),
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
      url: `/sandbox/subscriptions/${encodeURIComponent(providerSubscriptionId)}`,
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
    records: {
      kinds: RECORD_KINDS,
      listRecords: (range, cursor) => listSandboxRecords(db, range, cursor),
    },
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
