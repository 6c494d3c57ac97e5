import type { Context, MiddlewareHandler } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import { hostNameOf } from '#src/platform/config/allowed-hosts.ts';

// Load balancers ask for it by address.
const ANY_HOST = '/health';
// What a browser could read as the address of another site, and what no address of ours contains.
const FOREIGN = /^\/(?:[/\\]|%2f|%5c)|[\\\p{Cc}]|%5c/iu;

/** Refuses requests that are addressed to a host, or to a path, that the product does not have. */
export const refuseForeignAddresses = (allowedHosts: readonly string[]): MiddlewareHandler => {
  const allowed = new Set(allowedHosts);
  return async (c, next) => {
    const { path } = c.req;
    if (path !== ANY_HOST && !isAllowed(c, allowed)) throw new DomainError('unknown-host');
    if (FOREIGN.test(path)) throw new DomainError('not-found');
    return next();
  };
};

function isAllowed(c: Context, allowed: ReadonlySet<string>): boolean {
  const header = c.req.header('host');
  // Calls in the same process have no connection and name no host.
  if (header === undefined) return !c.env?.incoming;
  const name = hostNameOf(header);
  return name !== null && allowed.has(name);
}
