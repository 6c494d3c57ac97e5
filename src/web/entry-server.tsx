import { createHash } from 'node:crypto';
import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import {
  createStartHandler,
  defaultStreamHandler,
  StartServer,
} from '@tanstack/react-start/server';
import { renderToStaticMarkup } from 'react-dom/server';
import { INLINE_STYLES_HEADER } from '#src/lib/page-context.ts';
import { NO_INFLUENCER, NO_PAGE, type PageLocation } from '#src/lib/page-location.ts';
import { isReservedSlug, parsePublicUrl } from '#src/lib/slug.ts';
import { type PageKind, PageKindContext } from '#src/ui/page/page-kind.ts';
import { routeTree } from './routeTree.gen.ts';

type Handler = Extract<Parameters<typeof createStartHandler>[0], (input: never) => unknown>;
type Router = Parameters<Handler>[0]['router'];

// Used only to match addresses: each request gets its own router.
const addressMatcher = createRouter({ routeTree, context: { queryClient: new QueryClient() } });

function decode(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return NO_PAGE;
  }
}

/** Finds the route of an address; all unknown addresses have the same page, so that it is rendered once. */
function locatePage(encoded: string): PageLocation & { kind: PageKind } {
  const pathname = decode(encoded);
  const [routes, params] = addressMatcher.getMatchedRoutes(pathname);
  const leaf = routes.at(-1)!;
  const kind = leaf.options.staticData?.kind ?? 'app';
  const isReserved = isReservedSlug(pathname.split('/')[1]!);
  const comesLast = pathname.includes('.');
  const missing = (address: string) =>
    ({ kind: 'static', address, isStatic: true, comesLast: comesLast || isReserved }) as const;
  if (leaf.id === '/$') return missing(NO_PAGE);
  if (leaf.id === '/influencer/$') return missing(NO_INFLUENCER);
  if (leaf.id === '/$url') {
    // A reserved slug is not an influencer's page, and may be handled outside of the pages.
    if (isReserved) return missing(NO_PAGE);
    const publicUrl = parsePublicUrl(params.url);
    if (!publicUrl) return missing(NO_INFLUENCER);
    return { kind, address: `/${publicUrl}`, isStatic: true, comesLast };
  }
  if (kind === 'app') return { kind, address: pathname, isStatic: false, comesLast: true };
  return { kind, address: leaf.fullPath, isStatic: true, comesLast };
}

/** The HTTP status after loading the routes. */
const statusOf = ({ _serverResult: result }: Router): number =>
  result?.type === 'render' ? result.status : 200;

const hashSource = (code: string) =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

function renderWithoutApp(router: Router, kind: PageKind, headers: Headers): Response {
  try {
    const { manifest } = router.ssr!;
    // Includes the page's styles, but no preloads of the app's scripts.
    const routes = Object.entries(manifest?.routes ?? {}).map(
      ([id, { preloads: _, ...route }]) => [id, route] as const,
    );
    const style = manifest?.inlineStyle?.children;
    if (style) headers.set(INLINE_STYLES_HEADER, hashSource(style));
    router.ssr = { manifest: manifest && { ...manifest, routes: Object.fromEntries(routes) } };
    const markup = renderToStaticMarkup(
      <PageKindContext value={kind}>
        <StartServer router={router} />
      </PageKindContext>,
    );
    return new Response(`<!DOCTYPE html>${markup}`, { status: statusOf(router), headers });
  } finally {
    router.serverSsr?.cleanup();
  }
}

const render: Handler = (input) => {
  const { request, router, responseHeaders } = input;
  const kind = statusOf(router) === 404 ? 'static' : locatePage(new URL(request.url).pathname).kind;
  return kind === 'app'
    ? defaultStreamHandler(input)
    : renderWithoutApp(router, kind, responseHeaders);
};

const fetch = createStartHandler({
  handler: render,
  // The app's styles include a whole component library, which should stay in cacheable files.
  inlineCss: ({ request }) => locatePage(new URL(request.url).pathname).isStatic,
});

// The HTTP shell in app.ts mounts this handler last, for pages only.
export default { fetch, locatePage };
