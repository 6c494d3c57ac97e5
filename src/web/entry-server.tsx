import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import {
  createStartHandler,
  defaultStreamHandler,
  StartServer,
} from '@tanstack/react-start/server';
import { renderToStaticMarkup } from 'react-dom/server';
import { isReservedSlug } from '#src/lib/slug.ts';
import { type PageKind, PageKindContext } from '#src/ui/page/page-kind.ts';
import { routeTree } from './routeTree.gen.ts';

type Handler = Extract<Parameters<typeof createStartHandler>[0], (input: never) => unknown>;
type Router = Parameters<Handler>[0]['router'];

// Used only to match addresses: each request gets its own router.
const addressMatcher = createRouter({ routeTree, context: { queryClient: new QueryClient() } });

const CATCH_ALL_ROUTES = new Set(['/$url', '/$']);

/** The kind of the page at an address. */
function kindOf(pathname: string): PageKind {
  const leaf = addressMatcher.getMatchedRoutes(pathname)[0].at(-1)!;
  // A reserved slug is not an influencer's page, and may be handled outside of the pages.
  if (CATCH_ALL_ROUTES.has(leaf.id) && isReservedSlug(pathname.split('/')[1]!)) return 'app';
  return leaf.options.staticData?.kind ?? 'app';
}

/** The HTTP status after loading the routes. */
const statusOf = ({ _serverResult: result }: Router): number =>
  result?.type === 'render' ? result.status : 200;

function renderWithoutApp(router: Router, kind: PageKind, headers: Headers): Response {
  try {
    const { manifest } = router.ssr!;
    // Includes the page's styles, but no preloads of the app's scripts.
    const routes = Object.entries(manifest?.routes ?? {}).map(
      ([id, { preloads: _, ...route }]) => [id, route] as const,
    );
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
  const kind = statusOf(router) === 404 ? 'static' : kindOf(new URL(request.url).pathname);
  return kind === 'app'
    ? defaultStreamHandler(input)
    : renderWithoutApp(router, kind, responseHeaders);
};

const fetch = createStartHandler({
  handler: render,
  // The app's styles include a whole component library, which should stay in cacheable files.
  inlineCss: ({ request }) => kindOf(new URL(request.url).pathname) !== 'app',
});

/** Whether an address shows the same page to all viewers of a kind. */
const isStatic = (pathname: string) => kindOf(pathname) !== 'app';

// The HTTP shell in app.ts mounts this handler last, for pages only.
export default { fetch, isStatic };
