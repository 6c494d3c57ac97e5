import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { sessionCookieName } from '#src/features/identity/auth/server/auth.ts';
import {
  createSessionCheck,
  verifiedToken,
} from '#src/features/identity/auth/server/session-check.ts';
import { DomainError } from '#src/lib/problem.ts';
import { withOrigin } from '#src/platform/database/audit.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Services } from './services.ts';

/** Methods that change something. */
export const UNSAFE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Puts into every request's context who asks and from where; refuses what another site sends. */
export function requestContext({ config, db }: Services): MiddlewareHandler<RequestEnv> {
  const checkSession = createSessionCheck(db);
  const cookieName = sessionCookieName(config);
  return async (c, next) => {
    c.set('clientAddress', clientAddress(c, config.trustProxy));
    let found: ReturnType<typeof findActor> | undefined;
    const findActor = async () => {
      const token = requestToken(c, cookieName, config.secret);
      return token ? checkSession(token) : null;
    };
    c.set('findActor', () => (found ??= findActor()));
    const { method, path } = c.req;
    if (!UNSAFE_METHODS.includes(method)) return next();
    refuseCrossSite(c, config.publicUrl);
    const origin = { address: c.var.clientAddress, operation: `${method} ${path}` };
    return withOrigin(origin, next);
  };
}

function requestToken(c: Context, cookieName: string, secret: string): string | null {
  const authorization = c.req.header('authorization');
  const bearer = authorization?.toLowerCase().startsWith('bearer ');
  const signed = bearer ? authorization?.slice(7).trim() : cookieValue(c, cookieName);
  return signed ? verifiedToken(tryDecodeURIComponent(signed), secret) : null;
}

function cookieValue(c: Context, name: string): string | undefined {
  const start = `${name}=`;
  const found = c.req
    .header('cookie')
    ?.split('; ')
    .find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length);
}

function tryDecodeURIComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function clientAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : '';
  // Requests made in-process have no connection.
  return forwarded || (c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '') || 'local';
}

// SameSite cookies already stop most forgery; this stops it in every browser that sends Origin. The
// Host header names a host of ours: all others are refused before.
function refuseCrossSite(c: Context, publicUrl: string): void {
  const origin = c.req.header('origin');
  if (!origin || c.req.path.startsWith('/webhooks/')) return;
  const scheme = publicUrl.slice(0, publicUrl.indexOf(':'));
  if (origin === publicUrl || origin === `${scheme}://${c.req.header('host')}`) return;
  throw new DomainError('cross-site');
}
