import { expect, test } from 'vitest';
import {
  findProviderReference,
  getProviderReference,
  requireProvider,
} from './provider-reference.ts';

const payments = { name: 'stripe' };
const known = { provider: 'stripe', providerSubscriptionId: 'sub_1' };
const unknown = { provider: 'stripe', providerSubscriptionId: null };
const other = { provider: 'verotel', providerSubscriptionId: '17' };
const unavailable = expect.objectContaining({ code: 'provider-unavailable' });

test('a subscription of the connected provider has its reference', () => {
  expect(findProviderReference(payments, known)).toBe('sub_1');
  expect(getProviderReference(payments, known)).toBe('sub_1');
});

test('a subscription that no provider knows has none, and is not requested from one', () => {
  expect(findProviderReference(payments, unknown)).toBeNull();
  expect(() => getProviderReference(payments, unknown)).toThrow(unavailable);
});

test('a subscription of another provider is rejected, as that provider would continue to charge', () => {
  expect(() => findProviderReference(payments, other)).toThrow(unavailable);
  expect(() => getProviderReference(payments, other)).toThrow(unavailable);
  expect(() => requireProvider(payments, 'verotel')).toThrow(
    'This was paid through verotel, which isn’t connected',
  );
});
