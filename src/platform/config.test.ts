import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'velvet-rope-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env });

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'velvet.example'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SECRET', 'too-short'],
  ['PAYMENTS', 'cash'],
  ['ADMIN_EMAIL', 'nobody'],
  ['TRUST_PROXY', 'perhaps'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s stops the start and is named', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: .+`));
});

test('all that is wrong is named at once', () => {
  expect(() => read({ PORT: 'x', PAYMENTS: 'x' })).toThrow(/PORT[^]*PAYMENTS/);
});

test('an admin needs both e-mail and password', () => {
  expect(() => read({ ADMIN_EMAIL: 'a@example.test' })).toThrow(/ADMIN_PASSWORD/);
  expect(() => read({ ADMIN_PASSWORD: 'long-enough' })).toThrow(/ADMIN_EMAIL/);
});

test('without configuration payments are disabled, and empty values count as unset', () => {
  expect(read({ PORT: '', PAYMENTS: '' })).toMatchObject({ port: 3000, payments: 'disabled' });
});

test('the secret is made once, kept, and readable by its owner alone', () => {
  const { secret } = read({});
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(read({}).secret).toBe(secret);
  expect(statSync(path.join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
});
