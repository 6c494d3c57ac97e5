import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import type { Config } from '#src/platform/config/config.ts';
import {
  describeBriefly,
  failed,
  ok,
  warning,
  type Diagnosis,
  type DoctorCheck,
} from './diagnosis.ts';
import { openProbe, PortInUseError, type Probe } from './proxy-probe.ts';

const CERTIFICATE_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const LIMIT_MS = 10_000;
/** An event that is not held back arrives at once. */
const EVENT_LIMIT_MS = 5_000;
/** A part of an upload, the largest request. */
const UPLOAD_BYTES = 16 * 1024 ** 2;
/** There is no certificate to be refused. */
const UNREACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'no response',
]);
const HOST_REMEDY =
  'Let the name lead to the proxy, and the proxy to HOST and PORT of the product.';

/** The checks of the address that people use: its name, its certificate, and the proxy in front. */
export function checkPublicUrl(config: Config): DoctorCheck[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  return [
    { name: 'PUBLIC_URL', run: () => checkName(hostname) },
    ...(protocol === 'https:'
      ? [{ name: 'Certificate', run: () => checkCertificate(config.publicUrl) }]
      : []),
    { name: 'Proxy', run: () => checkProxy(config) },
  ];
}

async function checkName(hostname: string): Promise<Diagnosis> {
  if (/^(?:localhost|127\.|\[::1\])/.test(hostname)) {
    return warning(`${hostname} is an address of this machine alone`, 'Set PUBLIC_URL.');
  }
  try {
    const { address } = await lookup(hostname);
    return ok(`${hostname} leads to ${address}`);
  } catch (error) {
    return failed(`${hostname} is not found (${describeBriefly(error)})`, 'Add it to the DNS.');
  }
}

async function checkCertificate(publicUrl: string): Promise<Diagnosis> {
  let certificate: PeerCertificate;
  try {
    certificate = await readCertificate(new URL(publicUrl));
  } catch (error) {
    const reason = describeBriefly(error);
    return UNREACHABLE.has(reason)
      ? failed(`Nothing answers at ${publicUrl}: ${reason}`, HOST_REMEDY)
      : failed(`The certificate is refused: ${reason}`, 'Run certbot.');
  }
  const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / DAY_MS);
  const text = `The certificate is valid for ${days} days`;
  return days < CERTIFICATE_DAYS
    ? warning(text, 'Check that it is renewed: certbot renew --dry-run.')
    : ok(text);
}

function readCertificate({ hostname, port }: URL): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port) || 443 };
    // An address is no server name.
    const servername = isIP(hostname) ? '' : hostname;
    const socket = connect({ ...options, servername }, () => {
      resolve(socket.getPeerCertificate());
      socket.end();
    });
    socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('no response')));
    socket.on('error', reject);
  });
}

/** Answers instead of the product for a moment, to see what the proxy does with requests and responses. */
async function checkProxy(config: Config): Promise<Diagnosis> {
  let probe: Probe;
  try {
    probe = await openProbe(config);
  } catch (error) {
    if (error instanceof PortInUseError) return checkRunning(config.publicUrl);
    throw error;
  }
  try {
    return await tryProxy(config, probe);
  } finally {
    await probe.close();
  }
}

async function checkRunning(publicUrl: string): Promise<Diagnosis> {
  const response = await request(`${publicUrl}/health`).catch(() => null);
  if (!response?.ok) return failed('PUBLIC_URL does not lead to the product', HOST_REMEDY);
  return warning(
    'PUBLIC_URL leads to the running product; what its proxy does was not checked',
    'Stop the product and run the doctor again, before you open or after a change of the proxy.',
  );
}

const request = (address: string, init: RequestInit = {}) =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS), ...init });

async function tryProxy({ publicUrl, trustProxy }: Config, probe: Probe): Promise<Diagnosis> {
  const response = await request(publicUrl + probe.path).catch(() => null);
  const seen = response?.ok ? await response.json().catch(() => null) : null;
  if (!isSeen(seen)) return failed('PUBLIC_URL does not lead to this machine', HOST_REMEDY);
  const { host, forwardedFor } = seen;
  if (host !== new URL(publicUrl).host) {
    return failed(`The proxy replaces the host by ${host}`, 'nginx: proxy_set_header Host $host;');
  }
  if (trustProxy && !forwardedFor) {
    return failed(
      'TRUST_PROXY is true, but the proxy does not send X-Forwarded-For: everybody has one address',
      'nginx: proxy_set_header X-Forwarded-For $remote_addr; without a proxy, unset TRUST_PROXY.',
    );
  }
  if (!trustProxy && forwardedFor) {
    return failed(
      'Requests come through a proxy, but TRUST_PROXY is not set: everybody has one address',
      'Set TRUST_PROXY=true.',
    );
  }
  if (publicUrl.startsWith('https:') && !response?.headers.has('strict-transport-security')) {
    return failed('The proxy removes Strict-Transport-Security', 'Let it pass the headers.');
  }
  const body = new Uint8Array(UPLOAD_BYTES);
  const upload = await request(publicUrl + probe.path, { method: 'POST', body }).catch(() => null);
  if (!upload?.ok) {
    return failed(
      'The proxy refuses requests of 16 MiB, so uploads fail',
      'nginx: client_max_body_size 20m;',
    );
  }
  if (!(await passesEvents(publicUrl + probe.path))) {
    return failed(
      'The proxy holds events back, so pages are not updated',
      'nginx: proxy_buffering off; for /api/events.',
    );
  }
  return ok('Requests, uploads and events pass');
}

type Seen = { host: string | null; forwardedFor: string | null };
const isSeen = (value: unknown): value is Seen =>
  typeof value === 'object' && value !== null && 'host' in value && 'forwardedFor' in value;

/** Whether the first event arrives before the probe sends the second, which it does only then. */
async function passesEvents(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(EVENT_LIMIT_MS);
    const response = await request(`${address}/events`, { signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader.read();
    if (!first.value?.includes('first')) return false;
    await request(`${address}/continue`);
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
    return rest.includes('second');
  } catch {
    return false;
  }
}
