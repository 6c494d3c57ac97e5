import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { PageContext, PageViewer } from '#src/lib/page-context.ts';
import { NO_INFLUENCER, type PageLocation } from '#src/lib/page-location.ts';
import { DomainError } from '#src/lib/problem.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { answerFor, isPage, toPage, type CachedPage } from './cached-page.ts';
import { renderUnlessUnavailable } from './outages.ts';
import type { FindPageViewer } from './page-viewer.ts';

/** How long a rendered page is served before it is rendered again. */
const FRESH_MS = 250;
const MAX_CACHE_BYTES = 64 * 1024 ** 2;

type Sources = {
  render: (address: string, context: PageContext) => Promise<Response>;
  locatePage: (pathname: string) => PageLocation;
  findPageViewer: FindPageViewer;
  /** Whether an influencer has this public URL. */
  isInfluencer: (publicUrl: string) => Promise<boolean>;
  /** The site data that every page receives. */
  site: Pick<PageContext, 'origin' | 'agency' | 'payoutTerms' | 'sendsMail'>;
  /** Called when the page for unknown addresses is rendered, with one of them. */
  onNotFound: (path: string) => void;
  /** All headers of every page, with a policy that allows style elements from these sources. */
  headersFor: (styles: string[]) => Record<string, string>;
};

type StaticPages = {
  /** Serves the pages that come first or, in its second place, those that come last. */
  serve: (place: Pick<PageLocation, 'comesLast'>) => MiddlewareHandler<RequestEnv>;
  /** A page that was served at this very address to this kind of viewer, until it is rendered again. */
  findFresh: (viewer: PageViewer, address: string) => CachedPage | undefined;
};

/**
 * Serves static pages from memory. A page is identical for all viewers of a kind, so it is rendered
 * once per kind and cached for a quarter of a second. Under any load an address is rendered at most
 * four times a second per kind, and changes appear within a second in every process without
 * invalidation.
 */
export function staticPages(pages: Sources): StaticPages {
  const cache = new LRUCache<string, CachedPage, string>({
    ttl: FRESH_MS,
    // The clock is read for each request: remembering it takes a timer, which costs more.
    ttlResolution: 0,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ size }) => size,
    // Concurrent requests share one rendering.
    fetchMethod: async (key, previous, { context: requested }) => {
      const slash = key.indexOf('/');
      const [viewer, pathname] = [key.slice(0, slash) as PageViewer, key.slice(slash)];
      const response = await renderUnlessUnavailable(() =>
        pages.render(pathname, { ...pages.site, viewer }),
      );
      if (response.status === 404) pages.onNotFound(requested);
      // A failure without a page is handled like every other failure.
      if (response.status >= 500 && !isPage(response)) throw new DomainError('internal');
      const page = await toPage(response, { viewer, headersFor: pages.headersFor, previous });
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

  return {
    serve:
      ({ comesLast }) =>
      async (c, next) => {
        if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
        // Ignores the query string, which no static page reads.
        const { pathname } = new URL(c.req.url);
        const location = pages.locatePage(pathname);
        if (!location.isStatic || location.comesLast !== comesLast) return next();
        const key = await keyOf(await pages.findPageViewer(c), location.address);
        const page = await cache.forceFetch(key, { context: pathname }).catch(uncachedPage);
        const { status, headers, body } = answerFor(page, {
          ifNoneMatch: c.req.header('if-none-match'),
          acceptEncoding: c.req.header('accept-encoding'),
        });
        return new Response(body, { status, headers });
      },
    findFresh: (viewer, address) => cache.get(viewer + address, { noDeleteOnStaleGet: true }),
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
