import type { Config } from '#src/platform/config.ts';
import { disabledProvider } from './disabled-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSandboxProvider } from './sandbox-provider.ts';

/** The payment provider that the configuration names. */
export const createPayments = (config: Pick<Config, 'payments' | 'secret'>): PaymentProvider =>
  config.payments === 'sandbox' ? createSandboxProvider(config) : disabledProvider;
