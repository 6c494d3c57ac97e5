import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { createIsomorphicFn } from '@tanstack/react-start';
import { ApiError } from '#src/lib/api/api-error.ts';
import { ErrorMessage } from '#src/ui/page/error-page.tsx';
import { LoadingScreen } from '#src/ui/page/loading.tsx';
import { NotFoundPage } from '#src/ui/page/not-found-page.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';
import { parseSearch } from './parse-search.ts';
import { routeTree } from './routeTree.gen.ts';

// The content security policy allows only scripts with this nonce.
const readNonce = createIsomorphicFn()
  .server(() => pageContext().nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce);

/** So long a screen waits if its user makes too many requests; after that, it shows an error. */
const MAXIMUM_WAIT_SECONDS = 60;

/** Seconds to wait after too many requests; NaN after other errors. */
const secondsToWait = (error: Error) =>
  error instanceof ApiError && error.problem.status === 429 ? error.retryAfter : Number.NaN;

function retry(count: number, error: Error): boolean {
  if (secondsToWait(error) <= MAXIMUM_WAIT_SECONDS) return count < 3;
  return !(error instanceof ApiError && error.problem.status < 500) && count < 2;
}

const retryDelay = (count: number, error: Error) =>
  1000 * (secondsToWait(error) || Math.min(2 ** count, 30));

export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      // Without a connection a request fails with an error; by default it would wait silently.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        // Screens that were opened stay usable without a connection.
        gcTime: 30 * 60_000,
        retry,
        retryDelay,
      },
    },
  });
  const nonce = readNonce();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorMessage,
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 300,
    ...(nonce && { ssr: { nonce } }),
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
