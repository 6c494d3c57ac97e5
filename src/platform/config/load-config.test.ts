import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { loadConfig } from './load-config.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'velvet-rope-kms-'));
const [NEWEST, PREVIOUS] = ['n'.repeat(64), 'p'.repeat(40)];

// Speaks the protocol of AWS KMS, with a key that only this server knows.
const key = randomBytes(32);
const server = createServer((request, response) => void answer(request, response));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

function seal(secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
}

function open(sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { CiphertextBlob } = JSON.parse(await text(request)) as { CiphertextBlob: string };
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(body));
  const { authorization = '', 'x-amz-target': target } = request.headers;
  if (!/Credential=operator\/\d+\/eu-central-1\/kms\//.test(authorization)) {
    return void send(400, { __type: 'AccessDeniedException', message: 'not this user' });
  }
  if (target !== 'TrentService.Decrypt') return void send(400, { __type: 'UnknownOperation' });
  try {
    const Plaintext = open(Buffer.from(CiphertextBlob, 'base64')).toString('base64');
    return void send(200, { Plaintext, KeyId: 'key' });
  } catch {
    return void send(400, { __type: 'InvalidCiphertextException' });
  }
}

const load = (env: Record<string, string>) =>
  loadConfig({
    DATA_DIR,
    SECRET_KMS: 'aws',
    KMS_REGION: 'eu-central-1',
    KMS_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    KMS_ACCESS_KEY_ID: 'operator',
    KMS_SECRET_ACCESS_KEY: 'secret of the operator',
    ...env,
  });

test('AWS KMS opens sealed secrets, from the environment or a file', async () => {
  const sealed = [seal(NEWEST), seal(PREVIOUS)];
  expect((await load({ SECRET: sealed.join(',') })).secrets).toEqual([NEWEST, PREVIOUS]);
  const file = path.join(DATA_DIR, 'sealed');
  writeFileSync(file, `${sealed.join('\n')}\n`);
  expect((await load({ SECRET_FILE: file })).secrets).toEqual([NEWEST, PREVIOUS]);
});

test('without a key management service secrets are read as they are', async () => {
  expect((await loadConfig({ DATA_DIR, SECRET: NEWEST })).secrets).toEqual([NEWEST]);
});

test('sealed secrets are never used without being opened', () => {
  const env = { DATA_DIR, SECRET_KMS: 'aws', SECRET: seal(NEWEST) };
  expect(() => readConfig(env)).toThrow(/SECRET_KMS: /);
});

test.each([
  ['SECRET, number 1: must be sealed', { SECRET: 'not base64!' }],
  [
    'SECRET, number 2: .*InvalidCiphertext',
    { SECRET: `${seal(NEWEST)},${seal(PREVIOUS).slice(4)}` },
  ],
  ['SECRET: must be one or more secrets', { SECRET: seal('short') }],
  ['AccessDenied', { SECRET: seal(NEWEST), KMS_ACCESS_KEY_ID: 'somebody' }],
  [
    'number 1: AWS KMS did not open it',
    { SECRET: seal(NEWEST), KMS_ENDPOINT: 'http://127.0.0.1:1' },
  ],
  ['SECRET_KMS: needs sealed secrets', {}],
  ['SECRET_KMS: must be "aws"', { SECRET: seal(NEWEST), SECRET_KMS: 'vault' }],
  ['KMS_ACCESS_KEY_ID: must be set together', { SECRET: seal(NEWEST), KMS_ACCESS_KEY_ID: '' }],
  ['SECRET_FILE: must be a file', { SECRET_FILE: '/nowhere/secret' }],
])('prevents the start with the reason "%s"', async (reason, env) => {
  const failure = await load(env).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toMatch(new RegExp(reason));
  expect(String(failure)).not.toContain(NEWEST);
});
