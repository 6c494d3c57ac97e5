import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/**
 * The caching of public pictures. After five minutes, whoever has a copy asks whether it still stands, so no
 * cache shows it longer than that after a takedown.
 */
export const PUBLIC_CACHING = 'public, max-age=300, must-revalidate';

/** Adds headers to every response; those that a response brings itself win. */
export function addHeaders(headers: Record<string, string>): MiddlewareHandler {
  const added = Object.entries(headers);
  return async (c, next) => {
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    if (outgoing) {
      // Before there is a response: to one that is finished they cost a copy of its headers.
      for (const [name, value] of added) outgoing.setHeader(name, value);
      return next();
    }
    // Calls in the same process have no connection.
    await next();
    const present = c.res.headers;
    for (const [name, value] of added) if (!present.has(name)) present.set(name, value);
  };
}

/** Sets a header of the response, before there is one: a header of Hono's costs a copy of all headers. */
export function setHeader(c: Pick<Context, 'env' | 'header'>, name: string, value: string): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  // Calls in the same process have no connection.
  if (outgoing) outgoing.setHeader(name, value);
  else c.header(name, value);
}

/** Removes a header that every response has. */
export function removeHeader(c: Pick<Context, 'env'>, name: string): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  outgoing?.removeHeader(name);
}
