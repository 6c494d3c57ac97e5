import type { Context, MiddlewareHandler } from 'hono';
import { DomainError } from '#src/lib/problem.ts';
import { isAllowedHost } from '#src/platform/config/allowed-hosts.ts';

// Paths that a browser could resolve to another site, and characters that no address of the product contains.
const FOREIGN_PATH = /^\/(?:[/\\]|%2f|%5c)|[\\\p{Cc}]|%5c/iu;

/** Refuses requests for unknown hosts and for paths that could lead to another site. */
export function refuseForeignAddresses(allowedHosts: readonly string[]): MiddlewareHandler {
  const allowed = new Set(allowedHosts);
  return async (c, next) => {
    const { path } = c.req;
    if (!isAllowed(c, allowed)) throw new DomainError('unknown-host');
    if (FOREIGN_PATH.test(path)) throw new DomainError('not-found');
    return next();
  };
}

function isAllowed(c: Context, allowed: ReadonlySet<string>): boolean {
  const header = c.req.header('host');
  // Calls in the same process have no connection and name no host.
  return header === undefined ? !c.env?.incoming : isAllowedHost(header, allowed);
}
