import type { Config } from '#src/platform/config/config.ts';
import { disabledProvider } from './disabled-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createSandboxProvider, type Deliver } from './sandbox/sandbox-provider.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import { createVerotelProvider } from './verotel/verotel-provider.ts';

/**
 * The payment provider of the configuration.
 * @param deliver calls the product itself, for the sandbox
 */
export function createPayments(
  config: Pick<Config, 'paymentProvider' | 'secrets' | 'publicUrl'>,
  deliver: Deliver,
): PaymentProvider {
  const { paymentProvider, publicUrl } = config;
  switch (paymentProvider.kind) {
    case 'disabled':
      return disabledProvider;
    case 'sandbox':
      return createSandboxProvider(config, deliver);
    case 'stripe':
      return createStripeProvider({ ...paymentProvider, publicUrl });
    case 'verotel':
      return createVerotelProvider({ ...paymentProvider, publicUrl });
  }
}
