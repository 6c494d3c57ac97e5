import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config.ts';
import { deriveKey } from '#src/platform/keys.ts';
import { paymentEventSchema, type PaymentEvent, type PaymentProvider } from './payment-provider.ts';
import { isSignedWebhook, signWebhook } from './webhook-signature.ts';

type SandboxConfig = Pick<Config, 'secret' | 'publicUrl'>;

const SIGNATURE_HEADER = 'x-sandbox-signature';
const webhookKey = (secret: string) => deriveKey(secret, 'sandbox webhook v1');

/** The test cards of the sandbox, and what each does now and at the first renewal. */
export const TEST_CARDS = {
  succeeds: { number: '4242 4242 4242 4242', label: 'Pays now and at every renewal' },
  declined: { number: '4000 0000 0000 0002', label: 'Is declined' },
  fails: { number: '4000 0000 0000 0341', label: 'Pays now, fails at the renewal' },
} as const;
export type TestCard = keyof typeof TEST_CARDS;

/** The sandbox keeps no books: the subscription's own id remembers how its card behaves. */
export const sandboxSubscriptionId = (checkoutId: string, card: 'succeeds' | 'fails'): string =>
  `sandbox_${card}_${checkoutId}`;
export const failsAtRenewal = (providerSubscriptionId: string): boolean =>
  providerSubscriptionId.startsWith('sandbox_fails_');

/** Test mode: a checkout page of our own that calls back through the real webhook. */
export const createSandboxProvider = ({ secret }: Pick<Config, 'secret'>): PaymentProvider => {
  const key = webhookKey(secret);
  return {
    name: 'sandbox',
    assertOpen: () => {},
    createCheckout: async ({ checkoutId }) => ({ url: `/sandbox/checkout/${checkoutId}` }),
    // Nothing to tell: the renewals of the sandbox read the subscription itself.
    cancelAtPeriodEnd: async () => {},
    verifyWebhook(rawBody, headers) {
      const signature = headers.get(SIGNATURE_HEADER) ?? '';
      if (!isSignedWebhook(key, signature, rawBody, new Date())) {
        throw new DomainError('invalid-input', 'The signature is not valid');
      }
      return z.array(paymentEventSchema).parse([JSON.parse(rawBody)]);
    },
  };
};

/** The signed call that the sandbox makes when something happened there. */
export function sandboxWebhook(
  { secret, publicUrl }: SandboxConfig,
  event: PaymentEvent,
  signedAt = new Date(),
): Request {
  const body = JSON.stringify(event);
  return new Request(`${publicUrl}/webhooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(webhookKey(secret), body, signedAt),
    },
    body,
  });
}
