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

/** The names that requests may be addressed to: the public one, the configured ones, and loopback for loopback. */
export function readAllowedHosts(publicUrl: string, others: string[] = []): string[] {
  const { hostname } = new URL(publicUrl);
  const loopback = LOOPBACK.includes(hostname) ? LOOPBACK : [];
  return [...new Set([hostname, ...others, ...loopback])];
}

/** The name in a `Host` header, in lower case and without the port; null when the header is not valid. */
export const hostNameOf = (header: string): string | null =>
  HOST_HEADER.exec(header.toLowerCase())?.[1] ?? null;
