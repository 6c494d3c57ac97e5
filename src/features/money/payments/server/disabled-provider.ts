import { DomainError } from '#src/lib/problem.ts';
import type { PaymentProvider } from './payment-provider.ts';

const refuse = (): never => {
  throw new DomainError('checkout-disabled', 'Stripe integration is temporarily disabled...');
};

/** No provider: nothing can be bought, and every webhook is rejected. */
export const disabledProvider: PaymentProvider = {
  name: 'disabled',
  assertOpen: refuse,
  createCheckout: async () => refuse(),
  cancelAtPeriodEnd: async () => {},
  cancelNow: async () => {},
  pause: async () => {},
  resume: async () => {},
  refund: async () => refuse(),
  paymentMethodPage: async () => refuse(),
  verifyWebhook: refuse,
  readWebhook: () => [],
};
