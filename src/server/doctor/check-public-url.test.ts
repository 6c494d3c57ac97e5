import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import * as x509 from '@peculiar/x509';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#src/platform/config/config.ts';
import { close, listen } from '#src/platform/http/listen.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { runCheck } from './diagnosis.ts';
import { startProxy, type Credentials, type ProxyFault } from './proxy.testing.ts';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).toReversed()) await step();
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const configOf = (env: Record<string, string>) =>
  readConfig({ SECRET: 'a-secret-of-the-tests-with-many-letters', ...env });

async function run(name: string, env: Record<string, string>) {
  const check = checkPublicUrl(configOf(env)).find((one) => one.name === name)!;
  return runCheck(check);
}

async function checkProxy(fault: ProxyFault, env: Record<string, string> = {}) {
  const port = await findFreePort();
  const proxy = await startProxy({ port, fault });
  cleanup.push(proxy.stop);
  return run('Proxy', { PORT: String(port), PUBLIC_URL: proxy.url, TRUST_PROXY: 'true', ...env });
}

test('a proxy that passes requests, uploads and events is fine', async () => {
  expect(await checkProxy('none')).toEqual({
    state: 'ok',
    text: 'Requests, uploads and events pass',
  });
});

test.each<[ProxyFault, RegExp]>([
  ['another host', /replaces the host/],
  ['no forwarded address', /does not send X-Forwarded-For/],
  ['small requests', /refuses requests of 16 MiB/],
  ['held events', /holds events back/],
])('a proxy with %s fails', async (fault, text) => {
  const { state, text: found, remedy } = await checkProxy(fault);
  expect([state, found]).toEqual(['failed', expect.stringMatching(text)]);
  expect(remedy).toMatch(/nginx/);
});

test('a proxy that is not trusted fails', async () => {
  expect(await checkProxy('none', { TRUST_PROXY: 'false' })).toMatchObject({
    state: 'failed',
    remedy: 'Set TRUST_PROXY=true.',
  });
});

test('an address that leads elsewhere, or nowhere, fails', async () => {
  const other = await listen({ fetch: () => new Response('{}'), host: '127.0.0.1', port: 0 });
  cleanup.push(() => close(other));
  const PUBLIC_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  for (const address of [PUBLIC_URL, `http://127.0.0.1:${await findFreePort()}`]) {
    const env = { PORT: String(await findFreePort()), PUBLIC_URL: address };
    expect(await run('Proxy', env)).toMatchObject({
      state: 'failed',
      text: 'PUBLIC_URL does not lead to this machine',
    });
  }
});

test('of a running product only the way to it is checked', async () => {
  const fetch = () => Response.json({ database: 'ok' });
  const product = await listen({ fetch, host: '127.0.0.1', port: 0 });
  cleanup.push(() => close(product));
  const { port } = product.address() as AddressInfo;
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  expect(await run('Proxy', { PORT: String(port), PUBLIC_URL })).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('leads to the running product'),
  });
  const elsewhere = `http://127.0.0.1:${await findFreePort()}`;
  expect(await run('Proxy', { PORT: String(port), PUBLIC_URL: elsewhere })).toMatchObject({
    state: 'failed',
    text: 'PUBLIC_URL does not lead to the product',
  });
});

test('a name that does not exist fails, and one of this machine alone is a warning', async () => {
  expect(await run('PUBLIC_URL', { PUBLIC_URL: 'https://club.invalid' })).toMatchObject({
    state: 'failed',
    remedy: 'Add it to the DNS.',
  });
  expect(await run('PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({
    state: 'warning',
  });
});

/** A self-signed certificate for localhost. */
async function createCertificate(days: number): Promise<Credentials> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  x509.cryptoProvider.set(crypto);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // Another name for each, as issuers are found by it.
    name: `CN=valid for ${days} days`,
    keys,
    signingAlgorithm: algorithm,
    // An hour more, so that it is still that many whole days while the test runs.
    notAfter: new Date(Date.now() + days * 86_400_000 + 3_600_000),
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
}

/** Lets this process trust a certificate, as it trusts those of public authorities. */
function trust({ cert }: Credentials): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, cert]);
  cleanup.push(async () => setDefaultCACertificates(before));
}

test('a certificate that browsers refuse fails', async () => {
  const server = createTlsServer(await createCertificate(60));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.push(async () => server.close());
  const PUBLIC_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await run('Certificate', { PUBLIC_URL })).toMatchObject({
    state: 'failed',
    text: 'The certificate is refused: DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

test('a certificate that ends soon is a warning', async () => {
  for (const [days, state] of [
    [60, 'ok'],
    [5, 'warning'],
  ] as const) {
    const credentials = await createCertificate(days);
    trust(credentials);
    const proxy = await startProxy({ port: await findFreePort(), fault: 'none' }, credentials);
    cleanup.push(proxy.stop);
    expect(await run('Certificate', { PUBLIC_URL: proxy.url })).toMatchObject({
      state,
      text: `The certificate is valid for ${days} days`,
    });
  }
});

test('a proxy that removes Strict-Transport-Security fails', async () => {
  const credentials = await createCertificate(60);
  trust(credentials);
  const check = async (fault: ProxyFault) => {
    const port = await findFreePort();
    const proxy = await startProxy({ port, fault }, credentials);
    cleanup.push(proxy.stop);
    return run('Proxy', { PORT: String(port), PUBLIC_URL: proxy.url, TRUST_PROXY: 'true' });
  };
  expect(await check('none')).toMatchObject({ state: 'ok' });
  expect(await check('no strict transport security')).toMatchObject({
    state: 'failed',
    text: 'The proxy removes Strict-Transport-Security',
  });
});
