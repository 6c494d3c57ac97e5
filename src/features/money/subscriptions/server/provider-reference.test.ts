import { expect, test } from 'vitest';
import type { PaymentProvider } from '#src/features/money/payments/server/payment-provider.ts';
import { findProviderReference, getProviderReference } from './provider-reference.ts';

const [stripe, verotel] = ['stripe', 'verotel'].map((name) => ({ name }) as PaymentProvider);
const payments = { connected: [verotel!, stripe!] };
const known = { provider: 'stripe', providerSubscriptionId: 'sub_1' };
const unknown = { provider: 'stripe', providerSubscriptionId: null };
const other = { provider: 'segpay', providerSubscriptionId: '17' };
const unavailable = expect.objectContaining({
  code: 'provider-unavailable',
  message: 'This was paid through segpay, which isn’t connected',
});

test('a subscription is served by the provider that it was bought through', () => {
  const reference = { provider: stripe, reference: 'sub_1' };
  expect(findProviderReference(payments, known)).toEqual(reference);
  expect(getProviderReference(payments, known)).toEqual(reference);
});

test('a subscription that no provider knows has none, and is not requested from one', () => {
  expect(findProviderReference(payments, unknown)).toBeNull();
  expect(() => getProviderReference(payments, unknown)).toThrow(
    expect.objectContaining({ code: 'provider-unavailable' }),
  );
});

test('a subscription of a provider that is not connected is rejected, as that provider would continue to charge', () => {
  expect(() => findProviderReference(payments, other)).toThrow(unavailable);
  expect(() => getProviderReference(payments, other)).toThrow(unavailable);
});
