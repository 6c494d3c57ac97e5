import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

// Created by better-auth 1.7.7, which stored passwords earlier.
const STORED =
  'cadd6d5d5954e89f862d5eb9496bd32b:e98953c57d451b2824c8c3e643287c2e424cd9dad594b2172f976d8264a761c69cc260487484cb0eee582ee1c5c5a25b8419920379f013500d40add6277c177f';
const STORED_LIGATURE =
  '382f939f36500136095f18a61a920914:ec26282355b4c3afb0fb47ecdbcb5c53210b41f0facfedb86fe9d4ce044f9de78d956fa7774d815f584d3cf1694056ab23a0d90d733e6c3c598ab55e311c5f8e';

test('an earlier stored hash is still valid', async () => {
  expect(await verifyPassword('correct-horse', STORED)).toBe(true);
  expect(await verifyPassword('Ångström fine', STORED_LIGATURE)).toBe(true);
});

test('a hash matches its own password only', async () => {
  const hash = await hashPassword('a-new-password');
  expect(await verifyPassword('a-new-password', hash)).toBe(true);
  expect(await verifyPassword('A-new-password', hash)).toBe(false);
});

test('every hash has its own salt', async () => {
  expect(await hashPassword('correct-horse')).not.toBe(await hashPassword('correct-horse'));
});

test.each([null, '', 'no-hash', 'salt:'])(
  'no password matches without a hash: %j',
  async (hash) => {
    expect(await verifyPassword('', hash)).toBe(false);
  },
);
