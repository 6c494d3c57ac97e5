import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { isSignedIn, type PageContext, type PageViewer } from '#src/lib/page-context.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { FindPageViewer } from './page-viewer.ts';

/** How long a rendered page is served before it is rendered again. */
const FRESH_MS = 250;
const MAX_CACHE_BYTES = 64 * 1024 ** 2;

const compressed = {
  br: (html: Buffer) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
};

type CachedPage = {
  status: number;
  headers: Record<string, string>;
  bodies: Record<'identity' | 'br' | 'gzip', Uint8Array<ArrayBuffer>>;
};

type StaticPages = {
  render: (address: string, context: PageContext) => Promise<Response>;
  isStatic: (pathname: string) => boolean;
  findPageViewer: FindPageViewer;
  /** The site data that every page receives. */
  site: Pick<PageContext, 'origin' | 'agency' | 'payoutTerms'>;
  /** Called when an address has no page. */
  onNotFound: (path: string) => void;
  /** The headers of every page, with a policy that allows scripts from these sources. */
  headersFor: (scriptSources: string[]) => Promise<Record<string, string>>;
};

/**
 * Serves static pages from memory. A page is identical for all viewers of a kind, so it is rendered
 * once per kind and cached for a quarter of a second. Under any load an address is rendered at most
 * four times a second per kind, and changes appear within a second in every process without
 * invalidation.
 */
export function staticPages(pages: StaticPages): MiddlewareHandler<RequestEnv> {
  const cache = new LRUCache<string, CachedPage>({
    ttl: FRESH_MS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bodies }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
    // Concurrent requests share one rendering.
    fetchMethod: async (key, previous) => {
      const slash = key.indexOf('/');
      const [viewer, pathname] = [key.slice(0, slash) as PageViewer, key.slice(slash)];
      const response = await pages.render(pathname, { ...pages.site, viewer });
      if (response.status === 404) pages.onNotFound(pathname);
      // A failure without a page is handled like every other failure.
      if (response.status >= 500 && !isPage(response)) throw new DomainError('internal');
      const page = await toPage(response, viewer, pages.headersFor, previous);
      if (CACHED_STATUSES.has(page.status)) return page;
      throw new UncachedPage(page);
    },
  });
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    // Ignores the query string, which no static page reads.
    const { pathname } = new URL(c.req.url);
    const key = `${await pages.findPageViewer(c)}${pathname}`;
    if (!cache.has(key) && (pathname.includes('.') || !pages.isStatic(c.req.path))) return next();
    return answer(c, await cache.forceFetch(key).catch(uncachedPage));
  };
}

// Redirects of signed-in viewers and failures are not cached.
const CACHED_STATUSES = new Set([200, 404]);

/** Passes an uncacheable page to the waiting requests. */
class UncachedPage extends Error {
  readonly page: CachedPage;

  constructor(page: CachedPage) {
    super(`a page with status ${page.status} is not cached`);
    this.page = page;
  }
}

function uncachedPage(error: unknown): CachedPage {
  if (!(error instanceof UncachedPage)) throw error;
  return error.page;
}

const isPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

function cacheControl(status: number, viewer: PageViewer): string {
  if (status >= 500) return 'no-store';
  // Members see their own changes immediately; for others a page may be a second old.
  return isSignedIn(viewer) ? 'private, no-cache' : 'public, max-age=0, stale-while-revalidate=1';
}

/** The hashes of a page's inline scripts, for the content security policy. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

async function toPage(
  response: Response,
  viewer: PageViewer,
  headersFor: StaticPages['headersFor'],
  previous: CachedPage | undefined,
): Promise<CachedPage> {
  const html = await response.text();
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  if (previous?.headers.etag === etag && previous.status === response.status) return previous;
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([compressed.br(identity), compressed.gzip(identity)]);
  const location = response.headers.get('location');
  return {
    status: response.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(location !== null && { location }),
      etag,
      'cache-control': cacheControl(response.status, viewer),
      vary: 'Cookie, Accept-Encoding',
      ...(await headersFor(scriptHashes(html))),
    },
    bodies: {
      identity: new Uint8Array(identity),
      br: new Uint8Array(br),
      gzip: new Uint8Array(zipped),
    },
  };
}

function answer(c: Context, { status, headers, bodies }: CachedPage): Response {
  if (matchesEntityTag(c.req.header('if-none-match'), headers.etag!)) {
    return new Response(null, { status: 304, headers });
  }
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (!encoding) return new Response(bodies.identity, { status, headers });
  return new Response(bodies[encoding], {
    status,
    headers: { ...headers, 'content-encoding': encoding },
  });
}
