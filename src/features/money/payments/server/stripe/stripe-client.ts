import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import { DomainError } from '#src/lib/problem.ts';
import type { StripeConfig } from '#src/platform/config/payments-config.ts';

/**
 * Stripe's API version for calls and events; the webhook endpoint must have the same one. It
 * changes with the package only.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** A fan or the staff wait for some calls; none is made while a row is locked. */
const TIMEOUT_MS = 10_000;

/** Calls Stripe. @throws DomainError 'provider-unavailable' */
export type CallStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

type Access = Pick<StripeConfig, 'secretKey' | 'apiUrl'>;

/** @param timeoutMs how long Stripe may take for each of two attempts */
export function openStripe({ secretKey, apiUrl }: Access, timeoutMs = TIMEOUT_MS) {
  // Loaded only when needed: it takes a tenth of a second and 30 MB at each start.
  const Client = createRequire(import.meta.url)('stripe') as typeof Stripe;
  const stripe = new Client(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  });
  const callStripe: CallStripe = async (call) => {
    try {
      return await call(stripe);
    } catch (cause) {
      if (!(cause instanceof stripe.errors.StripeError)) throw cause;
      const message = isAnswer(cause) ? 'The payment provider refused the request' : undefined;
      throw new DomainError('provider-unavailable', message, undefined, { cause });
    }
  };
  return { stripe, callStripe };
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (isSecure ? 443 : 80),
  };
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Whether Stripe understood the request and refused it. */
const isAnswer = ({ type }: StripeError): boolean =>
  type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError';

/** Stripe's error when it refused a request; null for any other error. */
export function refusalOf(error: unknown): StripeError | null {
  if (!(error instanceof DomainError) || error.code !== 'provider-unavailable') return null;
  const cause = error.cause as StripeError;
  return isAnswer(cause) ? cause : null;
}

/** Stripe's error when a card was not charged; null for any other error. */
export function declineOf(error: unknown): StripeError | null {
  if (!(error instanceof DomainError) || error.code !== 'provider-unavailable') return null;
  const cause = error.cause as StripeError;
  return cause.type === 'StripeCardError' ? cause : null;
}

/**
 * An idempotency key: Stripe answers the same for the same key for a day. Changed content, such as a
 * new name of the influencer, needs another key.
 */
export function keyOf(name: string, content: object): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return `${name}-${hash}`;
}

/** The id of an object that Stripe sends expanded or by id. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
