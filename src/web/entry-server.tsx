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

// Only to match addresses: each request has a router of its own.
const addresses = createRouter({ routeTree, context: { queryClient: new QueryClient() } });

// Whatever no other route is for.
const OPEN_ROUTES = new Set(['/$url', '/$']);

/** The kind of page an address leads to. */
function kindOf(pathname: string): PageKind {
  const leaf = addresses.getMatchedRoutes(pathname)[0].at(-1)!;
  // What belongs to the house is nobody's page, and may be answered by others than the pages.
  if (OPEN_ROUTES.has(leaf.id) && isReservedSlug(pathname.split('/')[1]!)) return 'app';
  return leaf.options.staticData?.kind ?? 'app';
}

/** The status that loading the routes has led to. */
const statusOf = ({ _serverResult: result }: Router): number =>
  result?.type === 'render' ? result.status : 200;

function renderWithoutApp(router: Router, kind: PageKind, headers: Headers): Response {
  try {
    const { manifest } = router.ssr!;
    // Its styles, but none of the app's scripts that would be fetched ahead.
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
  // The app brings a whole component library's styles, which are better kept as files.
  inlineCss: ({ request }) => kindOf(new URL(request.url).pathname) !== 'app',
});

/** Whether an address shows the same to all viewers of a kind. */
const isStatic = (pathname: string) => kindOf(pathname) !== 'app';

// The shell in app.ts mounts this last: it renders pages and nothing else.
export default { fetch, isStatic };
