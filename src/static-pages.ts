import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { hasConfirmedAge } from '#src/lib/age.ts';
import { isSignedIn, type PageContext, type Viewer } from '#src/lib/page-context.ts';
import type { RequestEnv } from '#src/platform/operation.ts';

/** How long a rendered page is shown before the data is asked again, in milliseconds. */
const FRESH = 250;
const MOST_BYTES = 64 * 1024 ** 2;

const compressed = {
  br: (html: Buffer) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
};

type KeptPage = {
  status: number;
  headers: Record<string, string>;
  bodies: Record<'identity' | 'br' | 'gzip', Uint8Array<ArrayBuffer>>;
};

type StaticPages = {
  render: (c: Context, context: PageContext) => Response | Promise<Response>;
  isStatic: (pathname: string) => boolean;
  origin: string;
  /** Told of an address that leads nowhere, when its page is rendered. */
  onMissing: (path: string) => void;
  /** The headers of every page, with a policy that lets scripts from these sources run. */
  headersFor: (scriptSources: string[]) => Promise<Record<string, string>>;
};

/** Who looks at a page. Only those with a session cookie cost a question to the database. */
export async function viewerOf(c: Context<RequestEnv>): Promise<Viewer> {
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
  const kept = new LRUCache<string, KeptPage, Context<RequestEnv>>({
    ttl: FRESH,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bodies }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
    // One rendering for all who wait for it.
    fetchMethod: async (key, before, { context: c }) => {
      const viewer = key.slice(0, key.indexOf('/')) as Viewer;
      const response = await pages.render(c, { origin: pages.origin, viewer });
      if (response.status === 404) pages.onMissing(c.req.path);
      return keepPage(response, viewer, pages.headersFor, before);
    },
  });
  return async (c, next) => {
    const { path } = c.req;
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const key = `${await viewerOf(c)}${path}`;
    if (!kept.has(key) && (path.includes('.') || !pages.isStatic(path))) return next();
    const page = await kept.forceFetch(key, { context: c });
    return answer(c, page);
  };
}

function cacheControl(status: number, viewer: Viewer): string {
  if (status >= 500) return 'no-store';
  // Members see their own changes at once; for others a second old is fresh enough.
  return isSignedIn(viewer) ? 'private, no-cache' : 'public, max-age=0, stale-while-revalidate=1';
}

/** The hashes of a page's inline scripts, by which the policy lets them run and no others. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

async function keepPage(
  response: Response,
  viewer: Viewer,
  headersFor: StaticPages['headersFor'],
  before: KeptPage | undefined,
): Promise<KeptPage> {
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

function answer(c: Context, { status, headers, bodies }: KeptPage): Response {
  if (c.req.header('if-none-match')?.split(/,\s*/).includes(headers.etag!)) {
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
