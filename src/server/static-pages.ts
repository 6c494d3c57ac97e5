import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import {
  INLINE_STYLES_HEADER,
  isSignedIn,
  type PageContext,
  type PageViewer,
} from '#src/lib/page-context.ts';
import { NO_INFLUENCER, type PageLocation } from '#src/lib/page-location.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';
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
  locatePage: (pathname: string) => PageLocation;
  findPageViewer: FindPageViewer;
  /** Whether an influencer has this public URL. */
  isInfluencer: (publicUrl: string) => Promise<boolean>;
  /** The site data that every page receives. */
  site: Pick<PageContext, 'origin' | 'agency' | 'payoutTerms'>;
  /** Called when the page for unknown addresses is rendered, with one of them. */
  onNotFound: (path: string) => void;
  /** The headers of every page, with a policy that allows style elements from these sources. */
  headersFor: (styles: string[]) => Record<string, string>;
};

/**
 * Serves static pages from memory. A page is identical for all viewers of a kind, so it is rendered
 * once per kind and cached for a quarter of a second. Under any load an address is rendered at most
 * four times a second per kind, and changes appear within a second in every process without
 * invalidation.
 */
export function staticPages(
  pages: StaticPages,
): (place: Pick<PageLocation, 'comesLast'>) => MiddlewareHandler<RequestEnv> {
  const cache = new LRUCache<string, CachedPage, string>({
    ttl: FRESH_MS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bodies }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
    // Concurrent requests share one rendering.
    fetchMethod: async (key, previous, { context: requested }) => {
      const slash = key.indexOf('/');
      const [viewer, pathname] = [key.slice(0, slash) as PageViewer, key.slice(slash)];
      const response = await pages.render(pathname, { ...pages.site, viewer });
      if (response.status === 404) pages.onNotFound(requested);
      // A failure without a page is handled like every other failure.
      if (response.status >= 500 && !isPage(response)) throw new DomainError('internal');
      const page = await toPage(response, viewer, pages.headersFor, previous);
      if (CACHED_STATUSES.has(page.status)) return page;
      throw new UncachedPage(page);
    },
  });

  // Unknown influencers share one page, so that a flood of made-up addresses costs no renderings.
  async function keyOf(viewer: PageViewer, address: string): Promise<string> {
    const key = viewer + address;
    const publicUrl = cache.has(key) ? null : parsePublicUrl(address.slice(1));
    if (!publicUrl || (await pages.isInfluencer(publicUrl))) return key;
    return viewer + NO_INFLUENCER;
  }

  /** Serves the pages that come first or, in its second place, those that come last. */
  return ({ comesLast }) =>
    async (c, next) => {
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
      // Ignores the query string, which no static page reads.
      const { pathname } = new URL(c.req.url);
      const location = pages.locatePage(pathname);
      if (!location.isStatic || location.comesLast !== comesLast) return next();
      const key = await keyOf(await pages.findPageViewer(c), location.address);
      return answer(c, await cache.forceFetch(key, { context: pathname }).catch(uncachedPage));
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
      ...headersFor(response.headers.get(INLINE_STYLES_HEADER)?.split(' ') ?? []),
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
