import { z } from 'zod';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const HOST_HEADER = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

const split = (list: string) => list.split(',').map((name) => name.trim().toLowerCase());

/** A comma-separated list of host names without scheme and port. */
export const hostNames = z
  .string()
  .refine(
    (list) => split(list).every((name) => HOST_NAME.test(name)),
    'must be host names with commas between, without ports, as in "www.example.com"',
  )
  .transform(split);

/** The hosts that requests may name: the public host, the configured hosts, and all loopback names if the public host is one. */
export function readAllowedHosts(publicUrl: string, others: string[] = []): string[] {
  const { hostname } = new URL(publicUrl);
  const loopback = LOOPBACK.includes(hostname) ? LOOPBACK : [];
  return [...new Set([hostname, ...others, ...loopback])];
}

/** The host name of a `Host` header, in lower case and without the port; null when the header is invalid. */
export function parseHostName(header: string): string | null {
  return HOST_HEADER.exec(header.toLowerCase())?.[1] ?? null;
}

/** Whether a `Host` header names one of the allowed hosts, on any port. */
export function isAllowedHost(header: string, allowed: ReadonlySet<string>): boolean {
  const name = parseHostName(header);
  return name !== null && allowed.has(name);
}
