import { isIP, isIPv6 } from 'node:net';

const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The shortest form of an IPv6 address (RFC 5952), which URLs use. */
const shortenIpv6 = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1);

function unmapIpv4(address: string): string {
  const [, high, low] = MAPPED.exec(address) ?? [];
  if (!high || !low) return address;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(parseInt(high, 16), 0);
  bytes.writeUInt16BE(parseInt(low, 16), 2);
  return bytes.join('.');
}

/**
 * One spelling for each client: without port and zone, IPv4 in its own notation and IPv6 in its
 * shortest. Null for a text that is no address.
 */
export function normalizeAddress(text: string): string | null {
  const [, bracketed, dotted] = WITH_PORT.exec(text.trim()) ?? [];
  const address = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/s, '');
  if (!isIP(address)) return null;
  return isIPv6(address) ? unmapIpv4(shortenIpv6(address)) : address;
}

/**
 * The network that limits count: the /64 of an IPv6 address, because one connection has all of its
 * addresses, else the address itself.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = shortenIpv6(address).split('::');
  const groups = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0');
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
