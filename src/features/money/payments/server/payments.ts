import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { ProviderConfig } from '#src/platform/config/payments-config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { createCcbillProvider } from './ccbill/ccbill-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSandboxProvider, type Deliver } from './sandbox/sandbox-provider.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import { createVerotelProvider } from './verotel/verotel-provider.ts';

/**
 * The connected payment providers. Whatever concerns a subscription, a payment or an event goes to
 * the provider that it came from; only new subscriptions have a choice.
 */
export type Payments = {
  /** All connected providers, on sale or not. */
  connected: readonly PaymentProvider[];
  /** The providers of new subscriptions, the preferred one first; none while payments are disabled. */
  sales: readonly PaymentProvider[];
  /** Until when providers that failed are tried last, by name. Each process learns it for itself. */
  skippedUntil: Map<string, number>;
};

type PaymentSettings = Pick<Config, 'payments' | 'secrets' | 'publicUrl' | 'agency' | 'tax'>;
type Sandbox = { db: Db; deliver: Deliver };

/**
 * Creates the payment providers of the configuration.
 * @param sandbox its database, and the function that calls the product itself
 */
export function createPayments(config: PaymentSettings, sandbox: Sandbox): Payments {
  const connected = config.payments.connected.map((one) => createProvider(one, config, sandbox));
  const sales = config.payments.sales.map((name) => getProvider({ connected }, name));
  return { connected, sales, skippedUntil: new Map() };
}

function createProvider(
  one: ProviderConfig,
  config: PaymentSettings,
  sandbox: Sandbox,
): PaymentProvider {
  const { publicUrl, tax } = config;
  switch (one.kind) {
    case 'sandbox':
      return createSandboxProvider({ ...sandbox, config });
    case 'stripe':
      return createStripeProvider({
        ...one,
        publicUrl,
        secrets: config.secrets,
        statementDescriptor: config.agency.paymentDescriptor,
        automaticTax: tax.rules === 'stripe',
      });
    case 'verotel':
      return createVerotelProvider({ ...one, publicUrl });
    case 'ccbill':
      return createCcbillProvider(one);
  }
}

const SKIP_MS = 60_000;

/** Tries a provider last for a minute, so that not every fan waits for it in vain. */
export function skipProvider({ skippedUntil }: Payments, name: string): void {
  skippedUntil.set(name, Date.now() + SKIP_MS);
}

/** Whether a provider failed within the last minute. */
export function isSkipped(
  { skippedUntil }: Pick<Payments, 'skippedUntil'>,
  { name }: Pick<PaymentProvider, 'name'>,
): boolean {
  return (skippedUntil.get(name) ?? 0) > Date.now();
}

/** The providers of new subscriptions in the order in which they are tried. */
export function listSalesProviders(payments: Payments): PaymentProvider[] {
  return payments.sales.toSorted(
    (one, other) => Number(isSkipped(payments, one)) - Number(isSkipped(payments, other)),
  );
}

/** Finds a connected provider by its name. */
export function findProvider(
  { connected }: Pick<Payments, 'connected'>,
  name: string,
): PaymentProvider | null {
  return connected.find((provider) => provider.name === name) ?? null;
}

/** @throws DomainError 'provider-unavailable' if it is not connected */
export function getProvider(payments: Pick<Payments, 'connected'>, name: string): PaymentProvider {
  const provider = findProvider(payments, name);
  if (provider) return provider;
  const message = `This was paid through ${name}, which isn’t connected`;
  throw new DomainError('provider-unavailable', message);
}
