import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sessionCookieName } from '#src/features/identity/auth/server/session-cookie.ts';
import { hasConfirmedAge } from '#src/lib/age.ts';
import type { PageViewer } from '#src/lib/page-context.ts';
import { isAllowedHost } from '#src/platform/config/allowed-hosts.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Shortcut } from '#src/platform/http/listen.ts';
import { currentTracing } from '#src/platform/tracing/spans.ts';
import { answerFor, type CachedPage } from './cached-page.ts';
import { REQUEST_ID_HEADER } from './request-ids.ts';

type Dependencies = {
  config: Pick<Config, 'allowedHosts' | 'publicUrl' | 'regions'>;
  findFresh: (viewer: PageViewer, address: string) => CachedPage | undefined;
  /** Measures an answer by its status and the seconds that it took. */
  measure?: ((status: number, seconds: number) => void) | undefined;
};

/**
 * Creates the short way to the pages that the app has just rendered, for visitors: it writes what the app
 * would answer, whose layers cost three times as much as the answer itself. Whatever could be answered
 * in another way is left to the app: sessions, regions, traces, and addresses whose page is not in memory.
 */
export function createPageShortcut({ config, findFresh, measure }: Dependencies): Shortcut {
  const { blocked, verified } = config.regions;
  if (blocked.length + verified.length > 0) return () => false;
  const allowedHosts = new Set(config.allowedHosts);
  const sessionCookie = sessionCookieName(config);

  function findPage({ method, url, headers }: IncomingMessage): CachedPage | undefined {
    const { host, cookie, authorization } = headers;
    const hasSession = authorization !== undefined || cookie?.includes(sessionCookie);
    if (method !== 'GET' || hasSession || currentTracing()) return undefined;
    if (host === undefined || !isAllowedHost(host, allowedHosts)) return undefined;
    // No static page reads the query string.
    const [address] = url!.split('?', 1) as [string];
    return findFresh(hasConfirmedAge(cookie) ? 'visitor' : 'unconfirmed', address);
  }

  return (incoming, outgoing) => {
    const startedAt = performance.now();
    const page = findPage(incoming);
    if (!page) return false;
    const { status, rawHeaders, body } = answerFor(page, {
      ifNoneMatch: incoming.headers['if-none-match'],
      acceptEncoding: incoming.headers['accept-encoding'] as string | undefined,
    });
    outgoing.writeHead(status, [...rawHeaders, REQUEST_ID_HEADER, randomUUID()]);
    outgoing.end(body);
    measure?.(status, (performance.now() - startedAt) / 1000);
    return true;
  };
}
