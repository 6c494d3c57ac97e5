import { expect, test } from 'vitest';
import { readToken, signToken } from './signed-token.ts';

const SECRETS = ['a secret of at least 32 characters'] as const;
const token = signToken(SECRETS, 'cancel link', 'subscription-1');

test('a token is valid for its purpose and subject alone', () => {
  expect(readToken(SECRETS, 'cancel link', token)).toBe('subscription-1');
  expect(readToken(SECRETS, 'reset link', token)).toBeNull();
  expect(readToken(['another'], 'cancel link', token)).toBeNull();
  expect(readToken(SECRETS, 'cancel link', token.replace('1', '2'))).toBeNull();
  expect(readToken(SECRETS, 'cancel link', '')).toBeNull();
});

test('the newest secret signs, and previous ones remain valid while they are listed', () => {
  const rotated = ['the newest one', ...SECRETS] as const;
  expect(readToken(rotated, 'cancel link', token)).toBe('subscription-1');
  const renewed = signToken(rotated, 'cancel link', 'subscription-1');
  expect(readToken(['the newest one'], 'cancel link', renewed)).toBe('subscription-1');
});
