import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { createSessionCheck } from '#src/features/identity/auth/server/session-check.ts';
import { readSessionToken } from '#src/features/identity/auth/server/session-cookie.ts';
import { prepareRecordChange } from '#src/features/identity/auth/server/sessions.ts';
import { DomainError } from '#src/lib/problem.ts';
import { withOrigin } from '#src/platform/database/audit.ts';
import { recordAccess } from '#src/platform/database/recorded-access.ts';
import { networkOf, normalizeAddress } from '#src/platform/http/client-address.ts';
import { loggedPath } from '#src/platform/http/logged-path.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { Services } from './services.ts';

/** Methods that change data. */
export const UNSAFE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Adds actor and client address to the context of every request, and refuses changes from other sites. */
export function requestContext({
  config,
  db,
  pool,
  replicas,
  throttles,
}: Services): MiddlewareHandler<RequestEnv> {
  const checkSession = createSessionCheck({ db, pool, config });
  const recordChange = config.databaseReplicaUrls.length > 0 ? prepareRecordChange(pool) : null;
  return async (c, next) => {
    const address = findClientAddress(c, config.trustProxy);
    c.set('clientAddress', address);
    c.set('clientNetwork', networkOf(address));
    c.set('throttles', throttles);
    let found: ReturnType<typeof findActor> | undefined;
    const findActor = async () => {
      const token = readSessionToken(c, config);
      return token ? checkSession(token) : null;
    };
    c.set('findActor', async (expected) => {
      const actor = await (found ??= findActor());
      const isViewing = actor !== null && actor !== 'suspended' && actor.viewedBy !== null;
      if (isViewing && !expected?.whileViewingAsFan) throw new DomainError('viewing-as-fan');
      return actor;
    });
    c.set('readLagging', async (run) => {
      const caller = await (found ??= findActor());
      const isKnown = caller !== null && caller !== 'suspended';
      return replicas.read(isKnown ? caller.lastChange : null, run);
    });
    const { method } = c.req;
    const origin = () => ({ address, operation: `${method} ${loggedPath(c.req.path)}` });
    c.set('recordAccess', (actor, access, tx = db) => recordAccess(tx, actor, origin(), access));
    if (!UNSAFE_METHODS.includes(method)) return next();
    refuseCrossSite(c, config.publicUrl);
    await withOrigin(origin(), next);
    const actor = recordChange && (await found?.catch(() => null));
    if (recordChange && actor && actor !== 'suspended') await recordChange(actor);
  };
}

function findClientAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined;
  // Requests made in-process have no connection.
  const remote = c.env?.incoming ? getConnInfo(c).remote.address : undefined;
  return normalizeAddress(forwarded ?? '') ?? normalizeAddress(remote ?? '') ?? 'local';
}

/** Other sites may send requests to these paths, which read no session. */
const WITHOUT_SESSION = ['/webhooks/', '/unsubscribe/'];

// SameSite cookies prevent most forged requests; this check prevents them in every browser that sends
// Origin. The Host header is one of the allowed hosts: others were refused before.
function refuseCrossSite(c: Context, publicUrl: string): void {
  const origin = c.req.header('origin');
  if (!origin || WITHOUT_SESSION.some((prefix) => c.req.path.startsWith(prefix))) return;
  const scheme = publicUrl.slice(0, publicUrl.indexOf(':'));
  if (origin === publicUrl || origin === `${scheme}://${c.req.header('host')}`) return;
  throw new DomainError('cross-site');
}
