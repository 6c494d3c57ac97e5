import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { countDerivations } from './count-derivations.testing.ts';
import { hashPassword, isOutdatedHash, PASSWORD_COST, verifyPassword } from './password-hash.ts';

/** The cost that tests lower. */
const FULL_COST = { memory: 19_456, passes: 2 };

// Created with scrypt by better-auth 1.7.7, which stored passwords earlier.
const STORED =
  'cadd6d5d5954e89f862d5eb9496bd32b:e98953c57d451b2824c8c3e643287c2e424cd9dad594b2172f976d8264a761c69cc260487484cb0eee582ee1c5c5a25b8419920379f013500d40add6277c177f';
const STORED_LIGATURE =
  '382f939f36500136095f18a61a920914:ec26282355b4c3afb0fb47ecdbcb5c53210b41f0facfedb86fe9d4ce044f9de78d956fa7774d815f584d3cf1694056ab23a0d90d733e6c3c598ab55e311c5f8e';

test('an earlier stored hash is still valid, and outdated', async () => {
  expect(await verifyPassword('correct-horse', STORED)).toBe(true);
  expect(await verifyPassword('Ångström fine', STORED_LIGATURE)).toBe(true);
  expect(await verifyPassword('correct-horsf', STORED)).toBe(false);
  expect(isOutdatedHash(STORED)).toBe(true);
});

test('a hash matches its own password only', async () => {
  const hash = await hashPassword('a-new-password');
  expect(await verifyPassword('a-new-password', hash)).toBe(true);
  expect(await verifyPassword('A-new-password', hash)).toBe(false);
  expect(isOutdatedHash(hash)).toBe(false);
});

test('every hash has its own salt', async () => {
  expect(await hashPassword('correct-horse')).not.toBe(await hashPassword('correct-horse'));
});

test('outside the tests a hash states argon2id with the minimum cost of OWASP', () => {
  const script = `import(${JSON.stringify(new URL('password-hash.ts', import.meta.url).href)})
    .then(({ hashPassword }) => hashPassword('correct-horse')).then(console.log)`;
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString();
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}\n$/);
});

test('a hash of another cost is verified with its own cost, and outdated', async () => {
  const lowered = { ...PASSWORD_COST };
  Object.assign(PASSWORD_COST, FULL_COST);
  try {
    const hash = await hashPassword('correct-horse');
    Object.assign(PASSWORD_COST, lowered);
    expect(await verifyPassword('correct-horse', hash)).toBe(true);
    expect(isOutdatedHash(hash)).toBe(true);
  } finally {
    Object.assign(PASSWORD_COST, lowered);
  }
});

test('a check without a hash costs the derivation of a key, like one with a hash', async () => {
  const hash = await hashPassword('correct-horse');
  for (const stored of [hash, undefined, 'no-hash']) {
    expect(await countDerivations(() => verifyPassword('not-the-password', stored))).toBe(1);
  }
});

test.each([
  null,
  '',
  'no-hash',
  'salt:',
  '$argon2id$v=19$m=8,t=1,p=1$$',
  '$argon2id$v=19$m=99999999,t=1,p=1$AAAA$AAAA',
])('no password matches without a hash: %j', async (hash) => {
  expect(await verifyPassword('', hash)).toBe(false);
});
