import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { hasConfirmedAge } from '#src/lib/age.ts';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { isSignedIn, type PageContext, type PageViewer } from '#src/lib/page-context.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';

/** How long a rendered page is shown before the data is asked again, in milliseconds. */
const FRESH = 250;
const MOST_BYTES = 64 * 1024 ** 2;

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
  /** What every page is told of the site. */
  site: Pick<PageContext, 'origin' | 'agency'>;
  /** Told of an address that leads nowhere, when its page is rendered. */
  onMissing: (path: string) => void;
  /** The headers of every page, with a policy that lets scripts from these sources run. */
  headersFor: (scriptSources: string[]) => Promise<Record<string, string>>;
};

/** Who looks at a page. Only those with a session cookie cost a question to the database. */
export async function viewerOf(c: Context<RequestEnv>): Promise<PageViewer> {
  const actor = await c.var.findActor();
  if (actor && actor !== 'suspended') return actor.role === 'subscriber' ? 'fan' : 'member';
  return hasConfirmedAge(c.req.header('cookie')) ? 'visitor' : 'unconfirmed';
}

/**
 * Answers static pages from memory. A page is the same for all viewers of a kind, so it is rendered
 * once for each and kept for a quarter of a second: whatever the load, an address costs at most
 * four renderings a second, and every change of the data shows within one, in every process, without
 * anyone having to tell.
 */
export function staticPages(pages: StaticPages): MiddlewareHandler<RequestEnv> {
  const cache = new LRUCache<string, CachedPage>({
    ttl: FRESH,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bodies }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
    // One rendering for all who wait for it.
    fetchMethod: async (key, before) => {
      const slash = key.indexOf('/');
      const [viewer, pathname] = [key.slice(0, slash) as PageViewer, key.slice(slash)];
      const response = await pages.render(pathname, { ...pages.site, viewer });
      if (response.status === 404) pages.onMissing(pathname);
      // A failure without a page is answered by the shell, like every other failure.
      if (response.status >= 500 && !isPage(response)) throw new DomainError('internal');
      const page = await toPage(response, viewer, pages.headersFor, before);
      if (CACHED_STATUSES.has(page.status)) return page;
      throw new UncachedPage(page);
    },
  });
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    // Without the query, which no static page reads.
    const { pathname } = new URL(c.req.url);
    const key = `${await viewerOf(c)}${pathname}`;
    if (!cache.has(key) && (pathname.includes('.') || !pages.isStatic(c.req.path))) return next();
    return answer(c, await cache.forceFetch(key).catch(uncachedPage));
  };
}

// Others are redirects of a signed-in viewer, and failures.
const CACHED_STATUSES = new Set([200, 404]);

/** Carries a page past the cache to those who wait for it. */
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
  // Members see their own changes at once; for others a second old is fresh enough.
  return isSignedIn(viewer) ? 'private, no-cache' : 'public, max-age=0, stale-while-revalidate=1';
}

/** The hashes of a page's inline scripts, by which the policy lets them run and no others. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

async function toPage(
  response: Response,
  viewer: PageViewer,
  headersFor: StaticPages['headersFor'],
  before: CachedPage | undefined,
): Promise<CachedPage> {
  const html = await response.text();
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  if (before?.headers.etag === etag && before.status === response.status) return before;
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
